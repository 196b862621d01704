import { sql } from 'kysely';
import { dialectOf } from '../dialects/dialect-of.ts';
import type { Key, RelationshipStorage, Table } from '../mapping/table.ts';
import { canOverlap } from '../reading/select-page.ts';
import { isOneOf } from '../statements/attribute-conditions.ts';
import { keysCondition } from '../statements/keys-condition.ts';
import { idsInScope, isInScope, writeScopeOf } from '../statements/scope.ts';
import type { Executor } from '../statements/transaction.ts';

type Through = Extract<RelationshipStorage, { readonly kind: 'through' }>;
type ForeignKey = Extract<RelationshipStorage, { readonly kind: 'foreign-key' }>;

/** Changes the members of one to-many relationship of one resource. */
export interface Members {
  /** Adds members. Ignores members that already exist. Returns false if one of the resources does not exist. */
  readonly add: (keys: readonly Key[]) => Promise<boolean>;
  /** Removes members. Ignores members that do not exist. */
  readonly remove: (keys: readonly Key[]) => Promise<void>;
  /** Removes all members except these. */
  readonly removeOthers: (keys: readonly Key[]) => Promise<void>;
}

/** Whether all rows with these keys are in the scope of their table. They remain in it until the transaction ends. */
export async function areInScope(executor: Executor, table: Table | undefined, keys: readonly Key[]): Promise<boolean> {
  if (table?.scope === undefined || keys.length === 0) return true;
  const rows = idsInScope(table, keysCondition(table.dialect, keys), executor);
  const found = await (canOverlap(executor) ? rows.forUpdate() : rows).execute();
  return found.length === keys.length;
}

function membersThrough(executor: Executor, { table, from, to, target }: Through, parent: Key): Members {
  const links = isInScope(target, sql.id(to)).reduce(
    (rows, condition) => rows.where(condition),
    executor.deleteFrom(table).where(sql.id(from), '=', parent),
  );
  return {
    async add(keys) {
      if (keys.length === 0) return true;
      const rows = await executor
        .selectFrom(table)
        .select(sql.id(to).as('id'))
        .where(sql.id(from), '=', parent)
        .where(sql.id(to), 'in', keys)
        .execute();
      const known = new Set(rows.map(({ id }) => String(id)));
      const missing = keys.filter((key) => !known.has(String(key))).map((key) => ({ [from]: parent, [to]: key }));
      if (missing.length === 0) return true;
      if (
        !(await areInScope(
          executor,
          target,
          missing.map((row) => row[to] as Key),
        ))
      )
        return false;
      // Another request can add the same member at the same time.
      const statement = executor.insertInto(table).values(missing);
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
      if (keys.length > 0) await links.where(isOneOf(sql.id(to), keys)).execute();
    },
    async removeOthers(keys) {
      await (keys.length === 0 ? links : links.where(sql.id(to), 'not in', keys)).execute();
    },
  };
}

function membersByForeignKey(executor: Executor, { target, column }: ForeignKey, parent: Key): Members {
  const scope = writeScopeOf(target);
  const updated = (value: Key | null) =>
    scope.reduce(
      (rows, condition) => rows.where(condition),
      executor.updateTable(target.name).set({ [column]: value }),
    );
  const released = updated(null).where(sql.id(column), '=', parent);
  return {
    async add(keys) {
      if (keys.length === 0) return true;
      const { numUpdatedRows } = await updated(parent).where(sql.id(target.id), 'in', keys).executeTakeFirst();
      if (Number(numUpdatedRows) === keys.length) return true;
      // Drivers of MySQL can be told to count only rows that the update changed.
      const { count } = executor.fn;
      const found = executor.selectFrom(target.name).select(count(sql.id(target.id)).as('found'));
      const known = scope.reduce((rows, condition) => rows.where(condition), found);
      const row = await known.where(sql.id(target.id), 'in', keys).executeTakeFirst();
      return Number(row?.found) === keys.length;
    },
    async remove(keys) {
      if (keys.length > 0) await released.where(isOneOf(sql.id(target.id), keys)).execute();
    },
    async removeOthers(keys) {
      await (keys.length === 0 ? released : released.where(sql.id(target.id), 'not in', keys)).execute();
    },
  };
}

/** Returns the members of a to-many relationship of the resource with this key. */
export function membersOf(executor: Executor, storage: Through | ForeignKey, parent: Key): Members {
  return storage.kind === 'through'
    ? membersThrough(executor, storage, parent)
    : membersByForeignKey(executor, storage, parent);
}
