import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createNodeSqliteDialect } from '@linkage/kysely';
import { type Dialect, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { importData } from './import-data.ts';
import { importPostgres } from './import-postgres.ts';
import type { Progress } from './progress.ts';
import { isPostgresUrl } from './settings.ts';

/** The database that contains the data. */
export interface Storage {
  readonly dialect: Dialect;
  /** Closes the connections. Has no effect if the dialect has closed them. */
  readonly close: () => Promise<void>;
}

/** The number of milliseconds that a request waits for a connection before it receives 503. */
const CONNECTION_TIMEOUT = 5000;

/** Creates a folder and its parents. `mkdirSync` with `recursive` never returns if /proc rejects a folder. */
function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let path = folder; !existsSync(path) && path !== dirname(path); path = dirname(path)) missing.unshift(path);
  for (const path of missing) mkdirSync(path);
}

/** Opens the database in a file. Creates and fills it if necessary. */
export async function openDatabase(file: string, progress: Progress): Promise<DatabaseSync> {
  makeFolder(dirname(file));
  const database = new DatabaseSync(file, { timeout: 30_000 });
  try {
    await importData(database, progress);
    database.exec('pragma journal_mode = wal; pragma synchronous = normal');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens the SQLite database in a file. Creates and fills it if necessary. */
export async function openSqlite(file: string, progress: Progress): Promise<Storage> {
  const database = await openDatabase(file, progress);
  return {
    dialect: createNodeSqliteDialect(database),
    close: async () => {
      if (database.isOpen) database.close();
    },
  };
}

/** Opens a PostgreSQL database. Creates and fills the tables if necessary. */
export async function openPostgres(url: string, progress: Progress): Promise<Storage> {
  const pool = new Pool({ connectionString: url, connectionTimeoutMillis: CONNECTION_TIMEOUT });
  // Without listeners, a connection that the database closes would end the process.
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  const close = async () => {
    if (!pool.ended) await pool.end();
  };
  try {
    await importPostgres(pool, progress);
  } catch (error) {
    await close();
    throw error;
  }
  return { dialect: new PostgresDialect({ pool }), close };
}

/** Opens the database of the settings: a PostgreSQL URL, or the path of an SQLite file. */
export function openStorage(database: string, progress: Progress): Promise<Storage> {
  return isPostgresUrl(database) ? openPostgres(database, progress) : openSqlite(database, progress);
}
