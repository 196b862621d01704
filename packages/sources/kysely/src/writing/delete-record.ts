import { type Awaitable, assertNotAborted } from '@linkage/core/internal';
import type { SourceCall } from '@linkage/server';
import { keyOf } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import { inCall } from '../statements/in-call.ts';
import { type Executor, runInTransaction, runStatement } from '../statements/transaction.ts';
import { removeRow, removesOneRow } from './remove-row.ts';
import { areOfRow } from './write-conditions.ts';

/** Deletes a resource. Returns false if it does not exist, or does not match the conditions of the call. */
export function deleteRecord(db: Executor, table: Table, id: string, call: SourceCall): Awaitable<boolean> {
  assertNotAborted(call);
  const key = keyOf(table, id);
  if (key === undefined) return false;
  const remove = (executor: Executor): Awaitable<boolean> =>
    removeRow(table.usesCall || table.variesByRequest ? inCall(executor, table, call) : executor, table, key, call);
  const isOne = removesOneRow(table) && (call.conditions === undefined || areOfRow(table, call.conditions));
  return isOne ? runStatement(db, call, remove) : runInTransaction(db, call, remove);
}
