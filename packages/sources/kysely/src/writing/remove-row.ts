import type { JsonApiError } from '@linkage/core';
import { type Awaitable, andThen, orElse, rejection } from '@linkage/core/internal';
import type { SourceCall } from '@linkage/server';
import { sql } from 'kysely';
import { idOfKey, type Key, keyNames } from '../mapping/key.ts';
import {
  eb,
  type ForeignKeyStorage,
  type MembersStorage,
  memberPartsOf,
  type Table,
  type ThroughStorage,
} from '../mapping/table.ts';
import { canOverlap } from '../reading/execute-read.ts';
import { maxKeysOf } from '../reading/select-page.ts';
import { orderByAll, whereAll } from '../statements/condition.ts';
import { executeWithId, type WriteStatement } from '../statements/execute-write.ts';
import { keptStatement, writeWithValues } from '../statements/kept-statements.ts';
import { keyAt, keyOfRow, keyValues, readableKey } from '../statements/key-columns.ts';
import { exactKey, isKey, keysCondition } from '../statements/keys-condition.ts';
import { isTyped } from '../statements/links.ts';
import { isFilteredId, writeFilterOf } from '../statements/row-filter.ts';
import { slotFor, startShape } from '../statements/shape.ts';
import type { Executor } from '../statements/transaction.ts';
import { deletionErrorOf, toJsonApiError, violationOf } from '../statements/violation.ts';
import { lockRows } from './lock-rows.ts';
import { valuesInCall } from './write.ts';
import { areOfRow, lockedMatch, prepareOfRow } from './write-conditions.ts';
import { increased, slotsFor } from './write-row.ts';

/**
 * Executes a statement of a deletion. A constraint that it violates rejects the deletion.
 *
 * @param changed The table whose rows the statement changes instead: its values are those of the mapping. Default: it deletes rows.
 */
function executeRemoval<Result>(
  { call, root }: Pick<Removal, 'call' | 'root'>,
  statement: Pick<WriteStatement<Result>, 'execute'>,
  changed?: string,
): Awaitable<Result> {
  return orElse(
    () => statement.execute(),
    (error) => {
      const reporting = { table: root, call };
      if (changed === undefined) throw deletionErrorOf(error, reporting);
      const { kind } = violationOf(root, error) ?? {};
      if (kind === 'value' || kind === 'foreign-key') throw error;
      throw toJsonApiError(error, { ...reporting, written: changed });
    },
  );
}

/** Returns the relationships whose mapping says what a deletion does to the related rows, or to the rows of a join table. */
function policiesOf({ storages }: Table): readonly (readonly [name: string, storage: MembersStorage])[] {
  return [...storages].flatMap(([name, storage]) =>
    memberPartsOf(storage).flatMap((part) => (part.onDelete === undefined ? [] : [[name, part] as const])),
  );
}

/** Whether a deletion takes one statement. */
export function removesOneRow(table: Table): boolean {
  return policiesOf(table).length === 0;
}

/** A deletion, and the rows that it already deletes. */
interface Removal {
  readonly executor: Executor;
  readonly call: SourceCall;
  /** The table of the resource that the client deletes. */
  readonly root: Table;
  readonly removed: Map<Table, Set<string>>;
}

function restricted({ root, call }: Removal, table: Table, name: string): JsonApiError {
  const canBeNamed = table === root && call.readable?.has(name) !== false;
  if (canBeNamed) return rejection('CONSTRAINT_VIOLATED.members', { name });
  return rejection('CONSTRAINT_VIOLATED.referenced', {});
}

/** Applies the policy of a relationship to the rows of its join table. */
async function applyToLinks(
  removal: Removal,
  table: Table,
  keys: readonly Key[],
  name: string,
  { table: join, from, to, typed, target, onDelete }: ThroughStorage,
): Promise<void> {
  const { executor } = removal;
  const conditions = [keysCondition(table.dialect, keys)(keyAt(undefined, [from])), ...isTyped(undefined, typed)];
  if (onDelete === 'restrict') {
    const links = executor.selectFrom(join).select(sql.id(to).as('id')).limit(1);
    // A row that the row filter excludes is not a resource.
    const all = [...conditions, ...isFilteredId(target, keyAt(undefined, [to]))];
    const found = await whereAll(links, all).executeTakeFirst();
    if (found !== undefined) throw restricted(removal, table, name);
    return;
  }
  await executeRemoval(removal, whereAll(executor.deleteFrom(join), conditions));
}

/** Applies the policy of a relationship to the related rows. */
async function applyPolicy(
  removal: Removal,
  table: Table,
  keys: readonly Key[],
  name: string,
  storage: ForeignKeyStorage,
): Promise<void> {
  const { executor, removed } = removal;
  const { target, columns, typed, onDelete } = storage;
  // The database decides about rows that the row filter excludes.
  const isMember = keysCondition(table.dialect, keys)(keyAt(undefined, columns));
  const conditions = [isMember, ...isTyped(undefined, typed), ...writeFilterOf(target)];
  if (onDelete === 'set null') {
    await lockRows(executor, target, [], eb.and(conditions));
    const type = typed === undefined ? {} : { [typed.column]: null };
    const update = executor
      .updateTable(target.name)
      .set({ ...keyValues(columns, null), ...type, ...increased(target) });
    await executeRemoval(removal, whereAll(update, conditions), target.name);
    return;
  }
  const all = executor.selectFrom(target.name).select(readableKey(target));
  const rows = whereAll(all, conditions);
  const ordered = orderByAll(rows, keyAt(undefined, keyNames(target)).columns);
  const related = await (canOverlap(executor) ? ordered.forUpdate() : rows).execute();
  const known = removed.get(target) ?? new Set();
  const others = related.map((row) => keyOfRow(target, row)).filter((key) => !known.has(idOfKey(target, key)));
  if (others.length > 0 && onDelete === 'restrict') throw restricted(removal, table, name);
  await removeRows(removal, target, others);
}

/** Deletes rows of a table, or writes the values of deleted rows, after those that reference them. */
async function removeRows(removal: Removal, table: Table, keys: readonly Key[]): Promise<void> {
  const { executor, call, removed } = removal;
  const known = removed.get(table) ?? new Set();
  removed.set(table, known);
  for (const key of keys) known.add(idOfKey(table, key));
  const maxKeys = maxKeysOf(table);
  for (let start = 0; start < keys.length; start += maxKeys) {
    const some = keys.slice(start, start + maxKeys);
    for (const [name, storage] of policiesOf(table)) {
      if (storage.kind === 'through') await applyToLinks(removal, table, some, name, storage);
      else await applyPolicy(removal, table, some, name, storage);
    }
    const isRemoved = keysCondition(table.dialect, some)(keyAt(undefined, keyNames(table)));
    if (table.softDelete === undefined) {
      await executeRemoval(removal, executor.deleteFrom(table.name).where(isRemoved));
    } else {
      const values = { ...valuesInCall(table.softDelete, call), ...increased(table) };
      await executeRemoval(removal, executor.updateTable(table.name).set(values).where(isRemoved), table.name);
    }
  }
}

/** Deletes a resource, or writes the values of a deleted row. Returns false if it does not exist, or does not match the conditions of the call. */
export function removeRow(executor: Executor, table: Table, key: Key, call: SourceCall): Awaitable<boolean> {
  const { conditions } = call;
  const isOfRow = conditions === undefined || areOfRow(table, conditions);
  return isOfRow && removesOneRow(table)
    ? removeOne(executor, table, key, call)
    : removeSeveral(executor, table, key, call);
}

async function removeSeveral(executor: Executor, table: Table, key: Key, call: SourceCall): Promise<boolean> {
  const locked = await lockedMatch(executor, table, key, call.conditions);
  if (locked === undefined) return false;
  await removeRows({ executor, call, root: table, removed: new Map() }, table, [locked]);
  return true;
}

/** Deletes a row by one statement, which is built once. */
function removeOne(executor: Executor, table: Table, key: Key, call: SourceCall): Awaitable<boolean> {
  const { softDelete } = table;
  const shape = startShape(executor, 'delete;');
  const values = softDelete && slotsFor(shape, valuesInCall(softDelete, call));
  const id = exactKey(table, key, slotFor.bind(undefined, shape));
  const isMatch = call.conditions && prepareOfRow(shape, table, call.conditions);
  const kept = keptStatement(table, shape, () => {
    const all = [isKey(table, id), ...writeFilterOf(table), ...(isMatch?.() ?? [])];
    const statement =
      values === undefined
        ? whereAll(executor.deleteFrom(table.name), all)
        : whereAll(executor.updateTable(table.name).set({ ...values, ...increased(table) }), all);
    return { columns: undefined, statement };
  });
  const statement = writeWithValues(kept, executor, shape);
  const execute = () => executeWithId(table, key, statement, () => statement.execute());
  const removed = executeRemoval({ call, root: table }, { execute }, softDelete && table.name);
  return andThen(removed, ({ numAffectedRows }) => Number(numAffectedRows) > 0);
}
