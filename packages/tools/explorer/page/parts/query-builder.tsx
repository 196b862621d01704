import type { ComponentChildren, JSX } from 'preact';
import { useNarrow } from '../hooks/use-narrow.ts';
import { filterableFields } from '../state/form.ts';
import { collectionAt, type Knowledge, type KnownType } from '../state/knowledge.ts';
import { formatTarget, parseTarget, type Target } from '../state/query.ts';
import { relatedQueryAt, withRelatedQuery } from '../state/related-query.ts';
import { includedTypes } from '../state/targets.ts';
import { submits } from './controls.tsx';
import { FieldChoice, IncludeTree, type PartProperties } from './field-choice.tsx';
import { FilterRows } from './filter-rows.tsx';
import { PageSizeChoice, SortChoice } from './list-choices.tsx';

interface Properties {
  readonly known: Knowledge;
  readonly type: KnownType | undefined;
  readonly target: string;
  /** Whether the API has the profile for the members of included relationships. */
  readonly hasRelatedQueries: boolean;
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
  hasRelatedQueries,
  onTarget,
  onRun,
}: Properties & { readonly type: KnownType }): JSX.Element {
  const target = parseTarget(text);
  const run = (next: Target): void => onRun(formatTarget(next));
  const part: PartProperties = { target, onTarget: run };
  const fields = [...type.fields.values()];
  const sortable = fields.filter(({ canSort }) => canSort);
  const filterable = filterableFields(fields);
  // A related URL can be that of a collection. One segment after the collection is the id of a resource.
  const isCollection = collectionAt(known, target.path)?.rest.length !== 1;
  const isNarrow = useNarrow();
  const membersQuery = hasRelatedQueries
    ? (path: string, targets: readonly KnownType[]): JSX.Element => (
        <MembersQuery {...{ path, targets, target, run }} onTarget={(next) => onTarget(formatTarget(next))} />
      )
    : undefined;
  const form = (
    <form class="builder" aria-label="Query" onSubmit={submits(() => onRun(text))}>
      <Part legend="Include" isShown={fields.some(({ canInclude }) => canInclude)}>
        <IncludeTree {...part} {...{ known, type, membersQuery }} path="" depth={1} />
      </Part>
      <Part legend="Fields">
        <FieldChoice {...part} type={type} />
        {includedTypes(known, type, target).map((it) => (
          <FieldChoice key={it.name} {...part} type={it} />
        ))}
      </Part>
      {isCollection && (
        <div class="list-query">
          <Part legend="Sort" isShown={sortable.length > 0}>
            <SortChoice {...part} fields={sortable} />
          </Part>
          {type.pageSize !== undefined && (
            <Part legend="Page size">
              <PageSizeChoice {...part} pageSize={type.pageSize} />
            </Part>
          )}
          <Part legend="Filter" isShown={filterable.length > 0}>
            <FilterRows
              fields={filterable}
              target={target}
              onTarget={(next) => onTarget(formatTarget(next))}
              onRun={run}
            />
          </Part>
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

interface MembersQueryProperties extends PartProperties {
  readonly path: string;
  /** The types of the members. Several types support only a page size. */
  readonly targets: readonly KnownType[];
  readonly run: (target: Target) => void;
}

/** Which members an included relationship shows, in which order, and how many of them. */
function MembersQuery({ path, targets, target, run, onTarget }: MembersQueryProperties): JSX.Element {
  const own = relatedQueryAt(target, path);
  const about = (next: Target): Target => withRelatedQuery(target, path, next);
  const part: PartProperties = { target: own, onTarget: (next) => run(about(next)) };
  const [type] = targets;
  const fields = targets.length === 1 ? [...(type?.fields.values() ?? [])] : [];
  const [sortable, filterable] = [fields.filter(({ canSort }) => canSort), filterableFields(fields)];
  return (
    <details class="members-query">
      <summary>
        Members{own.parameters.length > 0 && ` (${own.parameters.length})`}
        <span class="hidden"> of {path}</span>
      </summary>
      <div class="rows">
        {sortable.length > 0 && <SortChoice {...part} fields={sortable} />}
        {type?.pageSize !== undefined && <PageSizeChoice {...part} pageSize={type.pageSize} />}
        {filterable.length > 0 && (
          <FilterRows
            fields={filterable}
            target={own}
            onTarget={(next) => onTarget(about(next))}
            onRun={part.onTarget}
          />
        )}
      </div>
    </details>
  );
}

function Part({
  legend,
  isShown = true,
  children,
}: {
  readonly legend: string;
  readonly isShown?: boolean;
  readonly children: ComponentChildren;
}): JSX.Element | null {
  if (!isShown) return null;
  return (
    <fieldset>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
