import type { WriteAction } from '@linkage/core/internal';
import type { InverseRelationship } from '@linkage/server';
import { sql } from 'kysely';
import { idOfKey, type Key, keyNames, keysOf } from '../mapping/key.ts';
import { VERSION } from '../mapping/stored-fields.ts';
import type { Table } from '../mapping/table.ts';
import { maxKeysOf } from '../reading/select-page.ts';
import { keyAt, keyOfRow, readableKey } from '../statements/key-columns.ts';
import { keysCondition } from '../statements/keys-condition.ts';
import { slotFor } from '../statements/shape.ts';
import type { Executor } from '../statements/transaction.ts';
import type { Note } from '../writing/write-row.ts';
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
  /** The members that came or went, or whose data changed, by their relationship. */
  readonly members: Readonly<Record<string, readonly { readonly type: string; readonly id: string }[]>>;
}

/** Returns the events of written resources, with the members of their relationships, and those of other resources. */
export function withMembers(written: readonly NewEvent[], related: readonly NewEvent[]): readonly NewEvent[] {
  const others = new Set(related);
  const byIdentity = Map.groupBy(related, identityOf);
  const own = written.map((event) => {
    const { operation, fields } = event;
    // A creation tells all fields of its resource.
    const mine = (byIdentity.get(identityOf(event)) ?? []).filter(
      (it) => operation === 'create' || it.fields.every((name) => fields.includes(name)),
    );
    for (const it of mine) others.delete(it);
    return { ...event, members: Object.assign({}, ...mine.map(({ members }) => members)) };
  });
  return [...own, ...others];
}

function identityOf({ table, id }: Pick<NewEvent, 'table' | 'id'>): string {
  return JSON.stringify([table.type.name, id]);
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

/** Returns how the statement that writes one row writes its event, too. */
export function noteOf(outbox: Outbox, { type }: Table, operation: WriteAction, fields: readonly string[]): Note {
  return (executor, shape) => {
    shape.text += ';noted';
    const strings = { type: type.name, operation, fields: JSON.stringify(fields), members: '{}' };
    const slots = Object.entries(strings).map(([name, text]) => [name, slotFor(shape, text)] as const);
    const time = slotFor(shape, Date.now());
    return (statement, { list }) => {
      const written = (field: string) => {
        const column = list.find((it) => it.field === field);
        return column === undefined ? sql`null` : sql`cast(${sql.id('written', column.alias)} as text)`;
      };
      const event = {
        ...Object.fromEntries(slots.map(([name, slot]) => [name, sql`cast(${slot} as text)`])),
        ...{ id: written('id'), version: written(VERSION), time: sql`cast(${time} as bigint)` },
      };
      const columns = sql.join(Object.keys(event).map((name) => sql.id(name)));
      const both = sql`with written as (${statement}), noted as (
        insert into ${sql.table(outbox.table)} (${columns}) select ${sql.join(Object.values(event))} from written
      ) select * from written`;
      return { compile: () => both.compile(executor) };
    };
  };
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
