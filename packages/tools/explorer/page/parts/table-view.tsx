import type { JSX } from 'preact';
import { usePage } from '../hooks/use-page.ts';
import { labelField, labelOf } from '../state/form.ts';
import { arrayAt, cut, isObject, member } from '../state/json.ts';
import { formatTarget, parseTarget, withoutPlace } from '../state/query.ts';
import { keyOf, typeNameOf } from '../state/resource-places.ts';
import { type Answer, finalTarget } from '../state/send.ts';
import { recordOf } from '../state/versions.ts';
import { Small } from './controls.tsx';
import { PageLinks } from './page-links.tsx';
import { RecordView } from './record-view.tsx';
import { ResourceTable } from './resource-table.tsx';
import { TableTools } from './table-tools.tsx';

const MAX_TABLES = 20;
const MAX_TEXT = 120;
/** A longer list has the links to its other pages at its end, too. */
const MAX_IN_SIGHT = 10;

/** The primary data: a list as a table with a row for each resource and a column for each field, and one resource as a page. */
export function TableView({ answer }: { readonly answer: Answer }): JSX.Element {
  const { known } = usePage();
  const { document } = answer;
  const target = finalTarget(answer);
  const data = member(document, 'data');
  const rows = (Array.isArray(data) ? data : [data]).filter(isObject);
  if (document === undefined) return <p class="dim">The response does not contain a JSON document.</p>;
  if (rows.length === 0 && Array.isArray(data))
    return (
      <>
        <TableTools columns={[]} shown={[]} onChange={() => undefined} />
        <EmptyList target={target} />
      </>
    );
  if (rows.length === 0) return <p class="dim">The document does not contain resources.</p>;
  const record = recordOf(answer);
  const included = arrayAt(document, 'included').filter(isObject);
  const types = [...new Set(included.map(typeNameOf))];
  const labels = new Map(types.map((type) => [type, labelField(known.get(type))]));
  const names = new Map(included.map((it) => [keyOf(it), labelOf(it, labels.get(typeNameOf(it)))]));
  return (
    <>
      {record === undefined ? (
        <ResourceTable {...{ target, rows, names }} name="Primary data" isList={Array.isArray(data)} />
      ) : (
        <RecordView resource={record} />
      )}
      {rows.length > MAX_IN_SIGHT && <PageLinks label="At the end of the list" document={document} />}
      {types.slice(0, MAX_TABLES).map((type) => (
        <ResourceTable
          key={type}
          {...{ target, rows: included.filter((it) => typeNameOf(it) === type), names }}
          name={cut(`Included ${type}`, MAX_TEXT)}
          isList={false}
        />
      ))}
      {types.length > MAX_TABLES && <p class="dim">{types.length - MAX_TABLES} more types are in the document.</p>}
    </>
  );
}

/** Says that a list is empty. If that can be due to its filters or its page, a button shows the list without them. */
function EmptyList({ target: text }: { readonly target: string }): JSX.Element {
  const { open } = usePage();
  const target = parseTarget(text);
  const isFilter = (name: string): boolean => /^filter\b/.test(name);
  const hasFilter = target.parameters.some(([name]) => isFilter(name));
  const first = withoutPlace(target);
  const parameters = first.parameters.filter(([name]) => !isFilter(name));
  return (
    <p class="dim">
      The list is empty.{' '}
      {parameters.length < target.parameters.length && (
        <Small onClick={() => open({ method: 'GET', target: formatTarget({ ...first, parameters }) })}>
          {hasFilter ? 'Remove the filters' : 'Show the first page'}
        </Small>
      )}
    </p>
  );
}
