import { hasOwn } from '@linkage/core/internal';
import type { LinkageChange, SourceCall } from '@linkage/server';
import { keyOf } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import type { RowLock } from '../reading/execute-read.ts';
import { canOverlap, selectByKeys } from '../reading/select-page.ts';
import { whereAll } from '../statements/condition.ts';
import { type ExactKey, exactKey, isKey } from '../statements/keys-condition.ts';
import { mustReadAfterWrite, writeScopeOf } from '../statements/scope.ts';
import { allFields, type SourceRow } from '../statements/selected-columns.ts';
import { slotFor } from '../statements/shape.ts';
import type { Executor } from '../statements/transaction.ts';
import { addMember } from './add-member.ts';
import { changeMembers, countOf, membersIn, newMemberOf } from './linkage.ts';
import type { Changed } from './members.ts';
import {
  assertRelatedExist,
  originsOf,
  outOfScope,
  runWrite,
  statementsOf,
  valuesInCall,
  valuesOf,
  type WrittenFields,
} from './write.ts';
import { increased, slotsFor, startWrite, writeRow } from './write-row.ts';

/**
 * Updates the type's own row, if there is something to write or to count; otherwise only reads it. Returns undefined if the row does not
 * exist.
 *
 * @param isLocked Whether the row is locked, also if nothing is written: each of two replacements of members at the same time would keep the
 * members that the other one adds, and two changes of several members would wait for each other.
 */
async function updateRow(
  { executor, table, key, execute }: Changed,
  fields: WrittenFields,
  call: SourceCall,
  isLocked: boolean,
) {
  const { version } = table;
  const kept: Record<string, unknown> = {};
  const [sent, own] = [valuesOf(table, fields, kept), valuesInCall(table.onUpdate, call, fields)];
  const values = { ...sent, ...own };
  const origins = originsOf(sent, own, [key]);
  const selection = allFields(table);
  const run = { executor, call: undefined, conditions: undefined };
  const readRow = async (lock?: RowLock) => (await selectByKeys({ ...run, lock }, table, [key], selection)).at(0);
  const columns = Object.keys(kept);
  if (columns.length === 0 && Object.keys(values).length === 0 && version === undefined) {
    const row = await readRow(isLocked ? 'change' : undefined);
    // A statement that waited for the lock has read other rows as they were before it waited.
    return isLocked && row !== undefined && canOverlap(executor) && mustReadAfterWrite(table) ? readRow() : row;
  }
  const updateOf = (set: Readonly<Record<string, unknown>>, id: ExactKey) =>
    whereAll(executor.updateTable(table.name).set({ ...kept, ...set, ...increased(table) }), [
      isKey(table, id),
      ...writeScopeOf(table),
    ]);
  if (!table.dialect.returning || mustReadAfterWrite(table)) {
    const [result] = await execute(updateOf(values, exactKey(table, key)), origins);
    const record = await readRow();
    // A driver of MySQL can be told to count only rows that the update changed: such a row is still in the scope.
    if (record === undefined && Number(result?.numUpdatedRows) > 0) throw outOfScope(table);
    return record;
  }
  const shape = startWrite(executor, table, `update${JSON.stringify(columns)}`, values);
  const slots = slotsFor(shape, values);
  const id = exactKey(table, key, slotFor.bind(undefined, shape));
  return writeRow(
    executor,
    table,
    shape,
    () => updateOf(slots, id),
    (statement) => execute(statement, origins),
  );
}

/** Updates a resource. Returns null if it does not exist. */
export async function updateRecord(
  db: Executor,
  table: Table,
  id: string,
  input: WrittenFields,
  call: SourceCall,
  hasFields = true,
): Promise<SourceRow | null> {
  const toMany = membersIn(table, input.relationships);
  const key = keyOf(table, id);
  if (key === undefined) return null;
  const write = { table, call, hasFields, statements: statementsOf(table, toMany.length) } as const;
  return runWrite(db, write, async (executor, execute) => {
    await assertRelatedExist(executor, table, input.relationships, call, execute);
    const changed = { executor, table, key, execute };
    const record = await updateRow(changed, input, call, toMany.length > 0);
    if (record === undefined) return null;
    for (const [name, replace] of toMany) await changeMembers(changed, name, { replace });
    return record;
  });
}

/** Whether each update changes the type's own row, also one that changes only members. */
function writesOwnRow({ version, onUpdate }: Table): boolean {
  return version !== undefined || Object.keys(onUpdate).length > 0;
}

/** Changes one relationship of a resource. Returns false if the resource does not exist. */
export async function relateRecord(
  db: Executor,
  table: Table,
  id: string,
  relationship: string,
  change: LinkageChange,
  call: SourceCall,
): Promise<boolean> {
  if (hasOwn(change, 'replace')) {
    const relationships = { [relationship]: change.replace };
    return (await updateRecord(db, table, id, { attributes: {}, relationships }, call, false)) !== null;
  }
  const key = keyOf(table, id);
  if (key === undefined) return false;
  return runWrite(db, { table, call, hasFields: false, statements: 'several' }, async (executor, execute) => {
    const changed = { executor, table, key, execute };
    const member = writesOwnRow(table) ? undefined : newMemberOf(table, relationship, change);
    if (member !== undefined && (await addMember(changed, relationship, member))) return true;
    const row = await updateRow(changed, { attributes: {}, relationships: {} }, call, countOf(change) > 1);
    if (row === undefined) return false;
    await changeMembers(changed, relationship, change);
    return true;
  });
}
