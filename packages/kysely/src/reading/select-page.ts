import type { FilterTerm } from '@linkage/core';
import type { CollectionQuery, SourcePage } from '@linkage/server';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Table } from '../mapping/table.ts';
import { conditionsOf } from '../statements/conditions.ts';
import {
  expressionsOf,
  MEMBER,
  type Row,
  recordOf,
  type SourceRow,
  selectedColumns,
} from '../statements/selected-columns.ts';
import { sortKeyOf } from '../statements/sort-key.ts';
import type { Executor } from '../statements/transaction.ts';
import { isKeyset, selectKeysetPage } from './keyset-page.ts';

/** How to run the statements of one call. */
export interface Run {
  readonly executor: Executor;
  readonly signal: AbortSignal | undefined;
  /** The conditions for rows that are read by id or as members. */
  readonly conditions: readonly FilterTerm[] | undefined;
}

/** Reads a page of a table: one statement, and another one if the total is requested. */
export async function selectPage(
  { executor, signal }: Run,
  table: Table,
  query: CollectionQuery,
  restriction?: Expression<SqlBool>,
): Promise<SourcePage<SourceRow>> {
  if (isKeyset(query.page)) return selectKeysetPage({ executor, signal }, table, query, restriction);
  const columns = selectedColumns(table, query.selection);
  const conditions = conditionsOf(table, query.filter);
  let rows = executor.selectFrom(`${table.name} as ${MEMBER}`);
  for (const condition of restriction === undefined ? conditions : [restriction, ...conditions]) {
    rows = rows.where(condition);
  }
  let page = rows.select(expressionsOf(columns, { name: MEMBER }));
  for (const { field, descending } of query.sort) {
    // Databases sort NULL differently. Here it precedes all values, as in SQLite.
    page = page.orderBy(sortKeyOf(table, field), (by) => (descending ? by.desc().nullsLast() : by.asc().nullsFirst()));
  }
  // Without the id, records with equal sort values could occur on two pages or on no page.
  page = page.orderBy(sql.id(MEMBER, table.id)).limit(query.page.limit);
  if (query.page.offset > 0) page = page.offset(query.page.offset);
  const found: readonly Row[] = await page.execute({ signal });
  const records = found.map((row) => recordOf(columns, row));
  if (!query.total) return { records };
  const counted = await rows.select((eb) => eb.fn.countAll().as('total')).executeTakeFirst({ signal });
  return { records, total: Number(counted?.total ?? 0) };
}

/** Whether two transactions can run at the same time. If not, as in SQLite, rows do not have to be locked. */
function canOverlap(executor: Executor): boolean {
  return executor.isTransaction && executor.getExecutor().adapter.supportsMultipleConnections !== false;
}

/** Reads the records with some ids that match the conditions. */
export async function selectByKeys(
  { executor, signal, conditions = [], isLocking }: Run & { readonly isLocking: boolean | undefined },
  table: Table,
  keys: readonly (string | number)[],
  selection: CollectionQuery['selection'],
): Promise<readonly SourceRow[]> {
  const columns = selectedColumns(table, selection);
  if (keys.length === 0) return [];
  const byKeys = executor
    .selectFrom(`${table.name} as ${MEMBER}`)
    .select(expressionsOf(columns, { name: MEMBER }))
    .where(sql.id(MEMBER, table.id), 'in', keys);
  const statement = conditionsOf(table, conditions).reduce((rows, condition) => rows.where(condition), byKeys);
  const locking = isLocking === true && canOverlap(executor) ? statement.forUpdate() : statement;
  const rows: readonly Row[] = await locking.execute({ signal });
  return rows.map((row) => recordOf(columns, row));
}
