import type { SourceCall } from '@linkage/server';
import { sql } from 'kysely';
import type { Key, Table } from '../mapping/table.ts';
import { isKey } from '../statements/keys-condition.ts';
import { writeScopeOf } from '../statements/scope.ts';
import type { Executor } from '../statements/transaction.ts';
import { valuesInCall } from './write.ts';

/** Deletes a row, or writes the values of a deleted row. Returns false if the row does not exist. */
export async function removeRow(executor: Executor, table: Table, key: Key, call: SourceCall): Promise<boolean> {
  const { softDelete, version } = table;
  const conditions = [isKey(table, key), ...writeScopeOf(table)];
  if (softDelete === undefined) {
    const deletion = conditions.reduce((rows, it) => rows.where(it), executor.deleteFrom(table.name));
    const { numDeletedRows } = await deletion.executeTakeFirst();
    return Number(numDeletedRows) > 0;
  }
  const counted = version === undefined ? {} : { [version]: sql`${sql.id(version)} + 1` };
  const update = executor.updateTable(table.name).set({ ...valuesInCall(softDelete, call), ...counted });
  const { numUpdatedRows } = await conditions.reduce((rows, it) => rows.where(it), update).executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}
