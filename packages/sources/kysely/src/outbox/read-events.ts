import type { Api, FieldName, TypeName } from '@linkage/core';
import { describeValue, type OptionTable, optionTable, readOptions, type WriteAction } from '@linkage/core/internal';
import { type Kysely, sql } from 'kysely';
import { type Executor, runInTransaction } from '../statements/transaction.ts';
import { LAST, readersOf, TABLE } from './outbox-table.ts';

/** A change of a resource of one type. */
export interface OutboxEventOf<A extends Api, Type extends TypeName<A>> {
  /** The place in the order of all events. No event receives a lower one than an event that was already read. */
  readonly position: number;
  readonly type: Type;
  readonly id: string;
  /** The kind of change. `updateRelationship` is a change of the links of one relationship, also by a write to another resource. */
  readonly operation: WriteAction;
  /** The fields that the write contains; for `updateRelationship`, the relationship. */
  readonly fields: readonly FieldName<A, Type>[];
  /** The members that came or went, or whose data changed, by their relationship: who cannot read any of these must not learn of the change. */
  readonly members: Readonly<
    Partial<Record<FieldName<A, Type>, readonly { readonly type: TypeName<A>; readonly id: string }[]>>
  >;
  /** The version after the write. Undefined after a deletion, and without a `version` column. */
  readonly version: string | undefined;
  /** The time of the write, by the clock of its process. */
  readonly time: Date;
}

/** A change of a resource. */
export type OutboxEvent<A extends Api = Api> = { [Type in TypeName<A>]: OutboxEventOf<A, Type> }[TypeName<A>];

/** Options of `readEvents`. */
export interface ReadEventsOptions {
  /** The table of `createOutboxTable`. Default: `outbox`. */
  readonly table?: string | undefined;
  /**
   * Only events with a greater position. `'end'`: those that follow from now on, so there are none yet, but `position` says where to go on.
   * Default: all events that exist.
   */
  readonly after?: number | 'end' | undefined;
  /** The maximum number of events. Default: 100. */
  readonly limit?: number | undefined;
}

/** The events after a position. */
export interface OutboxEvents<A extends Api = Api> {
  readonly events: readonly OutboxEvent<A>[];
  /** The position of the last event, or of the end: the next call goes on after it. */
  readonly position: number;
}

const optionsTable: OptionTable = optionTable({ table: 'string', after: 'any', limit: 'number' });

/** Reads the position of the last event that has one, and that of the last one that was deleted. */
async function marksOf(db: Executor, table: string): Promise<{ readonly end: number; readonly deleted: number }> {
  const row = await db.selectFrom(readersOf(table)).selectAll().where('name', '=', LAST).executeTakeFirst();
  if (row === undefined) throw new TypeError(`The table "${readersOf(table)}" must be that of \`createOutboxTable\`.`);
  return { end: Number(row['position']), deleted: Number(row['lease']) };
}

/** The maximum number of events that receive their positions in one transaction. */
const BATCH = 1000;

/** Sets the positions of the next events that do not have one. Returns false if there are none. */
async function assignPositions(db: Executor, table: string, signal: AbortSignal): Promise<boolean> {
  const entry = sql.ref<number>('entry');
  /** Returns the first entry without a position. The order is that of the index of such entries. */
  const pending = async (executor: Executor): Promise<number | undefined> => {
    const all = executor.selectFrom(table).select('entry').where('position', 'is', null);
    const row = await all.orderBy('entry').limit(1).executeTakeFirst();
    return row && Number(row['entry']);
  };
  if ((await pending(db)) === undefined) return false;
  const readers = readersOf(table);
  await runInTransaction(
    db,
    { context: undefined, signal },
    async (transaction) => {
      // This locks the row until the commit, in every database: readers give positions in turn.
      await transaction.updateTable(readers).set({ position: sql`position` }).where('name', '=', LAST).execute();
      const { end } = await marksOf(transaction, table);
      const from = await pending(transaction);
      if (from === undefined) return;
      // The events keep the order of their entries. Positions can have gaps.
      await transaction
        .updateTable(table)
        .set({ position: sql`${entry} + ${sql.lit(end + 1 - from)}` })
        .where('position', 'is', null)
        .where(entry, '>=', from)
        .where(entry, '<', from + BATCH)
        .execute();
      const last = transaction.selectFrom(table).select('position').where('position', '>', end);
      const { position } = await last.orderBy('position', 'desc').limit(1).executeTakeFirstOrThrow();
      await transaction.updateTable(readers).set({ position }).where('name', '=', LAST).execute();
    },
    'account',
  );
  return true;
}

/** Reads the next events of a table in their order. */
export async function nextEvents(
  db: Executor,
  { table, after, limit, signal }: Readonly<{ table: string; after: number; limit: number; signal: AbortSignal }>,
): Promise<readonly OutboxEvent[]> {
  const next = db
    .selectFrom(table)
    .select(['position', 'type', 'id', 'operation', 'fields', 'members', 'version', 'time'])
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit);
  let rows = await next.execute();
  // A reader far behind has enough: each read gives positions to as many events as it needs.
  while (rows.length < limit && (await assignPositions(db, table, signal))) rows = await next.execute();
  const events = rows.map((row) => ({
    position: Number(row['position']),
    type: row['type'],
    id: row['id'],
    operation: row['operation'],
    fields: JSON.parse(row['fields'] as string),
    members: JSON.parse(row['members'] as string),
    version: row['version'] ?? undefined,
    time: new Date(Number(row['time'])),
  }));
  return events as readonly unknown[] as readonly OutboxEvent[];
}

/**
 * Reads events in the order of their positions. If `after` is the position of the last event that a user has, the user misses none.
 *
 * @param _api The API of the sources, for the types of the events.
 * @throws {TypeError} If an option is unknown or invalid.
 * @throws {RangeError} If `readOutbox` has deleted events after `after`: the user must read the resources again.
 * @example
 * const { events, position } = await readEvents(api, db, { after: 120 });
 */
export async function readEvents<A extends Api, Database>(
  _api: A,
  db: Kysely<Database>,
  options: ReadEventsOptions = {},
): Promise<OutboxEvents<A>> {
  const { table = TABLE, after, limit = 100 } = readOptions('readEvents', options, optionsTable);
  const isNumber = typeof after === 'number';
  if (!isNumber && after !== undefined && after !== 'end')
    throw new TypeError(`readEvents: \`after\` must be a number or "end", but it is ${describeValue(after)}.`);
  const { signal } = new AbortController();
  const executor = db as unknown as Executor;
  if (after === 'end') {
    while (await assignPositions(executor, table, signal));
    return { events: [], position: (await marksOf(executor, table)).end };
  }
  // Before the events: those that follow the end are not passed over.
  const end = isNumber ? after : (await marksOf(executor, table)).end;
  const events = await nextEvents(executor, { table, after: isNumber ? after : 0, limit, signal });
  // Afterwards: events can be deleted while others are read.
  const deleted = isNumber ? (await marksOf(executor, table)).deleted : 0;
  if (isNumber && after < deleted)
    throw new RangeError(`readEvents: events after ${after} were deleted, up to ${deleted}. Read the resources again.`);
  return {
    events: events as readonly unknown[] as readonly OutboxEvent<A>[],
    position: events.at(-1)?.position ?? end,
  };
}
