import { sql } from 'kysely';
import { idOfKey, type Key, keyNames } from '../mapping/key.ts';
import { eb, type ForeignKeyStorage, type MembersStorage, type Table, type ThroughStorage } from '../mapping/table.ts';
import { canOverlap, lockedFor } from '../reading/execute-read.ts';
import { orderByAll, whereAll } from '../statements/condition.ts';
import { type Execute, onlyKeys } from '../statements/execute-write.ts';
import { keyAt, keyValue, keyValues, readKey } from '../statements/key-columns.ts';
import { exactKeys, keysCondition } from '../statements/keys-condition.ts';
import { isTyped, referencedKey } from '../statements/links.ts';
import { filteredIds, isFilteredId, writeFilterOf } from '../statements/row-filter.ts';
import type { Executor } from '../statements/transaction.ts';
import type { Changed } from './changed.ts';
import { canCompare, insertMembers, writeMembers } from './insert-members.ts';
import { lockRows } from './lock-rows.ts';
import { hasData, insertWithData, type SentData, updateData } from './member-data.ts';
import { increased } from './write-row.ts';

/** Changes the members of one to-many relationship of one resource. */
export interface Members {
  /** Adds members. Ignores members that already exist. Returns false if one of the resources does not exist. */
  readonly add: (keys: readonly Key[], sent?: SentData) => Promise<boolean>;
  /** Removes members. Ignores members that do not exist. */
  readonly remove: (keys: readonly Key[]) => Promise<boolean>;
  /** Adds members and removes all others. Returns false if one of the resources does not exist. */
  readonly replace: (keys: readonly Key[], sent?: SentData) => Promise<boolean>;
}

/** Whether rows with all of these keys exist and match the row filter of their table. They match it until the transaction ends. */
export async function doExist(
  executor: Executor,
  table: Table,
  keys: readonly Key[],
  execute: Execute,
): Promise<boolean> {
  if (keys.length === 0) return true;
  const rows = filteredIds(table, keysCondition(table.dialect, keys), executor);
  const { columns } = keyAt('filtered', keyNames(table));
  const locked = () => lockedFor(orderByAll(rows, columns), table, 'change');
  const found = await execute(canOverlap(executor) ? locked() : rows, onlyKeys([], keys));
  return found.length === keys.length;
}

/** Whether no foreign key checks that the members of a join table are resources of their type. */
export function hidesMembers({ isUnchecked, target }: ThroughStorage): boolean {
  return isUnchecked || target?.rowFilter !== undefined;
}

function membersThrough(changed: Changed, relationship: string, part: ThroughStorage): Members {
  const { executor, table: owner, key: parent, execute, isNew } = changed;
  const written = { relationship, written: part.table };
  const { table, from, to, typed, target } = part;
  const join = { executor, owner, part };
  const isOf = (key: unknown) => eb.and([eb(sql.id(from), '=', key), ...isTyped(undefined, typed)]);
  const linksOf = (key: unknown) =>
    whereAll(executor.deleteFrom(table).where(isOf(key)), isFilteredId(target, keyAt(undefined, [to])));
  const isHidden = hidesMembers(part);
  // MySQL also locks gaps between rows that it finds, so writers of several members could wait for each other. They wait here, in turn.
  const mustLock = isNew !== true && owner.dialect.locking === 'ranges';
  /** Returns the keys that are not members. */
  async function unknownOf(keys: readonly Key[]): Promise<readonly Key[]> {
    const present = executor
      .selectFrom(table)
      .select(readKey(target, keyAt(undefined, [to])).as('id'))
      .where(isOf(parent));
    // Without a lock, MySQL reads the rows that existed when the transaction began.
    const current = canOverlap(executor) && owner.dialect.locking === 'ranges' ? present.forUpdate() : present;
    const rows = await execute(current.where(sql.id(to), 'in', keys), onlyKeys([parent], keys), written);
    const known = new Set(rows.map(({ id }) => String(id)));
    return keys.filter((key) => !known.has(idOfKey(target, key)));
  }
  async function addWithData(keys: readonly Key[], sent: SentData): Promise<boolean> {
    if (!hasData(part)) return addLocked(keys);
    const unknown = isNew === true ? keys : await unknownOf(keys);
    if (isHidden && target !== undefined && !(await doExist(executor, target, unknown, execute))) return false;
    const write = { changed, part, relationship, sent };
    await insertWithData(write, unknown);
    const added = new Set(unknown);
    const known = keys.filter((key) => !added.has(key));
    await updateData(write, known);
    return true;
  }
  async function addLocked(keys: readonly Key[], sent?: SentData): Promise<boolean> {
    if (keys.length === 0) return true;
    if (sent !== undefined) return addWithData(keys, sent);
    const isCompared = isNew !== true && !isHidden && canCompare(executor, keys);
    const unknown = isNew === true || isCompared ? keys : await unknownOf(keys);
    if (unknown.length === 0) return true;
    if (isHidden && target !== undefined && !(await doExist(executor, target, unknown, execute))) return false;
    await execute(insertMembers(join, parent, unknown, isCompared), onlyKeys([parent], unknown), written);
    return true;
  }
  return {
    async add(keys, sent) {
      if (mustLock && keys.length > 1) await lockRows(executor, owner, [parent]);
      return addLocked(keys, sent);
    },
    async remove(keys) {
      if (mustLock && keys.length > 1) await lockRows(executor, owner, [parent]);
      const isSpelled = target?.key.some(({ hasSpellings }) => hasSpellings) === true;
      // A link can have another spelling than the id of its row.
      const removed = isSpelled ? filteredIds(target, exactKeys(target, keys)) : keys;
      const links = linksOf(parent).where(eb(sql.id(to), 'in', removed));
      if (keys.length > 0) await execute(links, onlyKeys([parent], keys), written);
      return true;
    },
    async replace(keys, sent) {
      if (mustLock) await lockRows(executor, owner, [parent]);
      const others = writeMembers(join, 'delete other members', [parent, keys], (own, members) =>
        members.length === 0 ? linksOf(own) : linksOf(own).where(sql.id(to), 'not in', members),
      );
      await execute(others, onlyKeys([parent], keys), written);
      return addLocked(keys, sent);
    },
  };
}

function membersByForeignKey(changed: Changed, relationship: string, part: ForeignKeyStorage): Members {
  const { executor, table: owner, key, execute } = changed;
  const { target, columns, references, typed } = part;
  const parent = references === undefined ? key : referencedKey(owner, references, key);
  const written = { relationship, written: target.name };
  const rowFilter = writeFilterOf(target);
  const own = keyAt(undefined, keyNames(target));
  const hasKey = keysCondition.bind(undefined, target.dialect);
  const isMember = [eb(keyAt(undefined, columns).row, '=', keyValue(parent)), ...isTyped(undefined, typed)];
  // A version counts every write of the row, but not of a row that was a member before. MySQL sets columns in turn, so it comes first.
  const { version } = target;
  const counted = version && {
    [version]: sql`case when ${eb.and(isMember)} then ${sql.id(version)} else ${sql.id(version)} + 1 end`,
  };
  const updated = (of: Key | null) => {
    const type = typed === undefined ? {} : { [typed.column]: of === null ? null : typed.value };
    const values = { ...(of === null ? increased(target) : counted), ...keyValues(columns, of), ...type };
    return whereAll(executor.updateTable(target.name).set(values), rowFilter);
  };
  const released = whereAll(updated(null), isMember);
  async function addLocked(keys: readonly Key[]): Promise<boolean> {
    if (keys.length === 0) return true;
    const values = onlyKeys([key], keys);
    const [result] = await execute(updated(parent).where(hasKey(keys)(own)), values, written);
    if (Number(result?.numUpdatedRows) === keys.length) return true;
    // Drivers of MySQL can be told to count only rows that the update changed.
    const found = executor.selectFrom(target.name).select(executor.fn.countAll().as('found'));
    const known = whereAll(found, rowFilter);
    const row = await known.where(hasKey(keys)(own)).executeTakeFirst();
    return Number(row?.found) === keys.length;
  }
  // One row needs no order.
  const lock = async (keys: readonly Key[]): Promise<void> => {
    if (keys.length > 1) await lockRows(executor, target, keys);
  };
  return {
    async add(keys) {
      await lock(keys);
      return addLocked(keys);
    },
    async remove(keys) {
      await lock(keys);
      if (keys.length > 0) await execute(released.where(exactKeys(target, keys)(own)), onlyKeys([key], keys), written);
      return true;
    },
    async replace(keys) {
      // Two resources can exchange their members.
      await lockRows(executor, target, keys, eb.and(isMember));
      const others = keys.length === 0 ? released : released.where(eb.not(hasKey(keys)(own)));
      await execute(others, onlyKeys([key], keys), written);
      return addLocked(keys);
    },
  };
}

/** Returns the members of a to-many relationship of the resource with this key. */
export function membersOf(changed: Changed, relationship: string, storage: MembersStorage): Members {
  return storage.kind === 'through'
    ? membersThrough(changed, relationship, storage)
    : membersByForeignKey(changed, relationship, storage);
}
