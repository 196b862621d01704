import { fieldOf } from '@linkage/core/records';
import type { CollectionQuery, PageSlice, SourcePage } from '@linkage/server';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Table } from '../mapping/table.ts';
import { conditionsOf } from '../statements/conditions.ts';
import { keyValuesOf, positionColumns, positionOf, readPosition } from '../statements/key-values.ts';
import { anyRowBehind, rowsBehind } from '../statements/keyset.ts';
import { type OrderKey, orderKeysOf, reversed } from '../statements/order-keys.ts';
import { scopeOf } from '../statements/scope.ts';
import {
  expressionsOf,
  MEMBER,
  type Row,
  recordOf,
  type SourceRow,
  selectedColumns,
} from '../statements/selected-columns.ts';
import { joinsOf } from '../statements/sort-key.ts';
import { executeRead, type Run } from './execute-read.ts';

/** Whether a page is cut by positions, and not by an offset. */
export function isKeyset(page: PageSlice): boolean {
  return fieldOf(page, 'positions') === true;
}

/** A position of a slice; undefined without one, an empty array for that of the end. */
export function boundOf(page: PageSlice, name: 'after' | 'before'): unknown {
  return fieldOf(page, name);
}

/** Whether a position is that of the end. */
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

/** Plans a page: from its one bound in the direction of reading, up to its other bound. */
function planOf(table: Table, { sort, page }: CollectionQuery): Plan {
  const keyValues = keyValuesOf(table);
  const { comparesRows } = keyValues;
  const forward = orderKeysOf(table, sort);
  const valuesOf = (name: 'after' | 'before'): readonly unknown[] | undefined => {
    const position = boundOf(page, name);
    if (position === undefined || isEnd(position)) return undefined;
    return readPosition(keyValues, table, position, forward.length, name);
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

/**
 * Reads a page by positions. An index over the keys of the order, with the id last, answers each statement. A page takes one
 * statement; where NULL, or keys of both directions, part the rows behind a position, it takes one for each part until it is full.
 *
 * @param restriction What the rows must meet besides the filter.
 * @throws {JsonApiError} 400 if the order leads out of the database, or a position does not belong to it.
 */
export async function selectKeysetPage(
  run: Run,
  table: Table,
  query: CollectionQuery,
  restriction?: Expression<SqlBool>,
): Promise<SourcePage<SourceRow>> {
  const { selection, page, filter } = query;
  const columns = selectedColumns(table, selection);
  const { keys, parts } = planOf(table, query);
  const restrictions = [...scopeOf(table, MEMBER), ...(restriction === undefined ? [] : [restriction])];
  const conditions = [...restrictions, ...conditionsOf(table, filter)];
  const base = conditions.reduce(
    (rows, condition) => rows.where(condition),
    run.executor.selectFrom(`${table.name} as ${MEMBER}`),
  );
  const selected = base.select([
    ...expressionsOf(columns, { name: MEMBER }),
    ...positionColumns(keyValuesOf(table), keys),
  ]);
  const joined = joinsOf(keys).reduce(
    (rows, { alias, target, from }) =>
      rows.leftJoin(`${target.name} as ${alias}`, (join) =>
        scopeOf(target, alias).reduce(
          (on, condition) => on.on(condition),
          join.on(sql.id(alias, target.id), '=', from),
        ),
      ),
    selected,
  );
  const ordered = keys.reduce(
    (rows, { expression, descending, isNullable }) =>
      rows.orderBy(expression, (by) => {
        const direction = descending ? by.desc() : by.asc();
        // Do not order NULL if the key is never NULL, or if the database already does: an index may not have this order.
        if (!isNullable || table.dialect.nullIs === 'least') return direction;
        return descending ? direction.nullsLast() : direction.nullsFirst();
      }),
    joined,
  );
  const found: Row[] = [];
  for (const part of parts) {
    if (found.length >= page.limit) break;
    const statement = part.reduce((rows, condition) => rows.where(condition), ordered);
    const rows = await executeRead(statement.limit(page.limit - found.length), run);
    for (const row of rows) found.push(row);
  }
  const isBackward = boundOf(page, 'before') !== undefined && boundOf(page, 'after') === undefined;
  const rows = isBackward ? found.toReversed() : found;
  const given = {
    records: rows.map((row) => recordOf(columns, row)),
    positions: rows.map((row) => positionOf(row, row['c0'], keys.length)),
    endPosition: END,
    ...(isEnd(boundOf(page, 'before')) ? { hasNext: false } : {}),
  };
  if (!query.total) return given;
  // A join of the order never changes the number of rows, so the count does not require it.
  const [counted] = await executeRead(
    base.select((eb) => eb.fn.countAll().as('total')),
    run,
  );
  return { ...given, total: Number(counted?.['total'] ?? 0) };
}
