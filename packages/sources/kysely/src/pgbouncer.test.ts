import { type SuiteCase, type SuiteFeature, sourceSuite } from '@linkage/server/source-suite';
import { PostgresDialect } from 'kysely';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../test/databases.ts';
import { noPgbouncer, startPgbouncer } from '../test/pgbouncer.ts';
import { sharedServer } from '../test/shared-servers.ts';
import { openSuite } from '../test/suite-tables.ts';

/** The number of connections that PgBouncer shares among all clients of the database. */
const POOL_SIZE = 3;
/** Hostile names and values do not depend on connections. */
const features: ReadonlySet<SuiteFeature> = new Set<SuiteFeature>([
  ...(['collections', 'sorting', 'filters', 'includes', 'related resources'] as const),
  ...(['writes', 'relationship writes', 'transactions', 'concurrent writes'] as const),
]);

async function openBehindPgbouncer(): Promise<OpenDatabase> {
  const server = await sharedServer('postgres');
  const database = `linkage_${crypto.randomUUID().replaceAll('-', '')}`;
  const administrator = new Client(server);
  await administrator.connect();
  await administrator.query(`create database ${database}`);
  const pgbouncer = await startPgbouncer({ ...server, database }, POOL_SIZE);
  const pool = new Pool({ ...pgbouncer.connection, max: 12 });
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  return {
    dialect: new PostgresDialect({ pool }),
    connection: pgbouncer.connection,
    exec: async (script) => void (await pool.query(script)),
    close: async () => {
      await pgbouncer.stop();
      await administrator.query(`drop database ${database} with (force)`);
      await administrator.end();
    },
  };
}

describe.skipIf(noPgbouncer !== undefined)(`behind PgBouncer in transaction mode ${noPgbouncer ?? ''}`, () => {
  let suite: Awaited<ReturnType<typeof openSuite>>;
  let database: OpenDatabase;
  beforeAll(async () => {
    const open = async () => {
      database = await openBehindPgbouncer();
      return database;
    };
    suite = await openSuite({ name: 'PostgreSQL', missing: undefined, open }, { cancelStatements: false });
  });
  afterAll(() => suite?.close());

  const open = async () => {
    await suite.fill();
    return suite.sources;
  };
  const cases = sourceSuite(open as Parameters<typeof sourceSuite>[0]).filter(({ feature }) => features.has(feature));
  test.each(cases.map((it: SuiteCase) => [it.name, it] as const))('%s', (_, { run }) => run());

  test('clients share the connections of the pooler', async () => {
    const count = 2 * POOL_SIZE;
    const clients = Array.from({ length: count }, () => new Client(database.connection));
    await Promise.all(clients.map((client) => client.connect()));
    const pids = await Promise.all(clients.map((client) => client.query('select pg_backend_pid() as pid')));
    await Promise.all(clients.map((client) => client.end()));
    expect(new Set(pids.map(({ rows }) => rows[0].pid)).size).toBeLessThanOrEqual(POOL_SIZE);
  });
});
