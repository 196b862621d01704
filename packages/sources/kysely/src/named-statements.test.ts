import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toOne } from '@linkage/core';
import { Kysely, type KyselyConfig, PostgresDialect } from 'kysely';
import { Client, Pool, type PoolConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { noPgbouncer, startPgbouncer } from '../test/pgbouncer.ts';
import { noPostgres, type PostgresConnection } from '../test/postgres.ts';
import { sharedServer } from '../test/shared-servers.ts';
import { canCancel } from './dialects/later-kysely.ts';
import { createKyselySources, createNodeSqliteDialect } from './index.ts';

const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string(), { filter: true }) },
    relationships: { author: toOne('people') },
  },
  people: { attributes: { name: z.string() } },
});

const mapping = {
  articles: { table: 'article', idType: 'integer', relationships: { author: { column: 'author_id' } } },
  people: { table: 'person', idType: 'integer' },
} as const;

const call = { context: undefined, signal: new AbortController().signal };
const selection = { attributes: new Set(['title'] as const), relationships: new Set(['author'] as const) };
const page = { offset: 0, limit: 10 };

const missing = noPostgres ?? (canCancel ? undefined : 'SKIPPED with Kysely 0.28');

describe.skipIf(missing !== undefined)(`prepareStatements ${missing ?? ''}`, () => {
  let connection: PostgresConnection;
  let administrator: Client;
  const database = `linkage_${crypto.randomUUID().replaceAll('-', '')}`;
  beforeAll(async () => {
    const server = await sharedServer('postgres');
    administrator = new Client(server);
    await administrator.connect();
    await administrator.query(`create database ${database}`);
    connection = { ...server, database };
    const client = new Client(connection);
    await client.connect();
    await client.query(`
      create table person (id integer primary key, name text not null);
      create table article (id integer primary key, title text not null, author_id integer references person);
      insert into person values (1, 'Ann');
      insert into article select id, 'Title ' || id, 1 from generate_series(1, 50) as id;
    `);
    await client.end();
  }, 60_000);
  afterAll(async () => {
    await administrator?.query(`drop database ${database} with (force)`);
    await administrator?.end();
  });

  function open(given: PoolConfig, config: Omit<KyselyConfig, 'dialect'> = {}, prepareStatements = true) {
    const pool = new Pool(given);
    pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
    const db = new Kysely<never>({ ...config, dialect: new PostgresDialect({ pool }) });
    const { articles } = createKyselySources(api, db as never, mapping, { prepareStatements, cancelStatements: false });
    const find = async (id: number): Promise<unknown> => (await articles.find([String(id)], selection, call)).at(0);
    const list = async (title: string): Promise<unknown> => {
      const filter = [{ field: 'title', operator: 'eq', values: [title] }] as const;
      return (await articles.list({ selection, filter, sort: [], page, total: false }, call)).records;
    };
    const namesOf = async (): Promise<readonly string[]> =>
      (await pool.query('select statement from pg_prepared_statements order by name')).rows.map((it) => it.statement);
    return { db, articles, find, list, namesOf };
  }

  test('each kept statement is prepared once for a connection, with other values each time', async () => {
    const { db, find, list, namesOf } = open({ ...connection, max: 1 });
    for (let id = 1; id <= 5; id++) {
      expect(await find(id)).toEqual({ id, title: `Title ${id}`, author: 1 });
      expect(await list(`Title ${id}`)).toEqual([{ id, title: `Title ${id}`, author: 1 }]);
    }
    expect(await namesOf()).toEqual([expect.stringContaining('"id" = $1'), expect.stringContaining('"title" = $1')]);
    await db.destroy();
  });

  test('statements that write have names too, alone and in a transaction, and what they violate is still an error of the client', async () => {
    const { db, articles, namesOf } = open({ ...connection, max: 1 });
    const type = 'articles' as const;
    const by = (id: string) => ({ author: { type: 'people', id } }) as const;
    const titled = (id: string, title: string) => ({ type, id, attributes: { title }, relationships: {} });
    const create = (id: string, author: string) =>
      articles.create({ type, id, attributes: { title: 'New' }, relationships: by(author) }, call);
    for (let id = 61; id <= 63; id++) {
      expect(await create(String(id), '1')).toMatchObject({ id, title: 'New' });
      await articles.update(String(id), titled(String(id), 'Alone'), call);
      await articles.transaction(async (within) => {
        const later = titled(String(id), 'Within');
        expect(await articles.update(String(id), later, within)).toMatchObject({ id, title: 'Within' });
      }, call);
    }
    expect(await namesOf()).toEqual([
      expect.stringMatching(/^insert into "article"/),
      expect.stringMatching(/^update "article"/),
    ]);
    await expect(create('64', '99')).rejects.toMatchObject({ status: 404 });
    for (let id = 61; id <= 63; id++) await articles.delete(String(id), call);
    await db.destroy();
  });

  test('a statement that is sent once has no name, and neither have those of other sources', async () => {
    const once = open({ ...connection, max: 1 });
    await once.articles.find(['1', '2'], selection, call);
    expect(await once.namesOf()).toEqual([]);
    await once.db.destroy();
    const without = open({ ...connection, max: 1 }, {}, false);
    for (let id = 1; id <= 3; id++) await without.find(id);
    expect(await without.namesOf()).toEqual([]);
    await without.db.destroy();
  });

  test('the option `log` of Kysely receives strings, and their statements have no names', async () => {
    const logged: unknown[] = [];
    const { db, find, namesOf } = open({ ...connection, max: 1 }, { log: ({ query }) => void logged.push(query.sql) });
    for (let id = 1; id <= 3; id++) expect(await find(id)).toMatchObject({ id });
    expect(logged).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^select /)));
    expect(await namesOf()).toEqual([]);
    await db.destroy();
  });

  test.skipIf(noPgbouncer !== undefined)(
    `behind PgBouncer in transaction mode, an error says what to do, and later statements have no names ${noPgbouncer ?? ''}`,
    async () => {
      const pgbouncer = await startPgbouncer(connection, 2);
      const { db, find } = open({ ...pgbouncer.connection, max: 8 });
      const rounds: PromiseSettledResult<unknown>[] = [];
      for (let round = 0; round < 4; round++)
        rounds.push(...(await Promise.allSettled(Array.from({ length: 16 }, (_, index) => find(index + 1)))));
      const failures = rounds.flatMap((it) => (it.status === 'rejected' ? [String(it.reason)] : []));
      expect(failures.length).toBeGreaterThan(0);
      for (const failure of failures) expect(failure).toMatch(/Leave out `prepareStatements: true`.*session mode/);
      const later = await Promise.all(Array.from({ length: 50 }, (_, index) => find(index + 1)));
      expect(later).toMatchObject(later.map((_, index) => ({ id: index + 1 })));
      await db.destroy();
      await pgbouncer.stop();
    },
    60_000,
  );
});

test('prepareStatements is rejected for other databases', () => {
  const database = new DatabaseSync(':memory:');
  const db = new Kysely<never>({ dialect: createNodeSqliteDialect(database) });
  expect(() => createKyselySources(api, db as never, mapping, { prepareStatements: true })).toThrow(
    '`prepareStatements` requires PostgreSQL with the driver `pg`',
  );
  database.close();
});
