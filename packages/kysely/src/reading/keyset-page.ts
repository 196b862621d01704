import { fieldOf } from '@linkage/core/records';
import type { CollectionQuery, PageSlice, SourcePage } from '@linkage/server';
import type { Expression, SqlBool } from 'kysely';
import type { Table } from '../mapping/table.ts';
import { keyValuesOf, type Position, positionColumns, positionOf, readPosition } from '../statements/key-values.ts';
import { anyRowBehind, rowsBehind } from '../statements/keyset.ts';
import { type IdOrder, type OrderKey, orderKeysOf, reversed } from '../statements/order-keys.ts';
import { expressionsOf, MEMBER, recordsOf, type SourceRow, selectedColumns } from '../statements/selected-columns.ts';
import { type Shape, selectionShape, slotFor, sortShape, startShape } from '../statements/shape.ts';
import { joinCondition, joinsOf } from '../statements/sort-key.ts';
import { type Run, readRows } from './execute-read.ts';
import { prepareRows, type Restriction, type RowsQuery, selectTotal, TOTAL, totalOf } from './filtered-rows.ts';

/** Whether a page is cut by positions, and not by an offset. */
export function isKeyset(page: PageSlice): boolean {
  return page.positions === true;
}

/** Returns a position of a slice. Returns undefined if the slice does not have it, and an empty array for the end. */
export function boundOf(page: PageSlice, name: 'after' | 'before'): unknown {
  return fieldOf(page, name);
}

/** Whether a position is the position of the end. */
export function isEnd(position: unknown): boolean {
  return Array.isArray(position) && position.length === 0;
}

/** The position of the end: behind every row. */
export const END: readonly unknown[] = Object.freeze([]);

/** The parts of a page, one statement each, and the order in which they are read. */
interface Plan {
  readonly keys: readonly OrderKey[];
  readonly parts: readonly (readonly Expression<SqlBool>[])[];
}

/** Plans a page: from its one bound in the direction of reading, up to its other bound. Adds the bounds to a shape. */
function planOf(shape: Shape, table: Table, { sort, page }: CollectionQuery, idOrder: IdOrder | undefined): Plan {
  const keyValues = keyValuesOf(table);
  const { comparesRows, bind = (value) => value } = keyValues;
  const forward = orderKeysOf(table, sort, idOrder);
  const valuesOf = (name: 'after' | 'before'): readonly unknown[] | undefined => {
    const position = boundOf(page, name);
    shape.text += position === undefined ? '|' : `|${name}`;
    if (position === undefined || isEnd(position)) return undefined;
    const values = readPosition(keyValues, table, position, forward.length, name);
    // NULL requires other conditions than values.
    for (const value of values) shape.text += value === null ? '0' : '1';
    return values.map((value, index) => (value === null ? null : bind(slotFor(shape, value), forward[index]?.type)));
  };
  if (isEnd(boundOf(page, 'after'))) return { keys: forward, parts: [] };
  const [after, before] = [valuesOf('after'), valuesOf('before')];
  const backward = reversed(forward);
  if (boundOf(page, 'after') === undefined && boundOf(page, 'before') !== undefined) {
    const parts = before === undefined ? [[]] : rowsBehind(backward, before, comparesRows).map((it) => [it]);
    return { keys: backward, parts };
  }
  const end = before === undefined ? [] : [anyRowBehind(backward, before, comparesRows)];
  const parts = after === undefined ? [end] : rowsBehind(forward, after, comparesRows).map((it) => [it, ...end]);
  return { keys: forward, parts };
}

/** Returns the selected rows of a query in the order of some keys. */
function orderedRows(
  rows: RowsQuery,
  expressions: ReturnType<typeof expressionsOf>,
  table: Table,
  keys: readonly OrderKey[],
) {
  const joined = joinsOf(keys).reduce(
    (query, by) => query.leftJoin(`${by.target.name} as ${by.alias}`, (join) => join.on(joinCondition(by))),
    rows.select(expressions),
  );
  return keys.reduce(
    (query, { expression, descending, isNullable }) =>
      query.orderBy(expression, (by) => {
        const direction = descending ? by.desc() : by.asc();
        // Do not order NULL if the key is never NULL, or if the database already does: an index may not have this order.
        if (!isNullable || table.dialect.nullIs === 'least') return direction;
        return descending ? direction.nullsLast() : direction.nullsFirst();
      }),
    joined,
  );
}

/**
 * Reads a page by positions. An index over the keys of the order, with the id last, answers each statement. A page requires
 * one statement. If NULL, or keys of both directions, divide the rows behind a position, it requires one statement for each part
 * until the page is full.
 *
 * @param restriction A condition on the rows besides the filter.
 * @param idOrder The order of records that are equal by all keys. Default: in the direction of the last key.
 * @throws {JsonApiError} 400 if a key of the order is not in the database, or a position does not belong to the order.
 */
export async function selectKeysetPage(
  run: Run,
  table: Table,
  query: CollectionQuery,
  restriction?: Restriction,
  idOrder?: IdOrder,
): Promise<SourcePage<SourceRow>> {
  const { selection, page, filter, sort } = query;
  const shape = startShape(run.executor, `keyset;${selectionShape(selection)};${sortShape(sort)};${idOrder ?? ''}`);
  const { keys, parts } = planOf(shape, table, query, idOrder);
  const rowsOf = prepareRows(shape, run, table, { filter, restriction });
  const records: SourceRow[] = [];
  const positions: Position[] = [];
  let total: number | undefined;
  for (const [index, part] of parts.entries()) {
    if (records.length >= page.limit) break;
    const shapeOfPart = { ...shape, values: [...shape.values], text: `${shape.text};${index}` };
    const limit = slotFor(shapeOfPart, page.limit - records.length) as number;
    const isCounted = query.total && total === undefined;
    if (isCounted) shapeOfPart.text += ';total';
    const { rows, columns } = await readRows(run, table, shapeOfPart, () => {
      const selected = selectedColumns(table, selection);
      const expressions = [...expressionsOf(selected, { name: MEMBER }), ...positionColumns(table, keys)];
      const inPart = part.reduce((query, condition) => query.where(condition), rowsOf());
      const statement = orderedRows(inPart, expressions, table, keys).limit(limit);
      return { columns: selected, statement: isCounted ? statement.select(totalOf(rowsOf())) : statement };
    });
    if (isCounted && rows.length > 0) total = Number(rows.at(0)?.[TOTAL]);
    for (const record of recordsOf(columns, rows)) records.push(record);
    for (const row of rows) positions.push(positionOf(table, row, row['c0'], keys.length));
  }
  const isBackward = boundOf(page, 'before') !== undefined && boundOf(page, 'after') === undefined;
  const given = {
    records: isBackward ? records.reverse() : records,
    positions: isBackward ? positions.reverse() : positions,
    endPosition: END,
    ...(isEnd(boundOf(page, 'before')) ? { hasNext: false } : {}),
  };
  if (!query.total) return given;
  // No row contains the total of an empty page. Without a position, it is empty only if there are no rows.
  const isWhole = boundOf(page, 'before') === undefined && boundOf(page, 'after') === undefined;
  if (isWhole && page.limit > 0) total ??= 0;
  return { ...given, total: total ?? (await selectTotal(run, table, { filter, restriction })) };
}
