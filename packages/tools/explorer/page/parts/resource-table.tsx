import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import { useRoving } from '../hooks/use-roving.ts';
import { cut, type JsonObject, member, objectAt } from '../state/json.ts';
import { typeAt } from '../state/knowledge.ts';
import type { ListPlace } from '../state/list-place.ts';
import { parseTarget } from '../state/query.ts';
import { keyOf, typeNameOf } from '../state/resource-places.ts';
import { readTableSettings } from '../state/table-settings.ts';
import { selfTarget } from '../state/targets.ts';
import { widthOf } from './cell.tsx';
import { CellDialog, type EditedCell } from './cell-dialog.tsx';
import { Choice, Small } from './controls.tsx';
import { numberText } from './page-links.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { SortHeader } from './sort-header.tsx';
import { type Column, Row } from './table-row.tsx';
import { TableTools } from './table-tools.tsx';

/** The rows that the browser lays out at the same time. */
const MAX_ROWS = 200;
const MAX_COLUMNS = 60;
const MAX_TEXT = 120;
/** A document can have very many rows with other fields each. */
const MAX_NAMES = 500;

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

/** Returns the fields of rows: their attributes, and their relationships. Identifiers have the data of their memberships in `meta`. */
function fieldsOf(rows: readonly JsonObject[]): readonly Omit<Column, 'look'>[] {
  const namesIn = (part: Column['part']): readonly Omit<Column, 'look'>[] =>
    [...new Set(rows.flatMap((row) => Object.keys(objectAt(row, part))))]
      .slice(0, MAX_NAMES)
      .map((name) => ({ name, part }));
  const fields = [...namesIn('attributes'), ...namesIn('relationships')];
  return fields.length > 0 ? fields : namesIn('meta').filter(({ name }) => name !== 'page');
}

/** Returns the class of the cells of a column. */
function lookOf(rows: readonly JsonObject[], { name, part }: Omit<Column, 'look'>): string {
  const values = part === 'relationships' ? [] : rows.map((row) => member(member(row, part), name) ?? null);
  const isNumeric = values.some((it) => it !== null) && values.every((it) => it === null || typeof it === 'number');
  return `${isNumeric ? 'digits' : ''} ${widthOf(name)}`;
}

/** Returns how many resources a table contains, and which ones of all. */
function countText(count: number, { total, first }: ListPlace): string {
  const text = count === 1 ? '1 resource' : `${numberText(count)} resources`;
  if (total === count) return `${text}, the whole list`;
  const last = (first ?? 1) + count - 1;
  const rows = first === undefined ? '' : `, ${first === last ? '' : `${numberText(first)} to `}${numberText(last)}`;
  return text + rows + (total === undefined ? '' : ` of ${numberText(total)}`);
}

/** A table of resources: a row for each of them, and a column for each field. */
export function ResourceTable({ target, name, rows, names, isList }: ResourceTableProperties): JSX.Element {
  const { settings, known, table, targetOf } = usePage();
  const [from, setFrom] = useState(0);
  const [cell, edit] = useState<EditedCell>();
  const [, setChanges] = useState(0);
  const roving = useRoving();
  const [first] = rows;
  const typeName = first === undefined ? '' : typeNameOf(first);
  // Another document can have fewer rows.
  const start = from < rows.length ? from : 0;
  const shown = rows.slice(start, start + MAX_ROWS);
  const all = fieldsOf(shown);
  const chosen = readTableSettings(settings, typeName).columns;
  const fields = chosen?.flatMap((it) => all.find(({ name }) => name === it) ?? []) ?? all;
  const columns = fields.slice(0, MAX_COLUMNS).map((it): Column => ({ ...it, look: lookOf(shown, it) }));
  const types = new Set(shown.map(typeNameOf));
  const isMixed = types.size > 1;
  const listed = typeAt(known, parseTarget(target).path) ?? known.get(typeName);
  // Of lists of several types, only a collection with a name of its own has orders.
  const orders = isMixed && types.has(listed?.name ?? '') ? undefined : listed?.fields;
  const canSelect = isList && all[0]?.part !== 'meta' && !target.includes('/relationships/');
  const selectable = shown.map((resource) => ({ resource, target: selfTarget(known, resource, targetOf) }));
  const isSelected = (row: JsonObject): boolean => table.selected.has(keyOf(row));
  return (
    <>
      {isList && (
        <TableTools
          columns={all.map(({ name }) => name)}
          shown={columns.map(({ name }) => name)}
          onChange={() => setChanges((count) => count + 1)}
        />
      )}
      {isList && <SelectionBar />}
      <section class="plain scroll" tabIndex={0} aria-label={name}>
        <table {...roving}>
          <caption>
            {name}: {countText(rows.length, isList ? table.place : {})}
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
                isList && orders?.get(it)?.canSort === true ? (
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
