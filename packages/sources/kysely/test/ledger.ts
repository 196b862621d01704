/** A server whose writes a ledger of their clients can check: for databases that fail. */

import { attribute, defineApi, toMany } from '@linkage/core';
import { atomicOperations, createServer, idempotencyKeys, type Server } from '@linkage/server';
import { type Dialect, Kysely, MysqlDialect, PostgresDialect, sql } from 'kysely';
import { createPool } from 'mysql2';
import { createConnection } from 'mysql2/promise';
import { Client, Pool } from 'pg';
import { z } from 'zod';
import { dialectOf } from '../src/dialects/dialect-of.ts';
import { createIdempotencyTable, createKyselyIdempotencyStore, createKyselySources } from '../src/index.ts';

const api = defineApi({
  counters: { attributes: { value: z.number() }, relationships: { tags: toMany('tags') } },
  tags: { attributes: { name: z.string() } },
  entries: { attributes: { mark: attribute(z.string(), { filter: true }) }, clientGeneratedIds: true },
});
const tables = [
  'create table counter (id varchar(40) primary key, value integer not null, revision integer not null)',
  'create table tag (id varchar(40) primary key, name varchar(40) not null)',
  'create table counter_tag (counter_id varchar(40), tag_id varchar(40), primary key (counter_id, tag_id))',
  'create table entry (id varchar(40) primary key, mark varchar(60) not null)',
  "insert into counter values ('1', 0, 0), ('2', 0, 0)",
  `insert into tag values ${Array.from({ length: 40 }, (_, index) => `('${index}', 'tag')`).join(', ')}`,
];

/** A dialect for MySQL, MariaDB, and clusters that speak like them. */
export const mysqlOf = (socketPath: string, database: string): Dialect =>
  new MysqlDialect({
    pool: createPool({ socketPath, user: 'root', database, connectionLimit: 8, connectTimeout: 2000 }),
  });

/** A dialect for PostgreSQL. A connection that is lost must not end the process. */
export function postgresOf(connection: object): Dialect {
  const pool = new Pool({ ...connection, max: 8, connectionTimeoutMillis: 2000 });
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  return new PostgresDialect({ pool });
}

/** Runs statements on one connection of MariaDB. */
export async function queryMysql(socketPath: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const connection = await createConnection({
    socketPath,
    user: 'root',
    connectTimeout: 1000,
    multipleStatements: true,
  });
  try {
    const [rows] = await connection.query(text);
    return rows as unknown as readonly Record<string, unknown>[];
  } finally {
    connection.destroy();
  }
}

/** Runs statements on one connection of PostgreSQL. Returns the first row of the last one. */
export async function queryPostgres(
  connection: object,
  ...strings: readonly string[]
): Promise<Record<string, unknown>> {
  const client = new Client(connection);
  // A server that is killed meanwhile must not end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    let row = {};
    for (const text of strings) row = (await client.query(text)).rows.at(0) ?? {};
    return row;
  } finally {
    // A server that cannot be reached does not say goodbye.
    void client.end().catch(() => undefined);
  }
}

/** Creates the tables of the ledger. */
export async function createLedger(dialect: Dialect): Promise<void> {
  const db = new Kysely<never>({ dialect });
  for (const statement of tables) await sql.raw(statement).execute(db);
  await createIdempotencyTable(db);
  await db.destroy();
}

/** The rows of the ledger: the marks of all entries, the counter, and the marks of entries that were written as pairs. */
export async function readLedger(dialect: Dialect) {
  const db = new Kysely<never>({ dialect });
  const { rows } = await sql<{ mark: string }>`select mark from entry`.execute(db);
  const { rows: counters } = await sql<{ value: number }>`select value from counter where id = '1'`.execute(db);
  await db.destroy();
  return { marks: rows.map(({ mark }) => mark), counted: Number(counters[0]?.value) };
}

/**
 * Creates the server of one process of the application, over one node or one address of the database.
 *
 * @param onUnexpected Receives the text of an error that the sources do not know.
 */
export function serveLedger(
  dialect: Dialect,
  onUnexpected: (text: string) => void,
): { readonly server: Server; readonly close: () => Promise<void> } {
  const db = new Kysely<never>({ dialect });
  const id = { newId: () => crypto.randomUUID() };
  const sources = createKyselySources(
    api,
    db,
    {
      counters: {
        table: 'counter',
        version: 'revision',
        relationships: { tags: { through: 'counter_tag', from: 'counter_id', to: 'tag_id' } },
      },
      tags: { table: 'tag' },
      entries: { table: 'entry', ...id },
    } as never,
    { cancelStatements: false },
  );
  const server = createServer(api, sources as never, {
    extensions: [atomicOperations()],
    idempotency: { keys: idempotencyKeys({ store: createKyselyIdempotencyStore(db) }), user: () => 'all' },
    limits: { requestTime: 10_000 },
    onError(error) {
      const { code, errno, sqlState, message } = Object(error) as Record<string, unknown>;
      const fault = dialectOf(db).faultOf(Object(error));
      if (fault === undefined) onUnexpected([code, errno, sqlState, message].join(' '));
    },
  });
  return { server, close: () => db.destroy() };
}
