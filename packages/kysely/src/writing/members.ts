import { expressionBuilder, type InsertQueryBuilder, type InsertResult, sql } from 'kysely';
import { dialectOf } from '../dialects/dialect-of.ts';
import { idOfKey, type Key, keyNames } from '../mapping/key.ts';
import type { AnyDatabase, ForeignKeyEdge, MembersEdge, Table, ThroughEdge } from '../mapping/table.ts';
import { canOverlap, lockedFor } from '../reading/select-page.ts';
import { type Execute, onlyKeys } from '../statements/execute-write.ts';
import { keyAt, keyValue, keyValues, readKey } from '../statements/key-columns.ts';
import { keysCondition } from '../statements/keys-condition.ts';
import { isTyped } from '../statements/links.ts';
import { idsInScope, isInScope, writeScopeOf } from '../statements/scope.ts';
import { type Executor, isMysql } from '../statements/transaction.ts';
import { lockRows } from './lock-rows.ts';

const eb = expressionBuilder<AnyDatabase>();

/** The maximum number of members that one statement compares with those that exist: SQLite limits the parts of a `union all`. */
const MOST_COMPARED = 100;

type Insert = InsertQueryBuilder<AnyDatabase, string, InsertResult>;

/** The resource whose relationship changes. */
export interface Changed {
  readonly executor: Executor;
  readonly table: Table;
  readonly key: Key;
  /** Executes the statements of the write. */
  readonly execute: Execute;
  /** Whether this write has created the resource, so that no row of a join table refers to it yet. */
  readonly isNew?: boolean;
}

/** Changes the members of one to-many relationship of one resource. */
export interface Members {
  /** Adds members. Ignores members that already exist. Returns false if one of the resources does not exist. */
  readonly add: (keys: readonly Key[]) => Promise<boolean>;
  /** Removes members. Ignores members that do not exist. */
  readonly remove: (keys: readonly Key[]) => Promise<boolean>;
  /** Adds members and removes all others. Returns false if one of the resources does not exist. */
  readonly replace: (keys: readonly Key[]) => Promise<boolean>;
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
  const { columns } = keyAt('scoped', keyNames(table));
  const locked = () =>
    lockedFor(
      columns.reduce((found, column) => found.orderBy(column), rows),
      table,
      'change',
    );
  const found = await execute(canOverlap(executor) ? locked() : rows, onlyKeys([], keys));
  return found.length === keys.length;
}

/** Whether no foreign key checks that the members of a join table are resources of their type. */
export function hidesMembers({ isUnchecked, target }: ThroughEdge): boolean {
  return isUnchecked || target?.scope !== undefined;
}

/**
 * Returns an insert into a join table that skips rows that exist: another request can add them at the same time. To ignore errors, as MySQL
 * can, would also ignore that a member does not exist.
 */
export function orSkip(executor: Executor, statement: Insert, { table, from }: ThroughEdge): Insert {
  return dialectOf(executor).onConflict === 'do nothing'
    ? statement.onConflict((conflict) => conflict.doNothing())
    : statement.onDuplicateKeyUpdate({ [from]: sql.id(...table.split('.'), from) });
}

function membersThrough(changed: Changed, relationship: string, edge: ThroughEdge): Members {
  const { executor, table: owner, key: parent, execute, isNew } = changed;
  const written = { relationship, written: edge.table };
  const { table, from, to, typed, target } = edge;
  const type = typed === undefined ? {} : { [typed.column]: typed.value };
  const ofParent = eb.and([eb(sql.id(from), '=', parent), ...isTyped(undefined, typed)]);
  const links = isInScope(target, keyAt(undefined, [to])).reduce(
    (rows, condition) => rows.where(condition),
    executor.deleteFrom(table).where(ofParent),
  );
  const isHidden = hidesMembers(edge);
  // MySQL also locks gaps between rows that it finds, so writers of several members could wait for each other. They wait here, in turn.
  const lock = async (): Promise<void> => {
    if (isNew !== true && isMysql(executor)) await lockRows(executor, owner, [parent]);
  };
  /** Returns the keys that are not members. */
  async function unknownOf(keys: readonly Key[]): Promise<readonly Key[]> {
    const present = executor
      .selectFrom(table)
      .select(readKey(target, keyAt(undefined, [to])).as('id'))
      .where(ofParent);
    // Without a lock, MySQL reads the rows that existed when the transaction began.
    const current = canOverlap(executor) && isMysql(executor) ? present.forUpdate() : present;
    const rows = await execute(current.where(sql.id(to), 'in', keys), onlyKeys([parent], keys), written);
    const known = new Set(rows.map(({ id }) => String(id)));
    return keys.filter((key) => !known.has(idOfKey(target, key)));
  }
  /** Inserts the rows of these keys in the order of their ids, because an insert waits for another one of the same row. */
  async function insert(keys: readonly Key[], isCompared: boolean): Promise<void> {
    const ids = new Map(keys.map((key) => [idOfKey(target, key), key]));
    const sorted = [...ids.keys()].sort().map((id) => ids.get(id) as Key);
    const into = executor.insertInto(table);
    const statement = isCompared
      ? into.columns([from, ...Object.keys(type), to]).expression(missing(sorted))
      : into.values(sorted.map((key) => ({ [from]: parent, ...type, [to]: key })));
    await execute(orSkip(executor, statement, edge), onlyKeys([parent], keys), written);
  }
  /** Returns the rows of keys that are not members. Triggers and locks leave members alone that stay. */
  function missing(keys: readonly Key[]) {
    // The values of a `union all` have the type of the first ones.
    const typed = sql`select 0 as place, ${sql.id(to)} as member from ${sql.table(table)} where 1 = 0`;
    const named = keys.map((key, place) => sql`select ${sql.lit(place)}, ${key}`);
    const member = sql.ref('given.member');
    const isMember = eb.selectFrom(table).select(sql.lit(1).as('found')).where(ofParent).where(sql.id(to), '=', member);
    return executor
      .selectFrom(sql`(${sql.join([typed, ...named], sql` union all `)})`.as('given'))
      .where(eb.not(eb.exists(isMember)))
      .select([sql`${parent}`.as('c0'), ...Object.values(type).map((it) => sql`${it}`.as('c1')), member.as('c2')])
      .orderBy('given.place');
  }
  async function addLocked(keys: readonly Key[]): Promise<boolean> {
    if (keys.length === 0) return true;
    // MySQL would compare the values of a `union all` inexactly: they have a type of their own there.
    const isCompared = isNew !== true && !isHidden && keys.length <= MOST_COMPARED && !isMysql(executor);
    const unknown = isNew === true || isCompared ? keys : await unknownOf(keys);
    if (unknown.length === 0) return true;
    if (isHidden && target !== undefined && !(await doExist(executor, target, unknown, execute))) return false;
    await insert(unknown, isCompared);
    return true;
  }
  return {
    async add(keys) {
      if (keys.length > 1) await lock();
      return addLocked(keys);
    },
    async remove(keys) {
      if (keys.length > 1) await lock();
      if (keys.length > 0) await execute(links.where(eb(sql.id(to), 'in', keys)), onlyKeys([parent], keys), written);
      return true;
    },
    async replace(keys) {
      await lock();
      const others = keys.length === 0 ? links : links.where(sql.id(to), 'not in', keys);
      await execute(others, onlyKeys([parent], keys), written);
      return addLocked(keys);
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
  async function addLocked(keys: readonly Key[]): Promise<boolean> {
    if (keys.length === 0) return true;
    const values = onlyKeys([parent], keys);
    const [result] = await execute(updated(parent).where(hasKey(keys)(own)), values, written);
    if (Number(result?.numUpdatedRows) === keys.length) return true;
    // Drivers of MySQL can be told to count only rows that the update changed.
    const found = executor.selectFrom(target.name).select(executor.fn.countAll().as('found'));
    const known = scope.reduce((rows, condition) => rows.where(condition), found);
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
      if (keys.length > 0) await execute(released.where(hasKey(keys)(own)), onlyKeys([parent], keys), written);
      return true;
    },
    async replace(keys) {
      // Two resources can exchange their members.
      await lockRows(executor, target, keys, eb.and(isMember));
      const others = keys.length === 0 ? released : released.where(eb.not(hasKey(keys)(own)));
      await execute(others, onlyKeys([parent], keys), written);
      return addLocked(keys);
    },
  };
}

/** Returns the members of a to-many relationship of the resource with this key. */
export function membersOf(changed: Changed, relationship: string, storage: MembersEdge): Members {
  return storage.kind === 'through'
    ? membersThrough(changed, relationship, storage)
    : membersByForeignKey(changed, relationship, storage);
}
