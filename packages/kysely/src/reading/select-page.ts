import type { CollectionQuery, SourcePage } from '@linkage/server';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Key, Table } from '../mapping/table.ts';
import { conditionsOf } from '../statements/conditions.ts';
import { keysCondition } from '../statements/keys-condition.ts';
import {
  expressionsOf,
  MEMBER,
  type Row,
  recordOf,
  type SourceRow,
  selectedColumns,
} from '../statements/selected-columns.ts';
import { joinsOf, sortKeyOf } from '../statements/sort-key.ts';
import type { Executor } from '../statements/transaction.ts';
import { executeRead, type Run } from './execute-read.ts';

/** Reads a page of a table: one statement, and one more when the total is wanted. */
export async function selectPage(
  run: Run,
  table: Table,
  query: CollectionQuery,
  restriction?: Expression<SqlBool>,
): Promise<SourcePage<SourceRow>> {
  const columns = selectedColumns(table, query.selection);
  const conditions = conditionsOf(table, query.filter);
  let rows = run.executor.selectFrom(`${table.name} as ${MEMBER}`);
  for (const condition of restriction === undefined ? conditions : [restriction, ...conditions]) {
    rows = rows.where(condition);
  }
  const keys = query.sort.map(({ field, descending }) => ({ ...sortKeyOf(table, field), descending }));
  let page = rows.select(expressionsOf(columns, { name: MEMBER }));
  for (const { alias, target, from } of joinsOf(keys)) {
    page = page.leftJoin(`${target.name} as ${alias}`, (join) => join.on(sql.id(alias, target.id), '=', from));
  }
  for (const { column, nullable, descending } of keys) {
    page = page.orderBy(column, (by) => {
      const ordered = descending ? by.desc() : by.asc();
      // NULL is less than everything else. An ordinary index does not have another order of NULL than its database.
      if (!nullable || table.dialect.nullIs === 'least') return ordered;
      return descending ? ordered.nullsLast() : ordered.nullsFirst();
    });
  }
  // Without the id, records that are equal by the keys could stand on two pages or on none.
  page = page.orderBy(sql.id(MEMBER, table.id)).limit(query.page.limit);
  if (query.page.offset > 0) page = page.offset(query.page.offset);
  const found: readonly Row[] = await executeRead(page, run);
  const records = found.map((row) => recordOf(columns, row));
  if (!query.total) return { records };
  const counted = await executeRead(
    rows.select((eb) => eb.fn.countAll().as('total')),
    run,
  );
  return { records, total: Number(counted[0]?.['total'] ?? 0) };
}

/** Whether two transactions can run at the same time; where they cannot, as in SQLite, rows need no locks. */
function canOverlap(executor: Executor): boolean {
  return executor.isTransaction && executor.getExecutor().adapter.supportsMultipleConnections !== false;
}

/** Reads the records of some ids, as far as they meet the conditions: one statement for each few thousand ids. */
export async function selectByKeys(
  run: Run & { readonly isLocking: boolean | undefined },
  table: Table,
  keys: readonly Key[],
  selection: CollectionQuery['selection'],
): Promise<readonly SourceRow[]> {
  const { executor, conditions = [], isLocking } = run;
  const columns = selectedColumns(table, selection);
  const { maxKeys, idsByCollation } = table.dialect;
  const records: SourceRow[] = [];
  for (let start = 0; start < keys.length; start += maxKeys) {
    const byKeys = executor
      .selectFrom(`${table.name} as ${MEMBER}`)
      .select(expressionsOf(columns, { name: MEMBER }))
      .where(keysCondition(table.dialect, sql.id(MEMBER, table.id), keys.slice(start, start + maxKeys)));
    const statement = conditionsOf(table, conditions).reduce((rows, condition) => rows.where(condition), byKeys);
    const locking = isLocking === true && canOverlap(executor) ? statement.forUpdate() : statement;
    const rows: readonly Row[] = await executeRead(locking, run);
    for (const row of rows) records.push(recordOf(columns, row));
  }
  if (!idsByCollation || table.idType === 'integer') return records;
  // Some collations find "a" by "A", and a resource must not have two URLs.
  const wanted = new Set(keys.map(String));
  return records.filter(({ id }) => wanted.has(String(id)));
}
