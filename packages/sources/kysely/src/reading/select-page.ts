import type { CollectionQuery, SourceCall, SourcePage } from '@linkage/server';
import { dialectOf } from '../dialects/dialect-of.ts';
import { idOfKey, type Key, keyNames } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import { orderByAll, whereAll } from '../statements/condition.ts';
import { prepareConditions } from '../statements/conditions.ts';
import { keyAt } from '../statements/key-columns.ts';
import { prepareKeys } from '../statements/keys-condition.ts';
import { prepareOrder } from '../statements/order-keys.ts';
import { scopeOf } from '../statements/scope.ts';
import { expressionsOf, MEMBER, recordsOf, type SourceRow, selectedColumns } from '../statements/selected-columns.ts';
import { selectionShape, slotFor, sortShape, startShape } from '../statements/shape.ts';
import type { Executor } from '../statements/transaction.ts';
import { type Run, readRows } from './execute-read.ts';
import { estimateTotal, prepareRows, type Restriction, selectTotal, TOTAL, totalOf } from './filtered-rows.ts';
import { isKeyset, selectKeysetPage } from './keyset-page.ts';
import { missingOfPage } from './missing-indexes.ts';
import { orderedRows } from './ordered-rows.ts';
import { preparePageRows } from './page-rows.ts';

/** The intention of a transaction: whether it changes rows and keeps their ids, or can delete them. */
export type RowLock = 'change' | 'delete';

/** A run of statements that read rows, with their lock. */
type LockingRun = Run & { readonly lock: RowLock | undefined };

/** Returns the lock of the rows of a call. */
export function lockOf({ forUpdate, keepsRecords }: SourceCall): RowLock | undefined {
  if (forUpdate !== true) return undefined;
  return keepsRecords === true ? 'change' : 'delete';
}

/** A statement that can lock its rows. */
interface Lockable<Rows> {
  readonly forUpdate: (of?: never) => Rows;
  readonly forNoKeyUpdate: (of?: never) => Rows;
}

/**
 * Locks the rows of a statement against other writes. In PostgreSQL, rows that reference a changed row can still be written; a row that can
 * be deleted must not be referenced any more.
 *
 * @param alias The table to lock, of several: PostgreSQL cannot lock rows that an outer join may not find. MariaDB locks all of them.
 */
export function lockedFor<Rows extends Lockable<Rows>>(
  rows: Rows,
  { dialect }: Pick<Table, 'dialect'>,
  lock: RowLock,
  alias?: typeof MEMBER,
): Rows {
  if (dialect.locking !== 'rows') return rows.forUpdate();
  return lock === 'change' ? rows.forNoKeyUpdate(alias as never) : rows.forUpdate(alias as never);
}

/** Whether two transactions can run at the same time. If not, as in SQLite, rows do not have to be locked. */
export function canOverlap(executor: Executor): boolean {
  if (!executor.isTransaction || dialectOf(executor).locking === 'database') return false;
  return executor.getExecutor().adapter.supportsMultipleConnections !== false;
}

/** Reads a page of a table: one statement, also with the total, and another one for the total of an empty page behind the first. */
export async function selectPage(
  run: LockingRun,
  table: Table,
  query: CollectionQuery,
  restriction?: Restriction,
): Promise<SourcePage<SourceRow>> {
  if (isKeyset(query.page)) return selectKeysetPage(run, table, query, restriction);
  const { filter, sort, page, selection } = query;
  const shape = startShape(run.executor, `page;${selectionShape(selection)};${sortShape(sort)}`);
  const order = prepareOrder(shape, table, sort);
  const given = { filter, sort, restriction };
  const lock = canOverlap(run.executor) ? run.lock : undefined;
  shape.text += `;${lock}`;
  // A database locks the rows of the statement itself, and not those of a subquery.
  const pageRows = preparePageRows(shape, run, table, given, page, lock === undefined);
  const limit = slotFor(shape, page.limit) as number;
  if (query.total) shape.text += ';total';
  const counted = query.total ? prepareRows(shape, run, table, given) : undefined;
  const build = () => {
    const columns = selectedColumns(table, selection);
    const keys = order();
    const { rows, offset } = pageRows({ keys, bounds: [] });
    let statement = orderedRows(rows, expressionsOf(columns, { name: MEMBER }), table, keys).limit(limit);
    if (offset !== undefined) statement = statement.offset(offset as number);
    if (lock !== undefined) statement = lockedFor(statement, table, lock, MEMBER);
    return { columns, statement: counted === undefined ? statement : statement.select(totalOf(counted())) };
  };
  const found = await readRows(run, table, shape, build, () => missingOfPage(table, given));
  const records = recordsOf(found.columns, found.rows);
  if (query.estimatedTotal === true)
    return { records, estimatedTotal: { bestGuess: await estimateTotal(run, table, given) } };
  if (!query.total) return { records };
  const first = found.rows.at(0);
  if (first !== undefined) return { records, total: Number(first[TOTAL]) };
  // No row contains the total of an empty page. The first page is empty only if there are no rows.
  if (page.offset === 0 && page.limit > 0) return { records, total: 0 };
  const total = await selectTotal(run, table, given);
  // Rows that were added after the page was read are not part of its total.
  return { records, total: page.limit > 0 ? Math.min(total, page.offset) : total };
}

/** Reads the rows of some keys by one statement. */
async function recordsOfKeys(
  run: LockingRun,
  table: Table,
  keys: readonly Key[],
  selection: CollectionQuery['selection'],
): Promise<readonly SourceRow[]> {
  const { executor, conditions = [] } = run;
  const lock = canOverlap(executor) ? run.lock : undefined;
  const shape = startShape(executor, `keys;${selectionShape(selection)};${lock}`);
  const hasKey = prepareKeys(shape, table.dialect, keys);
  const isReadable = prepareConditions(shape, table, conditions);
  const { rows, columns } = await readRows(run, table, shape, () => {
    const selected = selectedColumns(table, selection);
    const byKeys = executor
      .selectFrom(`${table.name} as ${MEMBER}`)
      .select(expressionsOf(selected, { name: MEMBER }))
      .where(hasKey(keyAt(MEMBER, keyNames(table))));
    const statement = whereAll(byKeys, [...scopeOf(table, MEMBER), ...isReadable()]);
    if (lock === undefined) return { columns: selected, statement };
    // Transactions that lock several rows in one order do not wait for each other.
    const ordered = orderByAll(statement, keyAt(MEMBER, keyNames(table)).columns);
    return { columns: selected, statement: lockedFor(ordered, table, lock) };
  });
  return recordsOf(columns, rows);
}

/** The maximum number of rows of several columns that one statement compares: a database plans each of them. */
export const MAX_ROWS = 500;

/** Returns the number of keys of one statement. */
export function maxKeysOf({ key, dialect }: Table): number {
  return key.length === 1 ? dialect.maxKeys : MAX_ROWS;
}

/** Reads the records with some ids that match the conditions: one statement for each few thousand ids. */
export async function selectByKeys(
  run: LockingRun,
  table: Table,
  keys: readonly Key[],
  selection: CollectionQuery['selection'],
): Promise<readonly SourceRow[]> {
  const isExact = table.codecs.every((codec) => codec.isExact);
  const maxKeys = maxKeysOf(table);
  if (keys.length > 0 && keys.length <= maxKeys && isExact) return recordsOfKeys(run, table, keys, selection);
  const records: SourceRow[] = [];
  for (let start = 0; start < keys.length; start += maxKeys) {
    const some = await recordsOfKeys(run, table, keys.slice(start, start + maxKeys), selection);
    for (const record of some) records.push(record);
  }
  if (isExact) return records;
  // Some collations find "a" by "A", and a number has many texts, but a resource must not have two URLs.
  const wanted = new Set(keys.map((key) => idOfKey(table, key)));
  return records.filter(({ id }) => wanted.has(String(id)));
}
