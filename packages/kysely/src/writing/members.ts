import { expressionBuilder, sql } from 'kysely';
import { dialectOf } from '../dialects/dialect-of.ts';
import { idOfKey, type Key, keyNames } from '../mapping/key.ts';
import type { AnyDatabase, ForeignKeyEdge, MembersEdge, Table, ThroughEdge } from '../mapping/table.ts';
import { canOverlap } from '../reading/select-page.ts';
import { keyAt, keyValue, keyValues } from '../statements/key-columns.ts';
import { keysCondition } from '../statements/keys-condition.ts';
import { isTyped } from '../statements/links.ts';
import { idsInScope, isInScope, writeScopeOf } from '../statements/scope.ts';
import type { Executor } from '../statements/transaction.ts';

const eb = expressionBuilder<AnyDatabase>();

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
export async function doExist(executor: Executor, table: Table, keys: readonly Key[]): Promise<boolean> {
  if (keys.length === 0) return true;
  const rows = idsInScope(table, keysCondition(table.dialect, keys), executor);
  const found = await (canOverlap(executor) ? rows.forUpdate() : rows).execute();
  return found.length === keys.length;
}

function membersThrough(executor: Executor, edge: ThroughEdge, parent: Key): Members {
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
      const rows = await executor
        .selectFrom(table)
        .select(sql.id(to).as('id'))
        .where(ofParent)
        .where(sql.id(to), 'in', keys)
        .execute();
      const known = new Set(rows.map(({ id }) => String(id)));
      const missing = keys.filter((key) => !known.has(idOfKey(key)));
      if (missing.length === 0) return true;
      const isHidden = isUnchecked || target?.scope !== undefined;
      if (isHidden && target !== undefined && !(await doExist(executor, target, missing))) return false;
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
      await safe.execute();
      return true;
    },
    async remove(keys) {
      if (keys.length > 0) await links.where(eb(sql.id(to), 'in', keys)).execute();
    },
    async removeOthers(keys) {
      await (keys.length === 0 ? links : links.where(sql.id(to), 'not in', keys)).execute();
    },
  };
}

function membersByForeignKey(executor: Executor, { target, columns, typed }: ForeignKeyEdge, parent: Key): Members {
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
      const { numUpdatedRows } = await updated(parent).where(hasKey(keys)(own)).executeTakeFirst();
      if (Number(numUpdatedRows) === keys.length) return true;
      // Drivers of MySQL can be told to count only rows that the update changed.
      const found = executor.selectFrom(target.name).select(executor.fn.countAll().as('found'));
      const known = scope.reduce((rows, condition) => rows.where(condition), found);
      const row = await known.where(hasKey(keys)(own)).executeTakeFirst();
      return Number(row?.found) === keys.length;
    },
    async remove(keys) {
      if (keys.length > 0) await released.where(hasKey(keys)(own)).execute();
    },
    async removeOthers(keys) {
      await (keys.length === 0 ? released : released.where(eb.not(hasKey(keys)(own)))).execute();
    },
  };
}

/** Returns the members of a to-many relationship of the resource with this key. */
export function membersOf(executor: Executor, storage: MembersEdge, parent: Key): Members {
  return storage.kind === 'through'
    ? membersThrough(executor, storage, parent)
    : membersByForeignKey(executor, storage, parent);
}
