import { DatabaseSync } from 'node:sqlite';
import { type Dialect, MysqlDialect, PGliteDialect, PostgresDialect } from 'kysely';
import { createPool } from 'mysql2';
import { createConnection } from 'mysql2/promise';
import { Client, Pool } from 'pg';
import { isLong } from '../../../core/test/runs.ts';
import { canCancel } from '../src/dialects/later-kysely.ts';
import { createNodeSqliteDialect } from '../src/index.ts';
import { noMariadb } from './mariadb.ts';
import { openEmptyPglite } from './pglite.ts';
import { noPostgres } from './postgres.ts';
import { sharedServer } from './shared-servers.ts';

/** An empty database of a test file. */
export interface OpenDatabase {
  readonly dialect: Dialect;
  /** How a driver connects to the same database; undefined for a database in this process. */
  readonly connection: object | undefined;
  /** Runs a script of several statements. */
  readonly exec: (script: string) => Promise<void>;
  /** Closes what the dialect does not close itself. Call it after `destroy` of the Kysely instance. */
  readonly close: () => Promise<void>;
}

export type DatabaseName = 'SQLite' | 'PGlite' | 'PostgreSQL' | 'MariaDB';

/** A database that tests run on. */
export interface TestDatabase {
  readonly name: DatabaseName;
  /** Why tests on this database are skipped. Undefined if they run. */
  readonly missing: string | undefined;
  readonly open: () => Promise<OpenDatabase>;
}

const uniqueName = (): string => `linkage_${crypto.randomUUID().replaceAll('-', '')}`;

async function openSqlite(): Promise<OpenDatabase> {
  const database = new DatabaseSync(':memory:');
  const exec = async (script: string): Promise<void> => database.exec(script);
  return { dialect: createNodeSqliteDialect(database), connection: undefined, exec, close: async () => undefined };
}

async function openPglite(): Promise<OpenDatabase> {
  const pglite = await openEmptyPglite();
  const exec = async (script: string): Promise<void> => void (await pglite.exec(script));
  return { dialect: new PGliteDialect({ pglite }), connection: undefined, exec, close: async () => undefined };
}

async function openPostgres(): Promise<OpenDatabase> {
  const connection = await sharedServer('postgres');
  const database = uniqueName();
  const administrator = new Client(connection);
  await administrator.connect();
  await administrator.query(`create database ${database}`);
  const pool = new Pool({ ...connection, database, max: 8 });
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  return {
    dialect: new PostgresDialect({ pool }),
    connection: { ...connection, database },
    exec: async (script) => void (await pool.query(script)),
    close: async () => {
      await administrator.query(`drop database ${database} with (force)`);
      await administrator.end();
    },
  };
}

/** Creates an empty database in the shared MariaDB server. */
export async function openMariadb(): Promise<OpenDatabase> {
  const connection = await sharedServer('mariadb');
  const database = uniqueName();
  const administrator = await createConnection({ ...connection, multipleStatements: true });
  await administrator.query(`create database ${database}; use ${database}`);
  const pool = createPool({ ...connection, database, connectionLimit: 8 });
  return {
    dialect: new MysqlDialect({ pool }),
    connection: { ...connection, database },
    exec: async (script) => void (await administrator.query(script)),
    close: async () => {
      await administrator.query(`drop database ${database}`);
      await administrator.end();
    },
  };
}

/** Every database that tests can run on. */
export const everyDatabase: readonly TestDatabase[] = [
  { name: 'SQLite', missing: undefined, open: openSqlite },
  {
    name: 'PGlite',
    missing: canCancel ? undefined : 'SKIPPED, because Kysely 0.28 has no dialect for PGlite',
    open: openPglite,
  },
  { name: 'PostgreSQL', missing: noPostgres, open: openPostgres },
  { name: 'MariaDB', missing: noMariadb, open: openMariadb },
];

/**
 * The databases that tests run on. PGlite runs the statements of PostgreSQL, slowly: in the short form, only the suite of sources
 * runs on it.
 */
export const databases: readonly TestDatabase[] = everyDatabase.filter(({ name }) => isLong || name !== 'PGlite');
