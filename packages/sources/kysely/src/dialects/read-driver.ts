import { type Kysely, sql } from 'kysely';
import type { CatalogDriver } from './catalog.ts';
import type { SqlDialect } from './dialect.ts';

/** A text that some drivers cut when they write it, or when they read it. */
const TEXT = 'a\u0000b';

/** Returns why the driver cannot begin a transaction, undefined if it can, or if the database refuses one at the moment. */
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
export async function readDriver(db: Kysely<never>, { name }: SqlDialect): Promise<CatalogDriver | undefined> {
  if (name !== 'sqlite') return undefined;
  const { rows } = await sql<{ readonly text: unknown }>`select cast(${TEXT} as text) as text`.execute(db);
  const withoutTransactions = await rejectedTransaction(db);
  const cutsTexts = rows.at(0)?.text !== TEXT;
  if (!cutsTexts && withoutTransactions === undefined) return undefined;
  return Object.freeze({
    cutsTexts,
    ...(withoutTransactions !== undefined && { withoutTransactions }),
    // The sources wait themselves, except with libSQL: after an error of a lock, its connection refuses the next commits.
    ...(cutsTexts && (await failsAtLocks(db)) && { withoutBusyTimeout: true }),
  });
}
