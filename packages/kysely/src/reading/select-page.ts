import type { CollectionQuery, SourcePage } from '@linkage/server';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Key, Table } from '../mapping/table.ts';
import { conditionsOf } from '../statements/conditions.ts';
import { keptStatement, shapeOf, withParameters } from '../statements/kept-statements.ts';
import { keysCondition } from '../statements/keys-condition.ts';
import { hasFixedStatements, scopeOf } from '../statements/scope.ts';
import {
  expressionsOf,
  MEMBER,
  recordOf,
  type SelectedColumns,
  type SourceRow,
  selectedColumns,
} from '../statements/selected-columns.ts';
import { joinsOf, sortKeyOf } from '../statements/sort-key.ts';
import type { Executor } from '../statements/transaction.ts';
import { executeRead, type Run } from './execute-read.ts';
import { isKeyset, selectKeysetPage } from './keyset-page.ts';

/** Returns the rows of a table that match the filter and the restriction. */
function filteredRows({ executor }: Run, table: Table, { filter }: CollectionQuery, restriction?: Expression<SqlBool>) {
  const conditions = conditionsOf(table, filter);
  const all = [...scopeOf(table, MEMBER), ...(restriction === undefined ? [] : [restriction]), ...conditions];
  return all.reduce((rows, condition) => rows.where(condition), executor.selectFrom(`${table.name} as ${MEMBER}`));
}

/** Returns the statement that reads a page of these rows. */
function pageOf(
  rows: ReturnType<typeof filteredRows>,
  table: Table,
  { sort, page: { limit, offset } }: CollectionQuery,
  columns: SelectedColumns,
) {
  const keys = sort.map(({ field, descending }) => ({ ...sortKeyOf(table, field), descending }));
  let page = rows.select(expressionsOf(columns, { name: MEMBER }));
  for (const { alias, target, from } of joinsOf(keys)) {
    page = page.leftJoin(`${target.name} as ${alias}`, (join) =>
      scopeOf(target, alias).reduce((on, condition) => on.on(condition), join.on(sql.id(alias, target.id), '=', from)),
    );
  }
  for (const { column, nullable, descending } of keys) {
    page = page.orderBy(column, (by) => {
      const ordered = descending ? by.desc() : by.asc();
      // NULL is less than everything else. An ordinary index does not have another order of NULL than its database.
      if (!nullable || table.dialect.nullIs === 'least') return ordered;
      return descending ? ordered.nullsLast() : ordered.nullsFirst();
    });
  }
  // Without the id, records with equal sort values could occur on two pages or on no page.
  page = page.orderBy(sql.id(MEMBER, table.id)).limit(limit);
  return offset > 0 ? page.offset(offset) : page;
}

/** Reads the rows of a page. Statements without conditions are kept: only the page is different each time. */
async function pageRows(
  run: Run,
  table: Table,
  query: CollectionQuery,
  restriction?: Expression<SqlBool>,
): Promise<readonly SourceRow[]> {
  const { filter, sort, page, selection } = query;
  if (restriction !== undefined || filter.length > 0 || !hasFixedStatements(table)) {
    const columns = selectedColumns(table, selection);
    const rows = await executeRead(pageOf(filteredRows(run, table, query, restriction), table, query, columns), run);
    return rows.map((row) => recordOf(columns, row));
  }
  const order = sort.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join();
  const shape = `page;${page.offset > 0};${order};${shapeOf(selection)}`;
  const statement = keptStatement(table, shape, () => {
    const columns = selectedColumns(table, selection);
    return { columns, compiled: pageOf(filteredRows(run, table, query), table, query, columns).compile() };
  });
  const parameters = page.offset > 0 ? [page.limit, page.offset] : [page.limit];
  const rows = await executeRead(withParameters(statement, run.executor, parameters), run);
  return rows.map((row) => recordOf(statement.columns, row));
}

/** Reads a page of a table: one statement, and another one if the total is requested. */
export async function selectPage(
  run: Run,
  table: Table,
  query: CollectionQuery,
  restriction?: Expression<SqlBool>,
): Promise<SourcePage<SourceRow>> {
  if (isKeyset(query.page)) return selectKeysetPage(run, table, query, restriction);
  const records = await pageRows(run, table, query, restriction);
  if (!query.total) return { records };
  const rows = filteredRows(run, table, query, restriction);
  const [counted] = await executeRead(
    rows.select((eb) => eb.fn.countAll().as('total')),
    run,
  );
  return { records, total: Number(counted?.['total'] ?? 0) };
}

/** The maximum number of keys of a statement that is kept. */
const MAX_KEPT_KEYS = 200;

/** How to read rows, and whether they are about to be changed. */
type LockingRun = Run & { readonly isLocking: boolean | undefined };

/** Whether two transactions can run at the same time. If not, as in SQLite, rows do not have to be locked. */
export function canOverlap(executor: Executor): boolean {
  return executor.isTransaction && executor.getExecutor().adapter.supportsMultipleConnections !== false;
}

/** Returns the statement that reads the rows of some keys. */
function rowsOfKeys(
  { executor, conditions = [], isLocking }: LockingRun,
  table: Table,
  keys: readonly Key[],
  columns: SelectedColumns,
) {
  const byKeys = executor
    .selectFrom(`${table.name} as ${MEMBER}`)
    .select(expressionsOf(columns, { name: MEMBER }))
    .where(keysCondition(table.dialect, sql.id(MEMBER, table.id), keys));
  const all = [...scopeOf(table, MEMBER), ...conditionsOf(table, conditions)];
  const rows = all.reduce((statement, condition) => statement.where(condition), byKeys);
  return isLocking === true && canOverlap(executor) ? rows.forUpdate() : rows;
}

/** Reads the rows of some keys. Statements without conditions are kept for each number of keys. */
async function recordsOfKeys(
  run: LockingRun,
  table: Table,
  keys: readonly Key[],
  selection: CollectionQuery['selection'],
): Promise<readonly SourceRow[]> {
  const { executor, conditions = [], isLocking } = run;
  if (conditions.length > 0 || keys.length > MAX_KEPT_KEYS || !hasFixedStatements(table)) {
    const columns = selectedColumns(table, selection);
    const rows = await executeRead(rowsOfKeys(run, table, keys, columns), run);
    return rows.map((row) => recordOf(columns, row));
  }
  const { keysAsArray } = table.dialect;
  const count = keysAsArray ? Math.min(keys.length, 2) : keys.length;
  const isLocked = isLocking === true && canOverlap(executor);
  const statement = keptStatement(table, `keys;${count};${isLocked};${shapeOf(selection)}`, () => {
    const columns = selectedColumns(table, selection);
    return { columns, compiled: rowsOfKeys(run, table, keys, columns).compile() };
  });
  const parameters = keysAsArray && keys.length > 1 ? [keys] : keys;
  const rows = await executeRead(withParameters(statement, executor, parameters), run);
  return rows.map((row) => recordOf(statement.columns, row));
}

/** Reads the records with some ids that match the conditions: one statement for each few thousand ids. */
export async function selectByKeys(
  run: LockingRun,
  table: Table,
  keys: readonly Key[],
  selection: CollectionQuery['selection'],
): Promise<readonly SourceRow[]> {
  const { maxKeys, idsByCollation } = table.dialect;
  const records: SourceRow[] = [];
  for (let start = 0; start < keys.length; start += maxKeys) {
    const some = await recordsOfKeys(run, table, keys.slice(start, start + maxKeys), selection);
    for (const record of some) records.push(record);
  }
  if (!idsByCollation || table.idType === 'integer') return records;
  // Some collations find "a" by "A", and a resource must not have two URLs.
  const wanted = new Set(keys.map(String));
  return records.filter(({ id }) => wanted.has(String(id)));
}
