import { atomicOperations, createMemoryIdempotencyStore, createServer, type DataSource } from '@linkage/server';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeIdempotency, type KeyedPlace, keyedOptions } from '../../../server/test/idempotency-suite.ts';
import {
  api,
  mariadbTables,
  openDatabase,
  openMemory,
  openSqlite,
  type Place,
  postgresTables,
} from '../test/atomic-world.ts';
import { databases, openMariadb } from '../test/databases.ts';
import { noMariadb } from '../test/mariadb.ts';
import { call } from '../test/newsroom.ts';
import { noPostgres, type PrivatePostgres, startPostgres } from '../test/postgres.ts';
import { useDatabase } from '../test/use-database.ts';
import { createIdempotencyTable, createKyselyIdempotencyStore } from './idempotency-store.ts';

type Db = NonNullable<Place['db']>;

async function keyed({ sources, db, dump, close }: Place): Promise<KeyedPlace> {
  if (db !== undefined) await createIdempotencyTable(db);
  const store =
    db === undefined ? createMemoryIdempotencyStore({ sharesWith: sources.orders }) : createKyselyIdempotencyStore(db);
  return {
    open: (options) =>
      createServer(api, sources, { extensions: [atomicOperations()], ...keyedOptions(store, options) } as never),
    store,
    count: async () => ((await dump()) as readonly (readonly unknown[])[])[0]?.length ?? 0,
    close,
  };
}

describe('idempotency keys in memory', () => describeIdempotency(async () => keyed(await openMemory())));
describe('idempotency keys in SQLite', () => describeIdempotency(async () => keyed(await openSqlite())));

describe.skipIf(noPostgres !== undefined)(`idempotency keys in PostgreSQL ${noPostgres ?? ''}`, () => {
  let postgres: PrivatePostgres;
  let schemas = 0;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());

  describeIdempotency(async () => {
    const schema = `shop_${schemas++}`;
    const pool = new Pool({ ...postgres.connection, max: 8, options: `-c search_path=${schema}` });
    // The server ends connections of tests that fail.
    pool.on('error', () => undefined);
    const setup = new Kysely({ dialect: new PostgresDialect({ pool }) });
    await sql.raw(`create schema ${schema}`).execute(setup);
    await sql.raw(postgresTables).execute(setup);
    return keyed(openDatabase(new PostgresDialect({ pool })));
  });
});

describe.skipIf(noMariadb !== undefined)(`idempotency keys in MariaDB ${noMariadb ?? ''}`, () => {
  describeIdempotency(async () => {
    const { dialect, exec, close } = await openMariadb();
    await exec(mariadbTables);
    const place = await keyed(openDatabase(dialect));
    const closeBoth = async () => {
      await place.close();
      await close();
    };
    return { ...place, close: closeBoth };
  });

  test('a key differs from a key in other letter case or with a space at the end, and a large answer is stored', async () => {
    const { dialect, close } = await openMariadb();
    const db = new Kysely<never>({ dialect });
    await createIdempotencyTable(db);
    await createIdempotencyTable(db);
    const store = createKyselyIdempotencyStore(db);
    const [leaseUntil, keepUntil] = [new Date(Date.now() + 60_000), new Date(Date.now() + 600_000)];
    const claimOf = (key: string) => ({
      user: 's',
      key,
      owner: `of ${key}`,
      fingerprint: 'f',
      leaseUntil,
      keepUntil,
    });
    for (const key of ['k', 'K', 'k ', 'ķ']) expect(await store.begin(claimOf(key), call)).toBe('taken');
    const body = 'ä'.repeat(100_000);
    await store.complete(claimOf('k'), { status: 200, headers: {}, body }, call);
    const again = { ...claimOf('k'), owner: 'other' };
    expect(await store.begin(again, call)).toMatchObject({ fingerprint: 'f', answer: { status: 200, body } });
    await db.destroy();
    await close();
  });
});

describe.each(databases)('expired keys on $name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'deletion', () => {
    const database = useDatabase<Record<string, Record<string, unknown>>>(open, 'select 1');

    test('a request deletes a bounded number, and the next one goes on', async () => {
      const { db } = database;
      await createIdempotencyTable(db);
      const common = { user: 's', owner: 'o', fingerprint: 'f', lease_until: 0 };
      const old = Array.from({ length: 250 }, (_, at) => ({ ...common, key: `old ${at}`, keep_until: at % 2 }));
      await db.insertInto('idempotency_key').values(old).execute();
      const store = createKyselyIdempotencyStore(db);
      const [leaseUntil, keepUntil] = [new Date(Date.now() + 60_000), new Date(Date.now() + 600_000)];
      const remaining: number[] = [];
      for (const key of ['a', 'b', 'c', 'd']) {
        const claim = { user: 's', key, owner: key, fingerprint: 'f', leaseUntil, keepUntil };
        expect(await store.begin(claim, call)).toBe('taken');
        const rows = await db.selectFrom('idempotency_key').select('key').where('keep_until', '<', 2).execute();
        remaining.push(rows.length);
      }
      expect(remaining).toEqual([150, 50, 0, 0]);
    });
  });
});

describe('a write and its answer', () => {
  const mediaType = 'application/vnd.api+json';
  const headers = { accept: mediaType, 'content-type': mediaType, 'x-user': 'ada', 'idempotency-key': 'k' };
  const body = JSON.stringify({ data: { type: 'orders', attributes: { reference: 'x' } } });
  const request = { method: 'POST', url: '/orders', headers, body };
  const rows = async (db: Db) => (await sql`select * from idempotency_key`.execute(db)).rows as { status: unknown }[];

  test('are stored in one transaction: if the answer cannot be stored, nothing is written', async () => {
    const { sources, db, dump, close } = await openSqlite();
    await createIdempotencyTable(db as Db);
    const store = createKyselyIdempotencyStore(db as Db);
    const failing = {
      ...store,
      complete: () => {
        throw new Error('injected');
      },
    };
    const before = await dump();
    const server = createServer(api, sources, keyedOptions(failing) as never);
    expect((await server.handle(request)).status).toBe(500);
    expect([await dump(), await rows(db as Db)]).toEqual([before, []]);
    expect((await createServer(api, sources, keyedOptions(store) as never).handle(request)).status).toBe(201);
    await close();
  });

  test('are stored separately: after a failure, the effect of the write is unknown, so the error is repeated', async () => {
    const { sources, dump, close } = await openMemory();
    const store = createMemoryIdempotencyStore();
    let writes = 0;
    const { transaction: _, transactionGroup: _group, ...rest } = sources.orders as Required<DataSource>;
    const orders = {
      ...rest,
      create: async (...given: Parameters<typeof rest.create>) => {
        writes++;
        await rest.create(...given);
        throw new Error('after the write');
      },
    };
    const server = createServer(api, { ...sources, orders } as never, keyedOptions(store) as never);
    const first = await server.handle(request);
    const second = await server.handle(request);
    expect([first.status, second.body, writes]).toEqual([500, first.body, 1]);
    expect(((await dump()) as unknown[][])[0]).toHaveLength(3);
    await close();
  });

  test('the table can have another name, and be created twice', async () => {
    const { db, close } = await openSqlite();
    for (let times = 0; times < 2; times++) await createIdempotencyTable(db as Db, { table: 'request_keys' });
    const store = createKyselyIdempotencyStore(db as Db, { table: 'request_keys' });
    const soon = new Date(Date.now() + 10_000);
    const claim = { user: 's', key: 'k', owner: 'o', fingerprint: 'f', leaseUntil: soon, keepUntil: soon };
    const call = { context: undefined, signal: new AbortController().signal };
    expect(await store.begin(claim, call)).toBe('taken');
    expect(await store.begin({ ...claim, owner: 'p' }, call)).toEqual({ fingerprint: 'f', answer: undefined });
    await close();
  });

  test('without the option the header is ignored', async () => {
    const { sources, close } = await openMemory();
    const server = createServer(api, sources);
    const statuses = [await server.handle(request), await server.handle(request)].map(({ status }) => status);
    expect(statuses).toEqual([201, 201]);
    await close();
  });
});
