import type { Awaitable } from '@linkage/core/internal';
import type { LinkageChange, SourceCall } from '@linkage/server';
import { idOfKey, type Key, keyOf, keysOf } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import { inCall } from '../statements/in-call.ts';
import { mustReadAfterWrite } from '../statements/row-filter.ts';
import { type SourceRow, versionOf } from '../statements/selected-columns.ts';
import { type Executor, runInTransaction } from '../statements/transaction.ts';
import type { NewInput } from '../writing/create-record.ts';
import { membersIn } from '../writing/linkage.ts';
import { lockRows } from '../writing/lock-rows.ts';
import type { RecordUpdate } from '../writing/update-records.ts';
import type { WrittenFields } from '../writing/write.ts';
import { lockedMatch } from '../writing/write-conditions.ts';
import type { Note } from '../writing/write-row.ts';
import {
  differenceOf,
  eventsOf,
  type LinkageWrite,
  snapshotOf,
  touchedBy,
  writeOf,
  writesIn,
} from './changed-sides.ts';
import { deletedWith } from './deleted-with.ts';
import { insertEvents, type NewEvent, noteOf, type Outbox, type Versions, withMembers } from './events.ts';
import { type Link, linksIn } from './sides.ts';

/** The writes of a source. */
export interface Writes {
  readonly create: (input: NewInput, call: SourceCall, note?: Note) => Awaitable<SourceRow>;
  readonly createAll: (inputs: readonly NewInput[], call: SourceCall) => Awaitable<readonly SourceRow[]>;
  readonly update: (id: string, changes: WrittenFields, call: SourceCall, note?: Note) => Awaitable<SourceRow | null>;
  readonly updateAll: (updates: readonly RecordUpdate[], call: SourceCall) => Awaitable<readonly (SourceRow | null)[]>;
  readonly delete: (id: string, call: SourceCall) => Awaitable<boolean>;
  readonly updateRelationship: (
    id: string,
    relationship: string,
    change: LinkageChange,
    call: SourceCall,
  ) => Awaitable<boolean>;
}

/** Returns the names of the fields that a request document contains. */
function fieldsOf({ attributes, relationships }: WrittenFields): readonly string[] {
  const all = [...Object.entries(attributes), ...Object.entries(relationships)];
  return all.filter(([, value]) => value !== undefined).map(([name]) => name);
}

/**
 * Returns writes that write events in their transactions.
 *
 * @param isComplete Whether the records that writes return are those that a read would return afterward.
 * @param hasExactIds Whether the ids of rows are their strings in the database.
 */
export function recordedWrites(
  db: Executor,
  table: Table,
  writes: Writes,
  outbox: Outbox,
  { isComplete, hasExactIds }: { readonly isComplete: boolean; readonly hasExactIds: boolean },
): Writes {
  const canNote = isComplete && hasExactIds && table.dialect.writesInQueries && !mustReadAfterWrite(table);
  /** Returns how the statement of a write writes its event, too; undefined if this takes another statement. */
  const noteOn = (operation: 'create' | 'update', input: WrittenFields): Note | undefined => {
    const fields = fieldsOf(input);
    const isOne = canNote && fields.length > 0 && writesIn(input.relationships).length === 0;
    return isOne ? noteOf(outbox, table, operation, fields) : undefined;
  };
  const inTransaction = <Result>(call: SourceCall, run: (executor: Executor, inside: SourceCall) => Promise<Result>) =>
    runInTransaction(db, call, (transaction) => run(inCall(transaction, table, call), { ...call, transaction }));

  /** Runs a write of links, and returns its result with the events of other resources. */
  const withSides = async <Result>(
    executor: Executor,
    changes: readonly (readonly LinkageWrite[])[],
    keys: readonly (Key | undefined)[],
    write: () => Promise<readonly [Result, after: readonly (Key | undefined)[]]>,
  ): Promise<readonly [Result, readonly NewEvent[]]> => {
    const touched = changes.map((all) => all.map((change) => touchedBy(outbox, table, change)));
    const owners = touched.flat().flatMap((it) => it.owners);
    for (const [target, all] of Map.groupBy(owners, ({ side }) => side.target)) {
      const members = all.flatMap(({ to }) => to);
      if (target !== undefined) await lockRows(executor, target, members);
    }
    const before = await snapshotOf(executor, touched, keys);
    const [result, written] = await write();
    return [result, eventsOf(outbox, differenceOf(before, await snapshotOf(executor, touched, written)))];
  };

  /** Returns the versions in written records, if the writes consist of the statement that returned them. */
  const versionsIn = (records: readonly SourceRow[], inputs: readonly WrittenFields[]): Versions | undefined => {
    const isAlone = inputs.every(({ relationships }) => membersIn(table, relationships).length === 0);
    return isComplete && table.version !== undefined && isAlone
      ? new Map([[table, new Map(records.map((it) => [String(it.id), String(versionOf(it))]))]])
      : undefined;
  };

  const createAll: Writes['createAll'] = (inputs, call) =>
    inTransaction(call, async (executor, inside) => {
      const changes = inputs.map(({ relationships }) => writesIn(relationships));
      const [records, others] = await withSides(executor, changes, [], async () => {
        const [first, ...more] = inputs;
        const isOne = first !== undefined && more.length === 0;
        const made = isOne ? [await writes.create(first, inside)] : await writes.createAll(inputs, inside);
        const ids = made.map(({ id }) => String(id));
        return [made, keysOf(table, ids)];
      });
      const own = records.map(({ id }, index): NewEvent => {
        const fields = fieldsOf(inputs[index] as NewInput);
        return { table, id: String(id), operation: 'create', fields, members: {} };
      });
      await insertEvents(executor, outbox, withMembers(own, others), versionsIn(records, inputs));
      return records;
    });

  const updateAll: Writes['updateAll'] = (updates, call) =>
    inTransaction(call, async (executor, inside) => {
      const inputs = updates.map(({ input }) => input);
      const changes = inputs.map(({ relationships }) => writesIn(relationships));
      const keys = updates.map(({ id }) => keyOf(table, id));
      // No other write changes the links until the end of the transaction. Without links, the statement locks the rows.
      const linked = keys.filter((key, index) => key !== undefined && changes.at(index)?.length !== 0);
      await lockRows(executor, table, linked as readonly Key[]);
      const [records, others] = await withSides(executor, changes, keys, async () => {
        const [first, ...more] = updates;
        const isOne = first !== undefined && more.length === 0;
        const all = isOne
          ? [await writes.update(first.id, first.input, inside)]
          : await writes.updateAll(updates, inside);
        return [all, keys];
      });
      const written = records.filter((record) => record !== null);
      const own = records.flatMap((record, index): readonly NewEvent[] => {
        const fields = fieldsOf(inputs[index] as WrittenFields);
        return record === null ? [] : [{ table, id: String(record.id), operation: 'update', fields, members: {} }];
      });
      await insertEvents(executor, outbox, withMembers(own, others), versionsIn(written, inputs));
      return records;
    });

  return {
    createAll,
    async create(input, call) {
      const note = noteOn('create', input);
      return note === undefined ? ((await createAll([input], call))[0] as SourceRow) : writes.create(input, call, note);
    },
    updateAll,
    async update(id, input, call) {
      const note = noteOn('update', input);
      return note === undefined
        ? ((await updateAll([{ id, input }], call)).at(0) ?? null)
        : writes.update(id, input, call, note);
    },
    updateRelationship: (id, relationship, linkage, call) =>
      inTransaction(call, async (executor, inside) => {
        const key = keyOf(table, id);
        const locked = key && (await lockedMatch(executor, table, key, call.conditions));
        if (locked === undefined) return false;
        const [isChanged, others] = await withSides(
          executor,
          [[writeOf(relationship, linkage)]],
          [locked],
          async () => [await writes.updateRelationship(id, relationship, linkage, inside), [locked]],
        );
        const own = { table, id: idOfKey(table, locked), members: {} };
        const event: NewEvent = { ...own, operation: 'updateRelationship', fields: [relationship] };
        if (isChanged) await insertEvents(executor, outbox, withMembers([event], others));
        return isChanged;
      }),
    delete: (id, call) =>
      inTransaction(call, async (executor, inside) => {
        const asked = keyOf(table, id);
        const key = asked && (await lockedMatch(executor, table, asked, call.conditions));
        if (key === undefined) return false;
        const deleted = await deletedWith(executor, outbox.cascades, table, key);
        const links: Link[] = [];
        for (const [of, rows] of deleted)
          for (const side of outbox.to.get(of) ?? [])
            links.push(...(await linksIn(executor, { side, to: [...rows.values()] })));
        const isDeleted = (it: NewEvent) => deleted.get(it.table)?.has(it.id) === true;
        const events = [...deleted].flatMap(([of, rows]) =>
          [...rows.keys()].map((it): NewEvent => ({ table: of, id: it, operation: 'delete', fields: [], members: {} })),
        );
        events.push(...eventsOf(outbox, links).filter((it) => !isDeleted(it)));
        if (!(await writes.delete(id, inside))) return false;
        await insertEvents(executor, outbox, events);
        return true;
      }),
  };
}
