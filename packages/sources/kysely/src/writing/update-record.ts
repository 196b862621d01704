import { type Awaitable, andThen, assertNotAborted, hasOwn, inSteps, ready, type Steps } from '@linkage/core/internal';
import type { LinkageChange, SourceCall } from '@linkage/server';
import { keyOf } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import type { RowLock } from '../reading/execute-read.ts';
import { canOverlap } from '../reading/execute-read.ts';
import { selectByKeys } from '../reading/select-page.ts';
import { type Condition, whereAll } from '../statements/condition.ts';
import { type ExactKey, exactKey, isKey } from '../statements/keys-condition.ts';
import { isView, mustReadAfterWrite, writeFilterOf } from '../statements/row-filter.ts';
import { allFields, type SourceRow } from '../statements/selected-columns.ts';
import { slotFor } from '../statements/shape.ts';
import type { Executor } from '../statements/transaction.ts';
import { addMember } from './add-member.ts';
import type { Changed } from './changed.ts';
import { changeMembers, countOf, membersIn, newMemberOf, uncheckedLinkageOf } from './linkage.ts';
import {
  assertRelatedExist,
  originsOf,
  rowExcluded,
  runWrite,
  valuesInCall,
  valuesOf,
  type WrittenFields,
} from './write.ts';
import { areOfRow, lockedMatch, matchOfRow, prepareOfRow } from './write-conditions.ts';
import { increased, type Note, slotsFor, startWrite, writeRow } from './write-row.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Updates the type's own row, if there is something to write or to count; otherwise only reads it. Returns undefined if the row does not
 * exist.
 *
 * @param isLocked Whether the row is locked, also if nothing is written: each of two replacements of members at the same time would keep the
 * members that the other one adds, and two changes of several members would wait for each other.
 * @param conditions Conditions of the call that the row alone decides.
 */
function* updateRow(
  { executor, table, key, execute }: Changed,
  fields: WrittenFields,
  call: SourceCall,
  isLocked: boolean,
  conditions: SourceCall['conditions'],
  note?: Note,
): Steps<SourceRow | undefined> {
  const { version } = table;
  const kept: Record<string, unknown> = {};
  const [sent, own] = [valuesOf(table, fields, kept), valuesInCall(table.onUpdate, call, fields)];
  const values = { ...sent, ...own };
  const origins = originsOf(sent, own, [key]);
  const selection = allFields(table);
  const readRow = (lock?: RowLock, matching?: SourceCall['conditions']): Awaitable<SourceRow | undefined> =>
    andThen(selectByKeys({ executor, call: undefined, conditions: matching, lock }, table, [key], selection), (rows) =>
      rows.at(0),
    );
  const columns = Object.keys(kept);
  if (columns.length === 0 && Object.keys(values).length === 0 && version === undefined) {
    const row = yield* ready(readRow(isLocked ? 'change' : undefined, conditions));
    // A statement that waited for the lock has read other rows as they were before it waited.
    return isLocked && row !== undefined && canOverlap(executor) && mustReadAfterWrite(table)
      ? yield* ready(readRow())
      : row;
  }
  const updateOf = (set: Values, id: ExactKey, matching: readonly Condition[] = []) =>
    whereAll(executor.updateTable(table.name).set({ ...kept, ...set, ...increased(table) }), [
      isKey(table, id),
      ...writeFilterOf(table),
      ...matching,
    ]);
  if (!table.dialect.returning || mustReadAfterWrite(table)) {
    const update = function* (matching: SourceCall['conditions']): Steps<number> {
      const statement = updateOf(values, exactKey(table, key), matching && matchOfRow(table, matching));
      const [result] = yield* ready(execute(statement, origins));
      return Number(result?.numUpdatedRows);
    };
    // SQLite does not count the rows that a trigger of a view writes.
    const isViewed = isView(table);
    if (isViewed && (yield* ready(readRow())) === undefined) return undefined;
    let count = yield* update(conditions);
    // A policy of the table can let the user read the row, and not change it.
    if (count === 0 && isViewed && table.dialect.locking === 'rows') return undefined;
    if (count === 0 && conditions !== undefined) {
      // A driver of MySQL can be told to count only rows that the update changed.
      if (table.dialect.returning || (yield* ready(readRow('change', conditions))) === undefined) return undefined;
      count = yield* update(undefined);
    }
    const record = yield* ready(readRow());
    // An unchanged row still matches the row filter.
    if (record === undefined && (count > 0 || isViewed)) throw rowExcluded(table);
    return record;
  }
  const shape = startWrite(executor, table, `update${JSON.stringify(columns)}`, values);
  const slots = slotsFor(shape, values);
  const id = exactKey(table, key, slotFor.bind(undefined, shape));
  const isMatch = conditions && prepareOfRow(shape, table, conditions);
  const build = () => updateOf(slots, id, isMatch?.());
  return yield* ready(writeRow(executor, table, shape, build, (statement) => execute(statement, origins), note));
}

/** Updates a resource. Returns null if it does not exist, or does not match the conditions of the call. */
export function updateRecord(
  db: Executor,
  table: Table,
  id: string,
  input: WrittenFields,
  call: SourceCall,
  hasFields = true,
  note?: Note,
): Awaitable<SourceRow | null> {
  const toMany = membersIn(table, input.relationships);
  const key = keyOf(table, id);
  if (key === undefined) return null;
  const { conditions } = call;
  const unchecked = uncheckedLinkageOf(table, input.relationships, call.deleted);
  const isCounted = !isView(table) || canOverlap(db);
  const isOfRow = conditions === undefined || (isCounted && areOfRow(table, conditions));
  const isSeveral = !isOfRow || toMany.length + unchecked.length > 0 || mustReadAfterWrite(table);
  const write = { table, call, sent: hasFields ? input : undefined, isSeveral };
  return runWrite(db, write, (executor, execute) =>
    inSteps(function* () {
      if (!isOfRow && (yield* ready(lockedMatch(executor, table, key, conditions))) === undefined) return null;
      if (unchecked.length > 0) yield* assertRelatedExist(executor, unchecked, execute);
      const changed = { executor, table, key, execute };
      const isLocked = toMany.length > 0;
      const record = yield* updateRow(changed, input, call, isLocked, isOfRow ? conditions : undefined, note);
      if (record === undefined) return null;
      for (const [name, replace] of toMany) yield* ready(changeMembers(changed, name, { replace }));
      // If it is too late to respond, it is too late to commit.
      if (isLocked) assertNotAborted(call);
      return record;
    }),
  );
}

/** Whether each update changes the type's own row, also one that changes only members. */
function writesOwnRow({ version, onUpdate }: Table): boolean {
  return version !== undefined || Object.keys(onUpdate).length > 0;
}

/** Changes one relationship of a resource. Returns false if the resource does not exist. */
export function updateRelationshipRecord(
  db: Executor,
  table: Table,
  id: string,
  relationship: string,
  change: LinkageChange,
  call: SourceCall,
): Awaitable<boolean> {
  if (hasOwn(change, 'replace')) {
    const relationships = { [relationship]: change.replace };
    const updated = updateRecord(db, table, id, { attributes: {}, relationships }, call, false);
    return andThen(updated, (record) => record !== null);
  }
  const key = keyOf(table, id);
  if (key === undefined) return false;
  return runWrite(db, { table, call, isSeveral: true }, (executor, execute) =>
    inSteps(function* () {
      const changed = { executor, table, key, execute };
      const member = writesOwnRow(table) ? undefined : newMemberOf(table, relationship, change);
      if (member !== undefined && (yield* ready(addMember(changed, relationship, member)))) return true;
      const fields = { attributes: {}, relationships: {} };
      const row = yield* updateRow(changed, fields, call, countOf(change) > 1, undefined);
      if (row === undefined) return false;
      yield* ready(changeMembers(changed, relationship, change));
      return true;
    }),
  );
}
