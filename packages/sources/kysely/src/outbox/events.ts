import type { WriteAction } from '@linkage/core/internal';
import type { InverseRelationship } from '@linkage/server';
import { idOfKey, type Key, keyNames, keysOf } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import { maxKeysOf } from '../reading/select-page.ts';
import { keyAt, keyOfRow, readableKey } from '../statements/key-columns.ts';
import { keysCondition } from '../statements/keys-condition.ts';
import type { Executor } from '../statements/transaction.ts';
import type { Cascade } from './cascades.ts';
import type { Side } from './sides.ts';

/** The maximum number of events of one insert. */
const MAX_EVENTS = 500;

/** The values with which the writes of a database write events. */
export interface Outbox {
  /** The name of the table of events. */
  readonly table: string;
  /** The relationships of a table. */
  readonly from: ReadonlyMap<Table, readonly Side[]>;
  /** The relationships whose members are in a table. */
  readonly to: ReadonlyMap<Table | undefined, readonly Side[]>;
  /** The relationships of other types that store the same links as a relationship of a table. */
  readonly inverses: ReadonlyMap<Table, ReadonlyMap<string, readonly InverseRelationship[]>>;
  readonly cascades: ReadonlyMap<Table, readonly Cascade[]>;
}

/** A change of one resource. */
export interface NewEvent {
  readonly table: Table;
  readonly id: string;
  readonly operation: WriteAction;
  /** The fields that the write contains. */
  readonly fields: readonly string[];
  /** The members that came or went, by their relationship. */
  readonly members: Readonly<Record<string, readonly { readonly type: string; readonly id: string }[]>>;
}

/** Reads the versions of resources of one type, by their ids. */
async function versionsOf(executor: Executor, table: Table, ids: readonly string[]): Promise<Map<string, string>> {
  const versions = new Map<string, string>();
  const keys: readonly Key[] = keysOf(table, ids);
  const maxKeys = maxKeysOf(table);
  for (let start = 0; start < keys.length && table.version !== undefined; start += maxKeys) {
    const isOne = keysCondition(table.dialect, keys.slice(start, start + maxKeys))(keyAt(undefined, keyNames(table)));
    const rows = executor.selectFrom(table.name).select(readableKey(table)).select(`${table.version} as version`);
    for (const row of await rows.where(isOne).execute())
      versions.set(idOfKey(table, keyOfRow(table, row)), String(row['version']));
  }
  return versions;
}

/** The versions of resources by their ids, for each type. */
export type Versions = ReadonlyMap<Table, ReadonlyMap<string, string>>;

/**
 * Writes events in their order, with the versions after the write.
 *
 * @param known The versions of all written resources of some types. Default: they are read.
 */
export async function insertEvents(
  executor: Executor,
  { table }: Outbox,
  events: readonly NewEvent[],
  known: Versions = new Map(),
): Promise<void> {
  const versions = new Map(known);
  const remaining = events.filter((event) => event.operation !== 'delete' && !known.has(event.table));
  for (const [of, some] of Map.groupBy(remaining, (event) => event.table)) {
    const ids = some.map(({ id }) => id);
    versions.set(of, await versionsOf(executor, of, ids));
  }
  const time = Date.now();
  const rows = events.map(({ table: of, id, operation, fields, members }) => ({
    ...{ type: of.type.name, id, operation, fields: JSON.stringify(fields), members: JSON.stringify(members), time },
    version: (operation === 'delete' ? undefined : versions.get(of)?.get(id)) ?? null,
  }));
  for (let start = 0; start < rows.length; start += MAX_EVENTS)
    await executor
      .insertInto(table)
      .values(rows.slice(start, start + MAX_EVENTS))
      .execute();
}
