import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import { useRoving } from '../hooks/use-roving.ts';
import { labelField, labelOf } from '../state/form.ts';
import { arrayAt, cut, isObject, type JsonObject, member, objectAt, textOf } from '../state/json.ts';
import { formatTarget, isPlace, parseTarget } from '../state/query.ts';
import { keyOf } from '../state/resource-places.ts';
import { type Answer, finalTarget } from '../state/send.ts';
import { readTableSettings } from '../state/table-settings.ts';
import { selfTarget } from '../state/targets.ts';
import { widthOf } from './cell.tsx';
import { CellDialog, type EditedCell } from './cell-dialog.tsx';
import { Choice, Small } from './controls.tsx';
import { numberText, PageLinks } from './page-links.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { SortHeader } from './sort-header.tsx';
import { type Column, Row } from './table-row.tsx';
import { TableTools } from './table-tools.tsx';

/** The rows that the browser lays out at the same time. */
const MAX_ROWS = 200;
const MAX_COLUMNS = 60;
const MAX_TABLES = 20;
const MAX_TEXT = 120;
/** A longer list has the links to its other pages at its end, too. */
const MAX_IN_SIGHT = 10;
/** A document can have very many rows with other fields each. */
const MAX_NAMES = 500;

/** The primary data as a table: a row for each resource, and a column for each field. */
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
  const included = arrayAt(document, 'included').filter(isObject);
  const types = [...new Set(included.map(typeNameOf))];
  const labels = new Map(types.map((type) => [type, labelField(known.get(type))]));
  const names = new Map(included.map((it) => [keyOf(it), labelOf(it, labels.get(typeNameOf(it)))]));
  return (
    <>
      <ResourceTable {...{ target, rows, names }} name="Primary data" isList={Array.isArray(data)} />
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

interface ResourceTableProperties {
  /** The target of the document. */
  readonly target: string;
  readonly name: string;
  readonly rows: readonly JsonObject[];
  /** The names of the included resources by their identities. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether the rows are the primary data of a list: included resources have no order, and no pages. */
  readonly isList: boolean;
}

/** Returns the columns of rows: their attributes, and their relationships. Identifiers have the data of their memberships in `meta`. */
function columnsOf(rows: readonly JsonObject[]): readonly Column[] {
  const namesIn = (part: Column['part']): readonly Column[] => {
    const names = new Set(rows.flatMap((row) => Object.keys(objectAt(row, part))));
    return [...names].slice(0, MAX_NAMES).map((name): Column => {
      const values = part === 'relationships' ? [] : rows.map((row) => member(member(row, part), name) ?? null);
      const isNumeric = values.some((it) => it !== null) && values.every((it) => it === null || typeof it === 'number');
      return { name, part, look: `${isNumeric ? 'digits' : ''} ${widthOf(name)}` };
    });
  };
  const fields = [...namesIn('attributes'), ...namesIn('relationships')];
  return fields.length > 0 ? fields : namesIn('meta').filter(({ name }) => name !== 'page');
}

function ResourceTable({ target, name, rows, names, isList }: ResourceTableProperties): JSX.Element {
  const { settings, known, table, targetOf } = usePage();
  const [from, setFrom] = useState(0);
  const [cell, edit] = useState<EditedCell>();
  const [, setChanges] = useState(0);
  const roving = useRoving();
  const [first] = rows;
  const typeName = first === undefined ? '' : typeNameOf(first);
  const type = known.get(typeName);
  // Another document can have fewer rows.
  const start = from < rows.length ? from : 0;
  const shown = rows.slice(start, start + MAX_ROWS);
  const all = columnsOf(shown);
  const chosen = readTableSettings(settings, typeName).columns;
  const columns = chosen?.flatMap((it) => all.find((column) => column.name === it) ?? []) ?? all.slice(0, MAX_COLUMNS);
  const isMixed = new Set(shown.map(typeNameOf)).size > 1;
  const canSelect = isList && all[0]?.part !== 'meta' && !target.includes('/relationships/');
  const selectable = shown.map((resource) => ({ resource, target: selfTarget(known, resource, targetOf) }));
  const isSelected = (row: JsonObject): boolean => table.selected.has(keyOf(row));
  const { total, first: place } = isList ? table.place : {};
  const rowsText = [
    rows.length === 1 ? '1 resource' : `${numberText(rows.length)} resources`,
    place === undefined || total === rows.length
      ? ''
      : `${numberText(place)} to ${numberText(place + rows.length - 1)}`,
    total === undefined ? '' : `of ${numberText(total)}`,
  ];
  return (
    <>
      {isList && <TableTools columns={all} shown={columns} onChange={() => setChanges((count) => count + 1)} />}
      {isList && <SelectionBar />}
      <section class="plain scroll" tabIndex={0} aria-label={name}>
        <table {...roving}>
          <caption>
            {name}:{' '}
            {rowsText
              .filter(Boolean)
              .join(rowsText[1] === '' ? ' ' : ', ')
              .replace(', of', ' of')}
          </caption>
          <thead>
            <tr>
              <th scope="col" class="first">
                {canSelect && (
                  <input
                    type="checkbox"
                    aria-label="Select all rows"
                    checked={shown.every(isSelected)}
                    onChange={(event) => table.select(selectable, event.currentTarget.checked)}
                  />
                )}{' '}
                id
              </th>
              {isMixed && <th scope="col">type</th>}
              {columns.map(({ name: it, look }) =>
                isList && type?.fields.get(it)?.canSort === true ? (
                  <SortHeader key={it} target={target} name={it} class={look} />
                ) : (
                  <th key={it} scope="col" class={look}>
                    {cut(it, MAX_TEXT)}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <Row
                key={index}
                {...{ target, isMixed, columns, names, edit, row: table.present(row) }}
                isSelected={canSelect ? isSelected(row) : undefined}
              />
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > MAX_ROWS && (
        <p class="row">
          <label for="rows">Rows</label>
          <Choice
            id="rows"
            value={`${start}`}
            options={Array.from({ length: Math.ceil(rows.length / MAX_ROWS) }, (_, index) => {
              const at = index * MAX_ROWS;
              return [`${at}`, `${at + 1} to ${Math.min(at + MAX_ROWS, rows.length)}`] as const;
            })}
            onChoose={(it) => setFrom(Number(it))}
          />
          of {numberText(rows.length)} in the document
          {start + MAX_ROWS < rows.length && <Small onClick={() => setFrom(start + MAX_ROWS)}>Next rows</Small>}
        </p>
      )}
      {cell !== undefined && <CellDialog key={cell.field.name} {...cell} onClose={() => edit(undefined)} />}
    </>
  );
}

function typeNameOf(resource: JsonObject): string {
  return textOf(member(resource, 'type'));
}

/** Says that a list is empty. If that can be due to its filters or its page, a button shows the list without them. */
function EmptyList({ target: text }: { readonly target: string }): JSX.Element {
  const { open } = usePage();
  const target = parseTarget(text);
  const isFilter = (name: string): boolean => /^filter\b/.test(name);
  const hasFilter = target.parameters.some(([name]) => isFilter(name));
  const parameters = target.parameters.filter(([name]) => !isFilter(name) && !isPlace(name));
  return (
    <p class="dim">
      The list is empty.{' '}
      {parameters.length < target.parameters.length && (
        <Small onClick={() => open({ method: 'GET', target: formatTarget({ ...target, parameters }) })}>
          {hasFilter ? 'Remove the filters' : 'Show the first page'}
        </Small>
      )}
    </p>
  );
}
