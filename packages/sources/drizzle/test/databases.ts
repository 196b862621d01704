import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClient } from '@libsql/client';
import { BetterSQLiteSession } from 'drizzle-orm/better-sqlite3/session';
import { drizzle as overLibsql } from 'drizzle-orm/libsql';
import { drizzle as overMysql } from 'drizzle-orm/mysql2';
import { drizzle as overPostgres } from 'drizzle-orm/node-postgres';
import { drizzle as overPglite } from 'drizzle-orm/pglite';
import { drizzle as overPostgresJs } from 'drizzle-orm/postgres-js';
import { BaseSQLiteDatabase, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { createPool } from 'mysql2';
import { Pool } from 'pg';
import postgresJs from 'postgres';
import { type DatabaseName, everyDatabase } from '../../kysely/test/databases.ts';
import { openEmptyPglite } from '../../kysely/test/pglite.ts';
import type { DrizzleDatabase } from '../src/index.ts';

/** An empty database of a test file, which Drizzle opens. */
export interface OpenDrizzle {
  readonly db: DrizzleDatabase;
  /** Runs a script of several statements. */
  readonly exec: (script: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Options of Drizzle that tests use. */
interface DrizzleOptions {
  readonly logger?: { logQuery(query: string, parameters: unknown[]): void };
  readonly casing?: 'snake_case' | 'camelCase';
}

/** A database that tests run on. */
export interface DrizzlePlace {
  /** The database, and the driver if it is not the usual one. */
  readonly title: string;
  readonly name: DatabaseName;
  /** Why tests on this database are skipped. Undefined if they run. */
  readonly missing: string | undefined;
  readonly open: (options?: DrizzleOptions) => Promise<OpenDrizzle>;
}

/** The database of Node with the methods of `better-sqlite3` that the driver of Drizzle calls, because that one is not a package of JavaScript. */
export function overNodeSqlite(database: DatabaseSync, options: DrizzleOptions = {}): DrizzleDatabase {
  const client = {
    prepare(text: string) {
      const statement = database.prepare(text);
      const raw = () => {
        const arrays = database.prepare(text);
        arrays.setReturnArrays(true);
        return arrays;
      };
      return Object.assign(statement, { raw });
    },
  };
  const dialect = new SQLiteSyncDialect(options as object);
  const session = new BetterSQLiteSession(client as never, dialect, undefined, options);
  return new BaseSQLiteDatabase('sync', dialect, session as never, undefined) as DrizzleDatabase;
}

async function openSqlite(options: DrizzleOptions = {}): Promise<OpenDrizzle> {
  const database = new DatabaseSync(':memory:');
  return {
    db: overNodeSqlite(database, options),
    exec: async (script) => database.exec(script),
    close: async () => database.close(),
  };
}

async function openPglite(options: DrizzleOptions = {}): Promise<OpenDrizzle> {
  const client = await openEmptyPglite();
  return {
    db: overPglite({ client, ...options } as never) as unknown as DrizzleDatabase,
    exec: async (script) => void (await client.exec(script)),
    close: () => client.close(),
  };
}

/** Opens a database of the tests of Kysely with another driver. */
async function openServer(
  name: DatabaseName,
  connect: (connection: object) => { readonly db: DrizzleDatabase; readonly end: () => Promise<void> },
): Promise<OpenDrizzle> {
  const opened = await everyDatabase.find((it) => it.name === name)?.open();
  if (opened?.connection === undefined) throw new Error(`${name} has no connection.`);
  const { db, end } = connect(opened.connection);
  const close = async (): Promise<void> => {
    await end();
    await opened.close();
  };
  return { db, exec: opened.exec, close };
}

/** A file, as in applications. */
async function openLibsql(options: DrizzleOptions = {}): Promise<OpenDrizzle> {
  const folder = await mkdtemp(join(tmpdir(), 'linkage-libsql-'));
  const client = createClient({ url: `file:${join(folder, 'test.db')}` });
  return {
    db: overLibsql({ client, ...options } as never) as unknown as DrizzleDatabase,
    exec: (script) => client.executeMultiple(script),
    close: async () => {
      client.close();
      await rm(folder, { recursive: true });
    },
  };
}

function openPostgresJs(options: DrizzleOptions = {}): Promise<OpenDrizzle> {
  return openServer('PostgreSQL', (connection) => {
    const { user, ...others } = connection as { readonly user?: string };
    const client = postgresJs({ ...others, username: user, max: 8, onnotice: () => undefined } as never);
    return {
      db: overPostgresJs({ client, ...options } as never) as unknown as DrizzleDatabase,
      end: () => client.end(),
    };
  });
}

const openers: Readonly<Record<DatabaseName, DrizzlePlace['open']>> = {
  SQLite: openSqlite,
  PGlite: openPglite,
  PostgreSQL: (options = {}) =>
    openServer('PostgreSQL', (connection) => {
      const client = new Pool({ ...connection, max: 8 });
      client.on('error', () => undefined).on('connect', (it) => it.on('error', () => undefined));
      return {
        db: overPostgres({ client, ...options } as never) as unknown as DrizzleDatabase,
        end: () => client.end(),
      };
    }),
  MariaDB: (options = {}) =>
    openServer('MariaDB', (connection) => {
      const pool = createPool({ ...connection, connectionLimit: 8 });
      const db = overMysql({ client: pool, ...options } as never) as unknown as DrizzleDatabase;
      return { db, end: () => new Promise((resolve) => pool.end(() => resolve())) };
    }),
};

/** Every database that tests can run on. */
export const everyPlace: readonly DrizzlePlace[] = everyDatabase.map(({ name, missing }) => ({
  title: name,
  name,
  missing,
  open: openers[name],
}));

const postgres = everyPlace.find(({ name }) => name === 'PostgreSQL');

/** Other drivers of these databases. */
export const otherDrivers: readonly DrizzlePlace[] = [
  { title: 'SQLite with libsql', name: 'SQLite', missing: undefined, open: openLibsql },
  { title: 'PostgreSQL with postgres-js', name: 'PostgreSQL', missing: postgres?.missing, open: openPostgresJs },
];

/** The places without PGlite, which runs the statements of PostgreSQL, slowly. */
export const places: readonly DrizzlePlace[] = everyPlace.filter(({ name }) => name !== 'PGlite');
