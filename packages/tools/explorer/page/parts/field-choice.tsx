import type { JSX } from 'preact';
import type { Knowledge, KnownType } from '../state/knowledge.ts';
import { listOf, type Target, withItem, withValue } from '../state/query.ts';
import { withoutRelatedQueries } from '../state/related-query.ts';

const MAX_DEPTH = 3;

/** What all parts of a query have: the target that they show, and the function that requests another one. */
export interface PartProperties {
  readonly target: Target;
  readonly onTarget: (target: Target) => void;
}

interface TreeProperties extends PartProperties {
  readonly known: Knowledge;
  readonly type: KnownType;
  readonly path: string;
  readonly depth: number;
  /** Shows the query about the members of an included relationship. Absent if the API has none. */
  readonly membersQuery: ((path: string, targets: readonly KnownType[]) => JSX.Element) | undefined;
}

/** The relationships to include, each with those of its own type. */
export function IncludeTree({ type, path, ...properties }: TreeProperties): JSX.Element {
  const { known, depth, target, onTarget, membersQuery } = properties;
  const chosen = listOf(target, 'include');
  return (
    <ul class="tree">
      {[...type.fields.values()]
        .filter(({ canInclude }) => canInclude)
        .map(({ name, kind, targets }) => {
          const full = path === '' ? name : `${path}.${name}`;
          const isWithin = (it: string): boolean => it === full || it.startsWith(`${full}.`);
          const isIn = chosen.some(isWithin);
          const types = targets.flatMap((it) => known.get(it) ?? []);
          const [next] = types;
          const toggle = (): void => {
            const others = chosen.filter((it) => !isWithin(it));
            const paths = isIn ? others : [...others.filter((it) => it !== path), full];
            onTarget(withValue(withoutRelatedQueries(target, isWithin), 'include', paths.join(',')));
          };
          return (
            <li key={full}>
              <label>
                <input type="checkbox" name={`include ${full}`} checked={isIn} onChange={toggle} /> {name}
              </label>
              {isIn && kind === 'to-many' && types.length > 0 && membersQuery?.(full, types)}
              {isIn && next !== undefined && depth < MAX_DEPTH && (
                <IncludeTree {...properties} type={next} path={full} depth={depth + 1} />
              )}
            </li>
          );
        })}
    </ul>
  );
}

/** The fields of a type that responses contain. */
export function FieldChoice({ type, target, onTarget }: PartProperties & { readonly type: KnownType }): JSX.Element {
  const name = `fields[${type.name}]`;
  const chosen = listOf(target, name);
  return (
    <details>
      <summary>
        {type.name}: {chosen.length === 0 ? 'all' : chosen.length}
      </summary>
      <div class="choices">
        {[...type.fields.keys()].map((field) => (
          <label key={field}>
            <input
              type="checkbox"
              name={`${name} ${field}`}
              checked={chosen.includes(field)}
              onChange={(event) => onTarget(withItem(target, name, field, event.currentTarget.checked))}
            />{' '}
            {field}
          </label>
        ))}
      </div>
    </details>
  );
}
