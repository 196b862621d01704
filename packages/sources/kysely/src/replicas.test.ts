import { once } from 'node:events';
import { type AddressInfo, createServer as createServerOnPort } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import {
  atomicOperations,
  createServer,
  idempotencyKeys,
  type JsonApiRequest,
  type ServerOptions,
  splitSources,
} from '@linkage/server';
import { Kysely, MysqlDialect, PostgresDialect, sql } from 'kysely';
import { createPool } from 'mysql2';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { noMariadb, startMariadb } from '../test/mariadb.ts';
import { noPostgres, type PrivatePostgres, startPostgres } from '../test/postgres.ts';
import {
  createIdempotencyTable,
  createKyselyIdempotencyStore,
  createKyselySources,
  createNodeSqliteDialect,
  replicaPositions,
} from './index.ts';

async function freePort(): Promise<number> {
  const server = createServerOnPort().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const api = defineApi({
  notes: {
    attributes: { title: attribute(z.string(), { filter: true }) },
    relationships: { author: toOne('people', { inverse: 'notes' }) },
    clientGeneratedIds: true,
  },
  people: {
    attributes: { name: z.string() },
    relationships: { notes: toMany('notes', { inverse: 'author' }) },
    clientGeneratedIds: true,
  },
});

const mapping = {
  notes: { table: 'note', relationships: { author: { column: 'author_id' } } },
  people: { table: 'person', relationships: { notes: { foreignKey: 'author_id' } } },
} as const;

const tables = `
  create table person (id varchar(20) primary key, name varchar(20) not null);
  create table note (id varchar(20) primary key, title varchar(20) not null, author_id varchar(20) references person (id));`;

interface Reader {
  position?: string;
  readonly late: boolean;
}

type Options = ServerOptions<Reader, typeof api>;

const atomicType = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';

/**
 * A server over two databases of SQLite that never follow each other. Users with `x-late` read from the primary database.
 *
 * @param optionsOf The options of the server; a function receives the primary database.
 */
function openPair(
  optionsOf: Options | ((db: Kysely<unknown>) => Options) = {},
  committed: () => void | Promise<void> = () => undefined,
) {
  const open = (name: string) => {
    const database = new DatabaseSync(':memory:');
    database.exec(
      `${tables} insert into person values ('1', '${name}'); insert into note values ('1', '${name}', '1')`,
    );
    const db = new Kysely<unknown>({ dialect: createNodeSqliteDialect(database) });
    return { db, sources: createKyselySources(api, db, mapping) };
  };
  const errors: unknown[] = [];
  const primary = open('primary');
  const options = typeof optionsOf === 'function' ? optionsOf(primary.db) : optionsOf;
  const sources = splitSources(primary.sources, open('replica').sources, {
    readsPrimary: ({ context }) => (context as Reader).late,
    onCommit: committed,
    onError: (error) => void errors.push(error),
  });
  const context = ({ headers }: JsonApiRequest): Reader => ({ late: 'x-late' in headers });
  const server = createServer(api, sources, { context, ...options });
  const send = async (line: string, data?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const [method = '', url = ''] = line.split(' ');
    const type = url === '/operations' ? atomicType : 'application/vnd.api+json';
    const sent = { accept: type, 'content-type': type, ...headers };
    const member = url === '/operations' ? 'atomic:operations' : 'data';
    const body = data === undefined ? undefined : JSON.stringify({ [member]: data });
    const { status, body: text, headers: got } = await server.handle({ method, url, headers: sent, body });
    return { status, text: text ?? '', etag: got['ETag'] ?? '', replayed: got['Idempotency-Replayed'] };
  };
  return { send, errors, db: primary.db };
}

const note = (attributes: object, id = '1') => ({ type: 'notes', id, attributes });

describe('where calls go', () => {
  const reads = [
    'GET /notes',
    'GET /notes/1?include=author',
    'GET /people/1/notes',
    'GET /notes?filter[title][contains]=a&include=author.notes',
    'GET /people/1/relationships/notes?include=notes',
  ];

  test.each(reads)('%s: from the replica, for a late user from the primary database', async (line) => {
    const access = { notes: { read: () => [{ field: 'title' as const, operator: 'ne' as const, values: ['x'] }] } };
    for (const options of [{}, { access, defaultAccess: 'allow' } as Options]) {
      const { send } = openPair(options);
      const [usual, late] = [await send(line), await send(line, undefined, { 'x-late': 'yes' })];
      expect([usual.status, late.status]).toEqual([200, 200]);
      expect([usual.text.includes('replica'), usual.text.includes('primary')]).toEqual([true, false]);
      expect([late.text.includes('replica'), late.text.includes('primary')]).toEqual([false, true]);
    }
  });

  const author = { data: { type: 'people', id: '1' } };
  test.each<[string, unknown, number]>([
    ['PATCH /notes/1?include=author', note({ title: 'primary, too' }), 200],
    ['POST /notes?include=author.notes', { ...note({ title: 'new' }, '2'), relationships: { author } }, 201],
    ['POST /people/1/relationships/notes', [{ type: 'notes', id: '1' }], 204],
    ['DELETE /notes/1', undefined, 204],
  ])('%s: everything of a write, its response included, uses the primary database', async (line, data, status) => {
    for (const options of [{}, { access: { notes: { update: () => true } }, defaultAccess: 'allow' } as Options]) {
      const { send } = openPair(options);
      const written = await send(line, data);
      expect([written.status, written.text.includes('replica')]).toEqual([status, false]);
      expect((await send('GET /notes/1')).text).toContain('replica');
    }
  });

  test('an entity tag of the replica is not accepted for a write', async () => {
    const { send } = openPair();
    const { etag } = await send('GET /notes/1');
    expect((await send('PATCH /notes/1', note({ title: 'x' }), { 'if-match': etag })).status).toBe(412);
    const current = await send('GET /notes/1', undefined, { 'x-late': 'yes' });
    expect((await send('PATCH /notes/1', note({ title: 'x' }), { 'if-match': current.etag })).status).toBe(200);
  });

  test('`onCommit` runs once for each write, before its response; its failure does not fail the write', async () => {
    let commits = 0;
    const { send } = openPair({}, () => void commits++);
    await send('PATCH /notes/1', note({ title: 'x' }));
    await send('GET /notes/1');
    await send('PATCH /notes/9', note({}, '9'));
    expect(commits).toBe(1);
    const failing = openPair({}, () => Promise.reject(new Error('no position')));
    expect((await failing.send('PATCH /notes/1', note({ title: 'x' }))).status).toBe(200);
    expect(failing.errors).toEqual([new Error('no position')]);
  });

  test('a position that does not come keeps no response waiting', { timeout: 20_000 }, async () => {
    const waiting = openPair({}, () => new Promise<never>(() => undefined));
    expect((await waiting.send('PATCH /notes/1', note({ title: 'x' }))).status).toBe(200);
    expect(waiting.errors).toEqual([new Error('splitSources: onCommit took longer than 1000 ms.')]);
  });

  const added = (id: string) => ({ op: 'add', data: note({ title: 'new' }, id) });
  test.each<[string, unknown, number]>([
    ['POST /notes', note({ title: 'new' }, '2'), 201],
    ['PATCH /notes/1', note({ title: 'x' }), 200],
    ['DELETE /notes/1', undefined, 204],
    ['POST /operations', [added('2'), added('3')], 200],
  ])(
    '%s with an idempotency key: `onCommit` runs once after the commit, and again for a repeated response',
    async (line, data, status) => {
      let commits = 0;
      const seen: unknown[] = [];
      const { send, db } = openPair(
        (own) => ({
          extensions: [atomicOperations()],
          idempotency: { keys: idempotencyKeys({ store: createKyselyIdempotencyStore(own) }), user: () => 'all' },
        }),
        async () => {
          commits++;
          seen.push((await sql`select status from idempotency_key`.execute(db)).rows);
        },
      );
      await createIdempotencyTable(db);
      const key = { 'idempotency-key': 'k' };
      expect([(await send(line, data, key)).status, commits]).toEqual([status, 1]);
      expect(seen).toEqual([[{ status }]]);
      const repeated = await send(line, data, key);
      expect([repeated.status, repeated.replayed, commits]).toEqual([status, 'true', 2]);
      expect((await send('PATCH /notes/9', note({}, '9'), { 'idempotency-key': 'other' })).status).toBe(404);
      expect(commits).toBe(2);
    },
  );
});

/** A server whose users carry the position of their last write in a cookie. */
function serveReplicated(db: Kysely<unknown>, replicaDb: Kysely<unknown>) {
  const positions = replicaPositions(db, replicaDb);
  let primaryReads = 0;
  const sources = splitSources(createKyselySources(api, db, mapping), createKyselySources(api, replicaDb, mapping), {
    async readsPrimary(call) {
      const { position } = call.context as Reader;
      const isLate = position !== undefined && !(await positions.isReached(position));
      if (isLate) primaryReads++;
      return isLate;
    },
    async onCommit(call) {
      (call.context as Reader).position = await positions.current();
    },
  });
  const server = createServer(api, sources, {
    context: ({ headers }): Reader => {
      const [, position] = String(headers['cookie'] ?? '').split('position=');
      return { late: false, ...(position === undefined ? {} : { position }) };
    },
    headers: ({ context, request }) =>
      request.method === 'GET' || context?.position === undefined
        ? undefined
        : { 'Set-Cookie': `position=${context.position}` },
  });
  const send = async (line: string, headers: Readonly<Record<string, string>> = {}, data?: object) => {
    const [method = '', url = ''] = line.split(' ');
    const sent = { 'content-type': 'application/vnd.api+json', ...headers };
    const body = data === undefined ? undefined : JSON.stringify({ data });
    const answer = await server.handle({ method, url, headers: sent, body });
    return { status: answer.status, etag: answer.headers['ETag'] ?? '', cookie: answer.headers['Set-Cookie'] ?? '' };
  };
  return { send, positions, primaryReads: () => primaryReads };
}

/** Writes, and reads as the same user and as another one, while the replica is late. */
async function expectOwnWrites(
  { send, positions, primaryReads }: ReturnType<typeof serveReplicated>,
  wrongPosition: string,
): Promise<void> {
  for (let id = 1; id <= 3; id++) {
    const { status, cookie } = await send('POST /notes', {}, note({ title: 'new' }, `${id}`));
    expect([status, cookie.startsWith('position=')]).toEqual([201, true]);
    // Another user still reads from the replica, which does not know the note yet.
    expect((await send(`GET /notes/${id}`)).status).toBe(404);
    const own = await send(`GET /notes/${id}`, { cookie });
    expect(own.status).toBe(200);
    const changed = await send(
      `PATCH /notes/${id}`,
      { cookie, 'if-match': own.etag },
      note({ title: 'changed' }, `${id}`),
    );
    expect(changed.status).toBe(200);
    const stale = await send(`PATCH /notes/${id}`, { 'if-match': own.etag }, note({ title: 'lost' }, `${id}`));
    expect(stale.status).toBe(412);
    // A position that is none is never reached.
    expect((await send(`GET /notes/${id}`, { cookie: `position=${wrongPosition}` })).status).toBe(200);
  }
  const { cookie } = await send('PATCH /notes/1', {}, note({ title: 'last' }));
  const position = cookie.replace('position=', '');
  await expect.poll(() => positions.isReached(position), { interval: 50 }).toBe(true);
  const before = primaryReads();
  expect((await send('GET /notes/1', { cookie })).status).toBe(200);
  expect(primaryReads()).toBe(before);
}

test.each<[string, () => unknown]>([
  [
    'replica must have a source of the type "notes"',
    () => splitSources({ notes: {} }, {} as never, { readsPrimary: () => true }),
  ],
  [
    'primary.notes must have the method `list`',
    () => splitSources({ notes: {} }, { notes: {} }, { readsPrimary: () => true }),
  ],
  ['`readsPrimary` is required', () => splitSources({}, {}, {} as never)],
  ['unknown option "readPrimary"', () => splitSources({}, {}, { readPrimary: () => true } as never)],
  ['replica must be an object', () => splitSources({}, null as never, { readsPrimary: () => true })],
])('%s', (message, run) => {
  expect(run).toThrow(message);
});

describe('positions', () => {
  test('SQLite has none, and two kinds of databases have none in common', () => {
    const sqlite = new Kysely({ dialect: createNodeSqliteDialect(new DatabaseSync(':memory:')) });
    const postgres = new Kysely({ dialect: new PostgresDialect({ pool: new Pool() }) });
    expect(() => replicaPositions(sqlite, sqlite)).toThrow('SQLite has no positions');
    expect(() => replicaPositions(postgres, sqlite)).toThrow('of one kind');
  });

  describe.skipIf(noPostgres !== undefined)(
    `a standby of PostgreSQL that is 1.5 seconds late ${noPostgres ?? ''}`,
    () => {
      let servers: readonly PrivatePostgres[] = [];
      const pools: Pool[] = [];
      const dbOf = (index: number): Kysely<unknown> => {
        const pool = new Pool({ ...servers[index]?.connection, max: 8 });
        pool.on('error', () => undefined);
        pools.push(pool);
        return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
      };
      beforeAll(async () => {
        const primary = await startPostgres();
        servers = [primary];
        const pool = new Pool(primary.connection);
        await pool.query(`${tables} insert into person values ('1', 'Ada')`);
        await pool.end();
        const settings = ['recovery_min_apply_delay=1500ms', 'hot_standby=on'];
        servers = [primary, await startPostgres({ standbyOf: primary.connection, settings })];
      }, 90_000);
      afterAll(async () => {
        await Promise.all(pools.map((pool) => pool.end()));
        for (const server of servers.toReversed()) await server.stop();
      });

      test('a user sees what it has written, others see it later, and no stale entity tag is accepted', async () => {
        const replicated = serveReplicated(dbOf(0), dbOf(1));
        await expectOwnWrites(replicated, 'FFFFFFFFF/zz');
      }, 60_000);

      test.each(['', 'x', "0/0'; drop table note", '1/2/3', '0/100000000'])(
        '%j is not a position',
        async (position) => {
          expect(await replicaPositions(dbOf(0), dbOf(1)).isReached(position)).toBe(false);
        },
      );
    },
  );

  describe.skipIf(noMariadb !== undefined)(
    `a replica of MariaDB that is one to two seconds late ${noMariadb ?? ''}`,
    () => {
      const ended: (() => Promise<unknown>)[] = [];
      afterAll(async () => {
        for (const end of ended.toReversed()) await end();
      });

      test('it reaches a position later, and strings that are none never; a user sees what it has written', async () => {
        const port = await freePort();
        const networking = ['--skip-networking=0', '--bind-address=127.0.0.1', `--port=${port}`];
        const primary = await startMariadb(['--server-id=1', '--log-bin=log', ...networking]);
        ended.push(primary.stop);
        const replica = await startMariadb(['--server-id=2']);
        ended.push(replica.stop);
        const dbOf = ({ connection }: typeof primary, database?: string): Kysely<unknown> => {
          const pool = createPool({ ...connection, ...(database !== undefined && { database }), connectionLimit: 2 });
          ended.push(() => new Promise((resolve) => pool.end(resolve)));
          return new Kysely<unknown>({ dialect: new MysqlDialect({ pool }) });
        };
        const [db, replicaDb] = [dbOf(primary), dbOf(replica)];
        // The times of events are whole seconds: with a delay of one, what is written late in a second can be replicated at once.
        await sql`change master to master_host = '127.0.0.1', master_port = ${sql.lit(port)}, master_user = 'root',
        master_use_gtid = slave_pos, master_delay = 2`.execute(replicaDb);
        await sql`start slave`.execute(replicaDb);
        await sql`create database shop`.execute(db);
        const positions = replicaPositions(db, replicaDb);
        await expect.poll(async () => positions.isReached(await positions.current())).toBe(true);
        await sql`create table shop.note (id integer primary key)`.execute(db);
        const position = await positions.current();
        expect(await positions.isReached(position)).toBe(false);
        await expect.poll(() => positions.isReached(position)).toBe(true);
        expect((await sql`select * from shop.note`.execute(replicaDb)).rows).toEqual([]);
        for (const wrong of ['', 'x', '0-1', "0-1-1' or '1", `${'0-1-1,'.repeat(100)}0-1-1`])
          expect(await positions.isReached(wrong)).toBe(false);
        await expect(replicaPositions(replicaDb, db).current()).rejects.toThrow('has no binary log');

        await sql`drop table shop.note`.execute(db);
        const [shop, replicaShop] = [dbOf(primary, 'shop'), dbOf(replica, 'shop')];
        for (const statement of tables.split(';')) if (statement.trim() !== '') await sql.raw(statement).execute(shop);
        const created = await positions.current();
        await expect.poll(() => positions.isReached(created)).toBe(true);
        await expectOwnWrites(serveReplicated(shop, replicaShop), '0-1');
      }, 90_000);
    },
  );
});
