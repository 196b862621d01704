import type { Expression, SqlBool } from 'kysely';
import { idOfKey, type Key, keyNames } from '../mapping/key.ts';
import { eb, type Table } from '../mapping/table.ts';
import { canOverlap, lockedFor } from '../reading/execute-read.ts';
import { type Condition, orderByAll, whereAll } from '../statements/condition.ts';
import { executeWithId } from '../statements/execute-write.ts';
import { keyAt, keyOfRow, readableKey, selectedKey } from '../statements/key-columns.ts';
import { exactKey, isKey, keysCondition } from '../statements/keys-condition.ts';
import { writeFilterOf } from '../statements/row-filter.ts';
import type { Executor } from '../statements/transaction.ts';

/**
 * Locks rows against other writes until the transaction ends, in the order of their ids: two transactions that lock the same rows wait for
 * each other, and do not deadlock. Does nothing if transactions cannot overlap.
 *
 * @param others The condition of other rows to lock.
 */
export async function lockRows(
  executor: Executor,
  table: Table,
  keys: readonly Key[],
  others?: Expression<SqlBool>,
): Promise<void> {
  if (!canOverlap(executor)) return;
  const hasKey = (of: readonly Key[]) => keysCondition(table.dialect, of)(keyAt(undefined, keyNames(table)));
  let all = keys;
  let more = others;
  if (others !== undefined && table.dialect.locking === 'ranges') {
    // MySQL locks rows in the order in which it finds them. An index of the condition does not have the order of the ids.
    const found = await executor.selectFrom(table.name).select(readableKey(table)).where(others).execute();
    const members = found.map((row) => keyOfRow(table, row));
    all = [...new Map([...keys, ...members].map((key) => [idOfKey(table, key), key])).values()];
    more = undefined;
  }
  const isLocked = [...(all.length === 0 ? [] : [hasKey(all)]), ...(more === undefined ? [] : [more])];
  if (isLocked.length === 0) return;
  const key = keyAt(undefined, keyNames(table));
  const rows = executor.selectFrom(table.name).select(selectedKey(key)).where(eb.or(isLocked));
  const ordered = orderByAll(rows, key.columns);
  await lockedFor(ordered, table, 'change').execute();
}

/**
 * Locks the row of an id in the request until the transaction ends. Returns its key, or undefined if no resource has the id.
 *
 * @param conditions What else the row must match.
 */
export async function lockedKey(
  executor: Executor,
  table: Table,
  key: Key,
  conditions: readonly Condition[] = [],
): Promise<Key | undefined> {
  const rows = executor.selectFrom(table.name).select(readableKey(table));
  const found = whereAll(rows, [isKey(table, exactKey(table, key)), ...writeFilterOf(table), ...conditions]);
  const locking = canOverlap(executor) ? found.forUpdate() : found;
  const row = await executeWithId(table, key, locking, () => locking.executeTakeFirst());
  return row && keyOfRow(table, row);
}
