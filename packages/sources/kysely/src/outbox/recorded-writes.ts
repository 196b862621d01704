import type { LinkageChange, SourceCall } from '@linkage/server';
import { idOfKey, type Key, keyOf, keysOf } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import { canOverlap } from '../reading/select-page.ts';
import { whereAll } from '../statements/condition.ts';
import { executeWithId } from '../statements/execute-write.ts';
import { inCall } from '../statements/in-call.ts';
import { keyOfRow, readableKey } from '../statements/key-columns.ts';
import { exactKey, isKey } from '../statements/keys-condition.ts';
import { writeScopeOf } from '../statements/scope.ts';
import type { SourceRow } from '../statements/selected-columns.ts';
import { type Executor, runInTransaction } from '../statements/transaction.ts';
import type { NewInput } from '../writing/create-record.ts';
import { lockRows } from '../writing/lock-rows.ts';
import type { WrittenFields } from '../writing/write.ts';
import {
  differenceOf,
  type LinkageWrite,
  type Snapshot,
  snapshotOf,
  touchedBy,
  writeOf,
  writesIn,
} from './changed-sides.ts';
import { deletedWith } from './deleted-with.ts';
import { insertEvents, type NewEvent, type Outbox } from './events.ts';
import { linkedTo } from './sides.ts';

/** The writes of a source. */
export interface Writes {
  readonly create: (input: NewInput, call: SourceCall) => Promise<SourceRow>;
  readonly createAll: (inputs: readonly NewInput[], call: SourceCall) => Promise<readonly SourceRow[]>;
  readonly update: (id: string, changes: WrittenFields, call: SourceCall) => Promise<SourceRow | null>;
  readonly delete: (id: string, call: SourceCall) => Promise<boolean>;
  readonly relate: (id: string, relationship: string, change: LinkageChange, call: SourceCall) => Promise<boolean>;
}

/** Returns the names of the fields that a request document contains. */
function fieldsOf({ attributes, relationships }: WrittenFields): readonly string[] {
  const all = [...Object.entries(attributes), ...Object.entries(relationships)];
  return all.filter(([, value]) => value !== undefined).map(([name]) => name);
}

/** Returns events of which each tells something new: a creation tells all fields of its resource. */
function distinct(events: readonly NewEvent[]): readonly NewEvent[] {
  const known = new Set<string>();
  const created = new Set(events.filter((it) => it.operation === 'create').map(identityOf));
  return events.filter((event) => {
    const name = JSON.stringify([identityOf(event), event.operation, event.fields]);
    if (known.has(name) || (event.operation === 'relate' && created.has(identityOf(event)))) return false;
    known.add(name);
    return true;
  });
}

function identityOf({ table, id }: Pick<NewEvent, 'table' | 'id'>): string {
  return JSON.stringify([table.type.name, id]);
}

/** Returns writes that write events in their transactions. */
export function recordedWrites(db: Executor, table: Table, writes: Writes, outbox: Outbox): Writes {
  const inTransaction = <Result>(call: SourceCall, run: (executor: Executor, inside: SourceCall) => Promise<Result>) =>
    runInTransaction(db, call, (transaction) => run(inCall(transaction, table, call), { ...call, transaction }));

  /** Reads and locks the row, so that no other write changes its links until the end of the transaction. */
  const lock = async (executor: Executor, id: string): Promise<Key | undefined> => {
    const key = keyOf(table, id);
    if (key === undefined) return undefined;
    const conditions = [isKey(table, exactKey(table, key)), ...writeScopeOf(table)];
    const rows = executor.selectFrom(table.name).select(readableKey(table));
    const found = whereAll(rows, conditions);
    const locking = canOverlap(executor) ? found.forUpdate() : found;
    const row = await executeWithId(table, key, locking, () => locking.executeTakeFirst());
    return row && keyOfRow(table, row);
  };

  /** Runs a write of links, and returns its result with the events of other resources. */
  const withSides = async <Result>(
    executor: Executor,
    changes: readonly (readonly LinkageWrite[])[],
    keys: readonly Key[],
    write: () => Promise<readonly [Result, after: readonly Key[]]>,
  ): Promise<readonly [Result, readonly NewEvent[]]> => {
    const touched = changes.map((all) => all.map((change) => touchedBy(outbox, table, change)));
    for (const { side, to } of touched.flat().flatMap(({ owners }) => owners))
      await lockRows(executor, side.target, to);
    const before: Snapshot[] = [];
    for (const [index, of] of touched.entries()) before.push(await snapshotOf(executor, of, keys[index]));
    const [result, written] = await write();
    const events: NewEvent[] = [];
    for (const [index, of] of touched.entries())
      events.push(...differenceOf(before[index] ?? [], await snapshotOf(executor, of, written[index])));
    return [result, events];
  };

  /** Writes to a resource that exists. Returns undefined if it does not. */
  const change = <Result>(
    id: string,
    call: SourceCall,
    changes: readonly LinkageWrite[],
    own: Pick<NewEvent, 'operation' | 'fields'>,
    write: (inside: SourceCall) => Promise<Result>,
  ): Promise<Result | undefined> =>
    inTransaction(call, async (executor, inside) => {
      const key = await lock(executor, id);
      if (key === undefined) return undefined;
      const [result, others] = await withSides(executor, [changes], [key], async () => [await write(inside), [key]]);
      const event: NewEvent = { table, id: idOfKey(table, key), ...own };
      if (result !== null && result !== false) await insertEvents(executor, outbox, distinct([event, ...others]));
      return result;
    });

  const createAll: Writes['createAll'] = (inputs, call) =>
    inTransaction(call, async (executor, inside) => {
      const changes = inputs.map(({ relationships }) => writesIn(relationships));
      const [records, others] = await withSides(executor, changes, [], async () => {
        const [first, ...more] = inputs;
        const isOne = first !== undefined && more.length === 0;
        const made = isOne ? [await writes.create(first, inside)] : await writes.createAll(inputs, inside);
        return [
          made,
          keysOf(
            table,
            made.map(({ id }) => String(id)),
          ),
        ];
      });
      const own = records.map(({ id }, index): NewEvent => {
        const fields = fieldsOf(inputs[index] as NewInput);
        return { table, id: String(id), operation: 'create', fields };
      });
      await insertEvents(executor, outbox, distinct([...own, ...others]));
      return records;
    });

  return {
    createAll,
    create: async (input, call) => (await createAll([input], call))[0] as SourceRow,
    async update(id, changes, call) {
      const own = { operation: 'update', fields: fieldsOf(changes) } as const;
      const written = writesIn(changes.relationships);
      return (await change(id, call, written, own, (inside) => writes.update(id, changes, inside))) ?? null;
    },
    async relate(id, relationship, linkage, call) {
      const own = { operation: 'relate', fields: [relationship] } as const;
      const run = (inside: SourceCall) => writes.relate(id, relationship, linkage, inside);
      return (await change(id, call, [writeOf(relationship, linkage)], own, run)) ?? false;
    },
    delete: (id, call) =>
      inTransaction(call, async (executor, inside) => {
        const key = await lock(executor, id);
        if (key === undefined) return false;
        const deleted = await deletedWith(executor, outbox.cascades, table, key);
        const events: NewEvent[] = [];
        for (const [of, rows] of deleted)
          for (const it of rows.keys()) events.push({ table: of, id: it, operation: 'delete', fields: [] });
        for (const [of, rows] of deleted) {
          for (const side of outbox.sides.get(of) ?? []) {
            const known = deleted.get(side.table);
            for (const it of await linkedTo(executor, { side, to: [...rows.values()] }))
              if (known?.has(it) !== true)
                events.push({ table: side.table, id: it, operation: 'relate', fields: [side.relationship] });
          }
        }
        if (!(await writes.delete(id, inside))) return false;
        await insertEvents(executor, outbox, distinct(events));
        return true;
      }),
  };
}
