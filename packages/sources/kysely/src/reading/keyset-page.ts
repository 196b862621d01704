import { type Awaitable, andThen, inOrder, memberOf } from '@linkage/core/internal';

import type { CollectionQuery, PageSlice, SourcePage } from '@linkage/server';
import type { Table } from '../mapping/table.ts';
import { type Position, positionColumns, positionOf, readPosition } from '../statements/key-values.ts';
import { anyRowBehind, rowsBehind } from '../statements/keyset.ts';
import { type OrderKey, prepareOrder, reversed } from '../statements/order-keys.ts';
import { expressionsOf, MEMBER, recordsOf, type SourceRow, selectedColumns } from '../statements/selected-columns.ts';
import { type Shape, selectionShape, slotFor, sortShape, startShape } from '../statements/shape.ts';
import { type Run, readRows } from './execute-read.ts';
import { estimateTotal, prepareRows, type Restriction, selectTotal, TOTAL, totalOf } from './filtered-rows.ts';
import { missingOfPage } from './missing-indexes.ts';
import { orderPartsOf } from './order-parts.ts';
import { orderedRows } from './ordered-rows.ts';
import type { Cut } from './page-keys.ts';
import { preparePageRows } from './page-rows.ts';

/** Whether a page is cut by positions, and not by an offset. */
export function isKeyset(page: PageSlice): boolean {
  return page.positions === true;
}

/** Returns a position of a slice. Returns undefined if the slice does not have it, and an empty array for the end. */
export function boundOf(page: PageSlice, name: 'after' | 'before'): unknown {
  return memberOf(page, name);
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
  readonly parts: readonly Cut['bounds'][];
}

/** Plans a page: from its one bound in the direction of reading, up to its other bound. Adds the bounds to a shape. */
function planOf(shape: Shape, table: Table, { sort, page, filter }: CollectionQuery): Plan {
  const keyValues = table.dialect.keyValues;
  const { bind = (value) => value } = keyValues;
  const forward = prepareOrder(shape, table, sort)();
  // An index of one of several tables does not compare rows.
  const isOfOthers =
    forward.at(0)?.joins.length !== 0 && orderPartsOf(table, { filter, sort, restriction: undefined }) !== undefined;
  const comparesRows = keyValues.comparesRows && !isOfOthers;
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
  const behind = (keys: readonly OrderKey[], values: readonly unknown[], end: Cut['bounds']): Plan['parts'] =>
    rowsBehind(keys, values, comparesRows).map((_, index) => (own) => [
      ...rowsBehind(own, values, comparesRows).slice(index, index + 1),
      ...end(own),
    ]);
  if (boundOf(page, 'after') === undefined && boundOf(page, 'before') !== undefined)
    return { keys: backward, parts: before === undefined ? [() => []] : behind(backward, before, () => []) };
  const end: Cut['bounds'] =
    before === undefined ? () => [] : (own) => [anyRowBehind(reversed(own), before, comparesRows)];
  return { keys: forward, parts: after === undefined ? [end] : behind(forward, after, end) };
}

/**
 * Reads a page by positions. An index over the keys of the order, with the id last, answers each statement. A page requires
 * one statement. If NULL, or keys of both directions, divide the rows behind a position, it requires one statement for each part
 * until the page is full.
 *
 * @param restriction A condition on the rows besides the filter.
 * @throws {JsonApiError} 400 if a key of the order is not in the database, or a position does not belong to the order.
 */
export function selectKeysetPage(
  run: Run,
  table: Table,
  query: CollectionQuery,
  restriction?: Restriction,
): Awaitable<SourcePage<SourceRow>> {
  const { selection, page, filter, sort } = query;
  const shape = startShape(run.executor, `keyset;${selectionShape(selection)};${sortShape(sort)}`);
  const { keys, parts } = planOf(shape, table, query);
  const isBackward = boundOf(page, 'before') !== undefined && boundOf(page, 'after') === undefined;
  const given = { filter, sort, restriction, selection, isBackward };
  const records: SourceRow[] = [];
  const positions: Position[] = [];
  let total: number | undefined;
  const readPart = ([index, part]: readonly [number, Plan['parts'][number]]): Awaitable<void> => {
    if (records.length >= page.limit) return;
    const shapeOfPart = { ...shape, values: [...shape.values], text: `${shape.text};${index}` };
    const rest = page.limit - records.length;
    const pageRows = preparePageRows(shapeOfPart, run, table, given, { limit: rest, offset: 0 });
    const limit = slotFor(shapeOfPart, rest) as number;
    const isCounted = query.total && total === undefined;
    if (isCounted) shapeOfPart.text += ';total';
    const counting = isCounted ? prepareRows(shapeOfPart, run, table, given) : undefined;
    const build = () => {
      const selected = selectedColumns(table, selection);
      const expressions = [...expressionsOf(selected, { name: MEMBER }), ...positionColumns(table, keys)];
      const statement = orderedRows(pageRows({ keys, bounds: part }).rows, expressions, table, keys).limit(limit);
      const counted = counting === undefined ? statement : statement.select(totalOf(counting()));
      return { columns: selected, statement: counted };
    };
    const found = readRows(run, table, shapeOfPart, build, () => missingOfPage(table, given));
    return andThen(found, ({ rows, columns }) => {
      if (isCounted && rows.length > 0) total = Number(rows.at(0)?.[TOTAL]);
      for (const record of recordsOf(columns, rows)) records.push(record);
      for (const row of rows) positions.push(positionOf(table, row, row['c0'], keys.length));
    });
  };
  return andThen(inOrder([...parts.entries()], readPart), (): Awaitable<SourcePage<SourceRow>> => {
    const found = {
      records: isBackward ? records.reverse() : records,
      positions: isBackward ? positions.reverse() : positions,
      endPosition: END,
      ...(isEnd(boundOf(page, 'before')) ? { hasNext: false } : {}),
    };
    if (query.estimatedTotal === true)
      return andThen(estimateTotal(run, table, given), (bestGuess) => ({ ...found, estimatedTotal: { bestGuess } }));
    if (!query.total) return found;
    // No row contains the total of an empty page. Without a position, it is empty only if there are no rows.
    const isWhole = boundOf(page, 'before') === undefined && boundOf(page, 'after') === undefined;
    if (isWhole && page.limit > 0) total ??= 0;
    return andThen(total ?? selectTotal(run, table, given), (count) => ({ ...found, total: count }));
  });
}
