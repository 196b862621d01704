import type { MemoryTable, StoredRecord } from './memory-table.ts';

/** The records of a table, for reading. */
export interface ReadableTable {
  readonly size: number;
  get(id: string): StoredRecord | undefined;
  values(): Iterable<StoredRecord>;
}

/** The tables of an API by resource type, for reading. */
export interface ReadableTables {
  get(type: string): ReadableTable | undefined;
}

/** The changes of a transaction to one table: what a rollback and reads outside of the transaction require. */
export interface TableChanges {
  readonly table: MemoryTable;
  /** The changed records as they were before the transaction, by id; undefined for a new record. */
  readonly before: Map<string, StoredRecord | undefined>;
  /** The records in their order when the transaction first removed one: a record that comes back would be the last. */
  order: readonly StoredRecord[] | undefined;
  /** The table as it was before the transaction. Created for the first read. */
  view: ReadableTable | undefined;
}

/** Creates the changes of a transaction that has not changed the table yet. */
export function createTableChanges(table: MemoryTable): TableChanges {
  return { table, before: new Map(), order: undefined, view: undefined };
}

/** Returns the records of a table as they were before the transaction. */
function* recordsBefore({ table, before, order }: TableChanges): Generator<StoredRecord> {
  for (const record of order ?? table.values()) {
    const old = before.has(record.id) ? before.get(record.id) : record;
    if (old !== undefined) yield old;
  }
}

function sizeBefore({ table, before }: TableChanges): number {
  let { size } = table;
  for (const [id, record] of before) size += Number(record !== undefined) - Number(table.has(id));
  return size;
}

/** Returns the table as it was before the transaction. Does not copy its records. */
export function tableBefore(changes: TableChanges): ReadableTable {
  const { table, before } = changes;
  changes.view ??= {
    get size() {
      return sizeBefore(changes);
    },
    get: (id) => (before.has(id) ? before.get(id) : table.get(id)),
    values: () => recordsBefore(changes),
  };
  return changes.view;
}

/** Undoes the changes. */
export function undoChanges(changes: TableChanges): void {
  const { table, before, order } = changes;
  if (order === undefined) {
    for (const [id, record] of before) {
      if (record === undefined) table.delete(id);
      else table.set(id, record);
    }
    return;
  }
  const records = [...recordsBefore(changes)];
  table.clear();
  for (const record of records) table.set(record.id, record);
}
