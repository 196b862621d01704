import { expressionBuilder, sql } from 'kysely';
import { dialectOf } from '../dialects/dialect-of.ts';
import { idOfKey, type Key, keyNames } from '../mapping/key.ts';
import type { AnyDatabase, ForeignKeyEdge, MembersEdge, Table, ThroughEdge } from '../mapping/table.ts';
import { canOverlap } from '../reading/select-page.ts';
import { type Execute, onlyKeys } from '../statements/execute-write.ts';
import { keyAt, keyValue, keyValues, readKey } from '../statements/key-columns.ts';
import { keysCondition } from '../statements/keys-condition.ts';
import { isTyped } from '../statements/links.ts';
import { idsInScope, isInScope, writeScopeOf } from '../statements/scope.ts';
import { type Executor, isMysql } from '../statements/transaction.ts';
import { lockRows } from './lock-rows.ts';

const eb = expressionBuilder<AnyDatabase>();

/** The resource whose relationship changes. */
export interface Changed {
  readonly executor: Executor;
  readonly table: Table;
  readonly key: Key;
  /** Executes the statements of the write. */
  readonly execute: Execute;
}

/** Changes the members of one to-many relationship of one resource. */
export interface Members {
  /** Adds members. Ignores members that already exist. Returns false if one of the resources does not exist. */
  readonly add: (keys: readonly Key[]) => Promise<boolean>;
  /** Removes members. Ignores members that do not exist. */
  readonly remove: (keys: readonly Key[]) => Promise<void>;
  /** Removes all members except these. */
  readonly removeOthers: (keys: readonly Key[]) => Promise<void>;
}

/** Whether rows with all of these keys exist in the scope of their table. They remain in it until the transaction ends. */
export async function doExist(
  executor: Executor,
  table: Table,
  keys: readonly Key[],
  execute: Execute,
): Promise<boolean> {
  if (keys.length === 0) return true;
  const rows = idsInScope(table, keysCondition(table.dialect, keys), executor);
  const found = await execute(canOverlap(executor) ? rows.forUpdate() : rows, onlyKeys([], keys));
  return found.length === keys.length;
}

function membersThrough(changed: Changed, relationship: string, edge: ThroughEdge): Members {
  const { executor, key: parent, execute } = changed;
  const written = { relationship, written: edge.table };
  const { table, from, to, typed, isUnchecked, target } = edge;
  const type = typed === undefined ? {} : { [typed.column]: typed.value };
  const ofParent = eb.and([eb(sql.id(from), '=', parent), ...isTyped(undefined, typed)]);
  const links = isInScope(target, keyAt(undefined, [to])).reduce(
    (rows, condition) => rows.where(condition),
    executor.deleteFrom(table).where(ofParent),
  );
  return {
    async add(keys) {
      if (keys.length === 0) return true;
      const present = executor
        .selectFrom(table)
        .select(readKey(target, keyAt(undefined, [to])).as('id'))
        .where(ofParent);
      // Without a lock, MySQL reads the rows that existed when the transaction began.
      const current = canOverlap(executor) && isMysql(executor) ? present.forUpdate() : present;
      const rows = await execute(current.where(sql.id(to), 'in', keys), onlyKeys([parent], keys), written);
      const known = new Set(rows.map(({ id }) => String(id)));
      const missing = keys.filter((key) => !known.has(idOfKey(target, key)));
      if (missing.length === 0) return true;
      const isHidden = isUnchecked || target?.scope !== undefined;
      if (isHidden && target !== undefined && !(await doExist(executor, target, missing, execute))) return false;
      // Another request can add the same member at the same time.
      const statement = executor
        .insertInto(table)
        .values(missing.map((key) => ({ [from]: parent, ...type, [to]: key })));
      const { onConflict } = dialectOf(executor);
      // To ignore errors, as MySQL can, would also ignore that a member does not exist.
      const safe =
        onConflict === 'do nothing'
          ? statement.onConflict((conflict) => conflict.doNothing())
          : statement.onDuplicateKeyUpdate({ [from]: sql.id(from) });
      await execute(safe, onlyKeys([parent], missing), written);
      return true;
    },
    async remove(keys) {
      if (keys.length > 0) await execute(links.where(eb(sql.id(to), 'in', keys)), onlyKeys([parent], keys), written);
    },
    async removeOthers(keys) {
      const others = keys.length === 0 ? links : links.where(sql.id(to), 'not in', keys);
      await execute(others, onlyKeys([parent], keys), written);
    },
  };
}

function membersByForeignKey(changed: Changed, relationship: string, edge: ForeignKeyEdge): Members {
  const { executor, key: parent, execute } = changed;
  const { target, columns, typed } = edge;
  const written = { relationship, written: target.name };
  const scope = writeScopeOf(target);
  const own = keyAt(undefined, keyNames(target));
  const hasKey = keysCondition.bind(undefined, target.dialect);
  const updated = (key: Key | null) => {
    const type = typed === undefined ? {} : { [typed.column]: key === null ? null : typed.value };
    return scope.reduce(
      (rows, condition) => rows.where(condition),
      executor.updateTable(target.name).set({ ...keyValues(columns, key), ...type }),
    );
  };
  const isMember = [eb(keyAt(undefined, columns).row, '=', keyValue(parent)), ...isTyped(undefined, typed)];
  const released = isMember.reduce((rows, condition) => rows.where(condition), updated(null));
  return {
    async add(keys) {
      if (keys.length === 0) return true;
      const values = onlyKeys([parent], keys);
      const [result] = await execute(updated(parent).where(hasKey(keys)(own)), values, written);
      if (Number(result?.numUpdatedRows) === keys.length) return true;
      // Drivers of MySQL can be told to count only rows that the update changed.
      const found = executor.selectFrom(target.name).select(executor.fn.countAll().as('found'));
      const known = scope.reduce((rows, condition) => rows.where(condition), found);
      const row = await known.where(hasKey(keys)(own)).executeTakeFirst();
      return Number(row?.found) === keys.length;
    },
    async remove(keys) {
      if (keys.length > 0) await execute(released.where(hasKey(keys)(own)), onlyKeys([parent], keys), written);
    },
    async removeOthers(keys) {
      // Two resources can exchange their members.
      await lockRows(executor, target, keys, [eb.and(isMember)]);
      const others = keys.length === 0 ? released : released.where(eb.not(hasKey(keys)(own)));
      await execute(others, onlyKeys([parent], keys), written);
    },
  };
}

/** Returns the members of a to-many relationship of the resource with this key. */
export function membersOf(changed: Changed, relationship: string, storage: MembersEdge): Members {
  return storage.kind === 'through'
    ? membersThrough(changed, relationship, storage)
    : membersByForeignKey(changed, relationship, storage);
}
