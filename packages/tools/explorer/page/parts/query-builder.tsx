import type { JSX } from 'preact';
import { cut } from '../state/json.ts';
import { collectionAt, type Knowledge, type KnownField, type KnownType, type PageSize } from '../state/knowledge.ts';
import {
  formatTarget,
  isPlace,
  listOf,
  parameterOf,
  parseTarget,
  type Target,
  withItem,
  withValue,
} from '../state/query.ts';
import { FilterRows } from './filter-rows.tsx';
import { useNarrow } from './use-narrow.ts';

const MAX_DEPTH = 3;
const MAX_TEXT = 100;

interface Properties {
  readonly known: Knowledge;
  readonly type: KnownType | undefined;
  readonly target: string;
  /** Shows a target without a request, while the user types. */
  readonly onTarget: (target: string) => void;
  /** Requests a target. */
  readonly onRun: (target: string) => void;
}

/** The query as controls. They and the text of the URL always agree: both show the same target. */
export function QueryBuilder(properties: Properties): JSX.Element | null {
  return properties.type === undefined ? null : <Builder {...properties} type={properties.type} />;
}

function Builder({
  known,
  type,
  target: text,
  onTarget,
  onRun,
}: Properties & { readonly type: KnownType }): JSX.Element {
  const target = parseTarget(text);
  const run = (next: Target): void => onRun(formatTarget(next));
  const fields = [...type.fields.values()];
  const sortable = fields.filter(({ canSort }) => canSort);
  const filterable = fields.filter(({ operators }) => operators.length > 0);
  // A related URL can be that of a collection. One segment after the collection is the id of a resource.
  const isCollection = collectionAt(known, target.path)?.rest.length !== 1;
  const isNarrow = useNarrow();
  const form = (
    <form
      class="builder"
      aria-label="Query"
      onSubmit={(event) => {
        event.preventDefault();
        onRun(text);
      }}
    >
      {fields.some(({ canInclude }) => canInclude) && (
        <fieldset>
          <legend>Include</legend>
          <IncludeTree known={known} type={type} path="" depth={1} target={target} onTarget={run} />
        </fieldset>
      )}
      <fieldset>
        <legend>Fields</legend>
        <FieldChoice type={type} target={target} onTarget={run} />
        {includedTypes(known, type, target).map((it) => (
          <FieldChoice key={it.name} type={it} target={target} onTarget={run} />
        ))}
      </fieldset>
      {isCollection && (
        <div class="list-query">
          {sortable.length > 0 && (
            <fieldset>
              <legend>Sort</legend>
              <SortChoice fields={sortable} target={target} onTarget={run} />
            </fieldset>
          )}
          {type.pageSize !== undefined && (
            <fieldset>
              <legend>Page size</legend>
              <PageSizeChoice pageSize={type.pageSize} target={target} onTarget={run} />
            </fieldset>
          )}
          {filterable.length > 0 && (
            <fieldset>
              <legend>Filter</legend>
              <FilterRows
                fields={filterable}
                target={target}
                onTarget={(next) => onTarget(formatTarget(next))}
                onRun={run}
              />
            </fieldset>
          )}
        </div>
      )}
    </form>
  );
  if (!isNarrow) return form;
  const count = target.parameters.length;
  return (
    <details class="query">
      <summary>Query{count > 0 ? ` (${count})` : ''}</summary>
      {form}
    </details>
  );
}

interface PartProperties {
  readonly target: Target;
  readonly onTarget: (target: Target) => void;
}

function IncludeTree({
  known,
  type,
  path,
  depth,
  target,
  onTarget,
}: PartProperties & {
  readonly known: Knowledge;
  readonly type: KnownType;
  readonly path: string;
  readonly depth: number;
}): JSX.Element {
  const chosen = listOf(target, 'include');
  return (
    <ul class="tree">
      {[...type.fields.values()]
        .filter(({ canInclude }) => canInclude)
        .map(({ name, targets }) => {
          const full = path === '' ? name : `${path}.${name}`;
          const isIn = chosen.some((it) => it === full || it.startsWith(`${full}.`));
          const next = targets.map((it) => known.get(it)).find((it) => it !== undefined);
          const toggle = (): void => {
            const others = chosen.filter((it) => it !== full && !it.startsWith(`${full}.`));
            onTarget(
              withValue(target, 'include', (isIn ? others : [...others.filter((it) => it !== path), full]).join(',')),
            );
          };
          return (
            <li key={full}>
              <label>
                <input type="checkbox" name={`include ${full}`} checked={isIn} onChange={toggle} /> {name}
              </label>
              {isIn && next !== undefined && depth < MAX_DEPTH && (
                <IncludeTree
                  known={known}
                  type={next}
                  path={full}
                  depth={depth + 1}
                  target={target}
                  onTarget={onTarget}
                />
              )}
            </li>
          );
        })}
    </ul>
  );
}

/** Returns the types that the included paths lead to. */
function includedTypes(known: Knowledge, type: KnownType, target: Target): readonly KnownType[] {
  const found = new Map<string, KnownType>();
  for (const path of listOf(target, 'include')) {
    let from: readonly KnownType[] = [type];
    for (const name of path.split('.')) {
      from = from.flatMap((it) => it.fields.get(name)?.targets ?? []).flatMap((it) => known.get(it) ?? []);
      for (const it of from) if (it.name !== type.name) found.set(it.name, it);
    }
  }
  return [...found.values()];
}

function FieldChoice({ type, target, onTarget }: PartProperties & { readonly type: KnownType }): JSX.Element {
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

const sizes = [5, 10, 25, 50, 100, 250, 500, 1000];

/** How many resources a page contains. Another size has other pages, so the list begins again. */
function PageSizeChoice({ pageSize, target, onTarget }: PartProperties & { readonly pageSize: PageSize }): JSX.Element {
  const { parameter, maximum = Number.POSITIVE_INFINITY, default: usual } = pageSize;
  const chosen = parameterOf(target, parameter) ?? '';
  const offered = [...new Set([...sizes.filter((it) => it < maximum), ...(Number.isFinite(maximum) ? [maximum] : [])])];
  const choose = (value: string): void => {
    const next = withValue(target, parameter, value);
    onTarget({ ...next, parameters: next.parameters.filter(([name]) => !isPlace(name)) });
  };
  return (
    <select aria-label="Page size" value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
      <option value="">{usual === undefined ? 'default' : `default (${usual})`}</option>
      {chosen !== '' && !offered.some((it) => `${it}` === chosen) && (
        <option value={chosen}>{cut(chosen, MAX_TEXT)}</option>
      )}
      {offered.map((it) => (
        <option key={it} value={`${it}`}>
          {it}
        </option>
      ))}
    </select>
  );
}

function SortChoice({
  fields,
  target,
  onTarget,
}: PartProperties & { readonly fields: readonly KnownField[] }): JSX.Element {
  const first = parameterOf(target, 'sort')?.split(',')[0] ?? '';
  const rest = listOf(target, 'sort').slice(1);
  const choose = (value: string): void =>
    onTarget(withValue(target, 'sort', [value, ...rest].filter(Boolean).join(',')));
  return (
    <select aria-label="Sort by" value={first} onChange={(event) => choose(event.currentTarget.value)}>
      <option value="">default order</option>
      {first !== '' && !fields.some(({ name }) => name === first.replace(/^-/, '')) && (
        <option value={first}>{cut(first, MAX_TEXT)}</option>
      )}
      {fields.flatMap(({ name }) => [
        <option key={name} value={name}>{`${name}, ascending`}</option>,
        <option key={`-${name}`} value={`-${name}`}>{`${name}, descending`}</option>,
      ])}
    </select>
  );
}
