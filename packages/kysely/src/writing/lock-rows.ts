import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import { type Key, keyNames } from '../mapping/key.ts';
import type { AnyDatabase, Table } from '../mapping/table.ts';
import { canOverlap } from '../reading/select-page.ts';
import { keyAt, selectedKey } from '../statements/key-columns.ts';
import { keysCondition } from '../statements/keys-condition.ts';
import type { Executor } from '../statements/transaction.ts';

const eb = expressionBuilder<AnyDatabase>();

/**
 * Locks rows against other writes until the transaction ends, in the order of their ids: two transactions that lock the same rows wait for
 * each other, and do not deadlock. Returns whether any of the rows exists. Does nothing if transactions cannot overlap.
 *
 * @param others Other rows to lock.
 */
export async function lockRows(
  executor: Executor,
  table: Table,
  keys: readonly Key[],
  others: readonly Expression<SqlBool>[] = [],
): Promise<boolean> {
  if (!canOverlap(executor)) return true;
  const key = keyAt(undefined, keyNames(table));
  const isLocked = keys.length === 0 ? [...others] : [keysCondition(table.dialect, keys)(key), ...others];
  const rows = executor.selectFrom(table.name).select(selectedKey(key)).where(eb.or(isLocked));
  const ordered = key.columns.reduce((all, column) => all.orderBy(column), rows);
  // Rows that reference these rows can still be written.
  const locking = table.dialect.name === 'postgres' ? ordered.forNoKeyUpdate() : ordered.forUpdate();
  return (await locking.execute()).length > 0;
}
