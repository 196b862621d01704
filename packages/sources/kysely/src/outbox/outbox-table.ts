import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../dialects/dialect-of.ts';
import type { Executor } from '../statements/transaction.ts';

/** Options of the table of events. */
export interface OutboxTableOptions {
  /** The name of the table. The name of the table of its readers ends with `_reader`. Default: `outbox`. */
  readonly table?: string | undefined;
}

const optionsTable: OptionTable = optionTable({ table: 'string' });
/** The default name. */
export const TABLE = 'outbox';
/** The row of the table of readers that contains the last position, and as its lease the last position that was deleted. */
export const LAST = '';

/** Returns the name of the table of readers. */
export function readersOf(table: string): string {
  return `${table}_reader`;
}

/** Adds a row to the table of readers, unless it exists. */
export async function addReader(db: Executor, table: string, name: string): Promise<void> {
  const insertion = db.insertInto(readersOf(table)).values({ name, position: 0, attempts: 0, owner: '', lease: 0 });
  const isStandard = dialectOf(db).onConflict === 'do nothing';
  await (isStandard
    ? insertion.onConflict((conflict) => conflict.doNothing())
    : insertion.onDuplicateKeyUpdate({ name })
  ).execute();
}

const readerColumns = sql.raw(
  'name varchar(190) primary key, position bigint not null, attempts integer not null, owner varchar(40) not null, lease bigint not null',
);

/** Creates the tables in MySQL or MariaDB, whose indexes are part of the statement: `create index` cannot be repeated there. */
async function createMysqlTables(db: Executor, table: string, index: string): Promise<void> {
  const end = sql.raw('character set utf8mb4 collate utf8mb4_bin');
  await sql`create table if not exists ${sql.table(table)} (
    entry ${sql.raw(dialectOf(db).counted)}, position bigint,
    type longtext not null, id longtext not null, operation longtext not null, fields longtext not null, members longtext not null,
    version longtext, time bigint not null, key ${sql.id(index)} (position, entry)
  ) ${end}`.execute(db);
  await sql`create table if not exists ${sql.table(readersOf(table))} (${readerColumns}) ${end}`.execute(db);
}

/**
 * Creates the table of events and the table of its readers, unless they exist.
 *
 * @throws {TypeError} If an option is unknown or invalid.
 * @example
 * await createOutboxTable(db);
 * const sources = createKyselySources(api, db, mapping, { databaseSchema: await readDatabaseSchema(db), outbox: 'outbox' });
 */
export async function createOutboxTable<Database>(
  db: Kysely<Database>,
  options: OutboxTableOptions = {},
): Promise<void> {
  const { table = TABLE } = readOptions('createOutboxTable', options, optionsTable);
  const executor = db as unknown as Executor;
  const name = table.replaceAll('.', '_');
  const index = `${name}_position`;
  const { indexesInTable, counted } = dialectOf(db);
  if (indexesInTable) await createMysqlTables(executor, table, index);
  else {
    await sql`create table if not exists ${sql.table(table)} (
      entry ${sql.raw(counted)}, position bigint, type text not null, id text not null, operation text not null,
      fields text not null, members text not null, version text, ${sql.id('time')} bigint not null
    )`.execute(db);
    const numbered = executor.schema.createIndex(index).ifNotExists().on(table).column('position');
    await numbered.where('position', 'is not', null).execute();
    // Partial: the search for events without a position does not depend on the number of those that have one.
    const pending = executor.schema.createIndex(`${name}_pending`).ifNotExists().on(table);
    await pending.column('entry').where(sql.ref('position'), 'is', null).execute();
    await sql`create table if not exists ${sql.table(readersOf(table))} (${readerColumns})`.execute(db);
  }
  await addReader(executor, table, LAST);
}
