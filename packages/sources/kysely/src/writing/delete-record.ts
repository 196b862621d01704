import { assertNotAborted } from '@linkage/core/internal';
import type { SourceCall } from '@linkage/server';
import { keyOf } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import { inCall } from '../statements/in-call.ts';
import { type Executor, runInTransaction, runStatement } from '../statements/transaction.ts';
import { removeRow, removesOneRow } from './remove-row.ts';

/** Deletes a resource. Returns false if it does not exist. */
export async function deleteRecord(db: Executor, table: Table, id: string, call: SourceCall): Promise<boolean> {
  assertNotAborted(call);
  const key = keyOf(table, id);
  if (key === undefined) return false;
  const remove = (executor: Executor): Promise<boolean> =>
    removeRow(table.usesCall || table.variesByRequest ? inCall(executor, table, call) : executor, table, key, call);
  return removesOneRow(table) ? runStatement(db, call, remove) : runInTransaction(db, call, remove);
}
