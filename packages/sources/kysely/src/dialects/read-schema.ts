import { type Kysely, sql } from 'kysely';
import type { DatabaseDriver, DatabaseSchema } from './database-schema.ts';
import { databaseSchemaOf } from './database-schema-of.ts';
import type { SqlDialect } from './dialect.ts';
import { dialectOf } from './dialect-of.ts';

/** A string that some drivers cut when they write it, or when they read it. */
const TEXT = 'a\u0000b';

/** Returns why the driver cannot begin a transaction, undefined if it can, or if the database rejects one at the moment. */
async function rejectedTransaction(db: Kysely<never>): Promise<string | undefined> {
  if (db.isTransaction) return undefined;
  try {
    await db.transaction().execute(async () => undefined);
    return undefined;
  } catch (error) {
    const { code, errcode } = Object(error) as { readonly code?: unknown; readonly errcode?: unknown };
    // An error of SQLite, for example of a file that is locked or read-only, says nothing about the driver.
    return error instanceof Error && code === undefined && errcode === undefined ? error.message : undefined;
  }
}

/** Whether the database is a file for whose lock the driver does not wait. A server of libSQL does not know the statement. */
async function failsAtLocks(db: Kysely<never>): Promise<boolean> {
  try {
    const { rows } = await sql<{ readonly timeout: number | bigint }>`pragma busy_timeout`.execute(db);
    return Number(rows.at(0)?.timeout) === 0;
  } catch {
    return false;
  }
}

/**
 * Reads what the driver of a SQLite database cannot do. The adapters of Kysely for libSQL, D1, and SQLite do not tell them apart. The
 * drivers of other databases do not differ.
 */
async function readDriver(db: Kysely<never>, { name }: SqlDialect): Promise<DatabaseDriver | undefined> {
  if (name !== 'sqlite') return undefined;
  const { rows } = await sql<{ readonly text: unknown }>`select cast(${TEXT} as text) as text`.execute(db);
  const withoutTransactions = await rejectedTransaction(db);
  const cutsStrings = rows.at(0)?.text !== TEXT;
  if (!cutsStrings && withoutTransactions === undefined) return undefined;
  return Object.freeze({
    cutsStrings,
    ...(withoutTransactions !== undefined && { withoutTransactions }),
    // The sources wait themselves, except with libSQL: after an error of a lock, its connection rejects the next commits.
    ...(cutsStrings && (await failsAtLocks(db)) && { withoutBusyTimeout: true }),
  });
}

/**
 * Reads the tables of a database from its database schema: columns, primary and foreign keys, indexes, comments, partitions, and triggers. Takes four
 * statements for any number of tables. In SQLite, it takes six, and finds out with one statement and an empty transaction whether the driver
 * keeps strings and can begin transactions. Pass the database schema to `createKyselySources`, so
 * that a mistake in a mapping is found at start, and a value that a column cannot hold is found before it reaches the database. The server also
 * reads rows without triggers less often: if you add a trigger later, restart the server.
 *
 * @example
 * const databaseSchema = await readDatabaseSchema(db);
 * const sources = createKyselySources(api, db, mapping, { databaseSchema });
 */
export async function readDatabaseSchema<Database>(db: Kysely<Database>): Promise<DatabaseSchema> {
  // The names of the database schema are those of the database, which a plugin can change in statements.
  const any = db.withoutPlugins() as unknown as Kysely<never>;
  const dialect = dialectOf(any);
  const databaseSchema = databaseSchemaOf(await dialect.readDatabaseSchema(any), dialect);
  const driver = await readDriver(any, dialect);
  return driver === undefined ? databaseSchema : Object.freeze({ ...databaseSchema, driver });
}
