/** Responses while the database cannot execute statements. */

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MysqlDialect, PostgresDialect } from 'kysely';
import { createPool } from 'mysql2';
import { Pool, type PoolConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { counterTable, serveCounters } from '../../test/counters.ts';
import { databases, type OpenDatabase } from '../../test/databases.ts';
import { canCancel } from '../dialects/later-kysely.ts';
import { createNodeSqliteDialect } from '../node-sqlite.ts';

/** For tests whose other half is that a statement is canceled. */
const withoutCancel = canCancel ? '' : ', SKIPPED, because Kysely 0.28 cannot cancel';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../test/counting-process.ts', import.meta.url));
const [postgres, mariadb] = ['PostgreSQL', 'MariaDB'].map((name) => databases.find((it) => it.name === name));
if (postgres === undefined || mariadb === undefined) throw new TypeError('A database is missing.');

function poolOf(connection: object, options: PoolConfig = {}): Pool {
  const pool = new Pool({ ...connection, max: 8, ...options });
  return pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
}

const serve = (connection: object, options?: PoolConfig) => {
  const pool = poolOf(connection, options);
  return { ...serveCounters(new PostgresDialect({ pool })), pool };
};

const waiting = `select count(*)::int as n from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

async function contend(countUp: (id: string) => Promise<number>, clients: number): Promise<readonly number[]> {
  return (await Promise.all(Array.from({ length: clients }, () => countUp('1')))).sort();
}

describe.skipIf(postgres.missing !== undefined)(`PostgreSQL ${postgres.missing ?? ''}`, () => {
  let database: OpenDatabase;
  let connection: object;
  beforeAll(async () => {
    database = await postgres.open();
    connection = database.connection ?? {};
    await database.exec(`${counterTable}; insert into counter values ('1', 0), ('2', 0)`);
  });
  afterAll(() => database?.close());

  test.each(['read committed', 'repeatable read', 'serializable'])(
    '32 clients on one row, %s: each write is counted or rejected, none is 500',
    async (level) => {
      const options = `-c default_transaction_isolation=${level.replace(' ', '\\ ')}`;
      const { send, countUp, db, failures } = serve(connection, { options });
      const before = (await send('GET', '1')).value;
      const statuses = await contend(countUp, 32);
      expect(statuses.filter((status) => ![200, 412, 409, 503].includes(status))).toEqual([]);
      const successes = statuses.filter((status) => status === 200).length;
      expect(successes).toBeGreaterThan(0);
      expect((await send('GET', '1')).value).toBe(before + successes);
      expect(failures).toEqual([]);
      await db.destroy();
    },
  );

  test('two processes on one database: no update is lost', async () => {
    const { send, db } = serve(connection);
    const before = (await send('GET', '1')).value;
    const count = async () => (await run(process.execPath, [program, JSON.stringify(connection), '20'])).stdout;
    expect(await Promise.all([count(), count()])).toEqual(['20', '20']);
    expect((await send('GET', '1')).value).toBe(before + 40);
    await db.destroy();
  });

  test('a transaction with a conflict runs again completely', async () => {
    const { counters, db, send } = serve(connection, { options: '-c default_transaction_isolation=serializable' });
    const call = { context: undefined, signal: new AbortController().signal };
    let runs = 0;
    await counters.transaction(async (inside) => {
      runs += 1;
      await counters.find(['1'], { attributes: new Set(['value']), relationships: new Set() }, inside);
      // Another client changes what this transaction has read.
      if (runs === 1) expect((await send('PATCH', '1', 500)).status).toBe(200);
      await counters.update('1', { type: 'counters', id: '1', attributes: { value: 600 }, relationships: {} }, inside);
    }, call);
    expect([runs, (await send('GET', '1')).value]).toEqual([2, 600]);
    await db.destroy();
  });

  test('a deadlock is resolved by a second run', async () => {
    const { counters, db } = serve(connection, { options: '-c deadlock_timeout=20ms' });
    const call = { context: undefined, signal: new AbortController().signal };
    const change = async (first: string, second: string): Promise<void> => {
      await counters.transaction(async (inside) => {
        for (const id of [first, second]) {
          await counters.update(id, { type: 'counters', id, attributes: { value: 7 }, relationships: {} }, inside);
          await new Promise((resolve) => setTimeout(resolve, 30));
        }
      }, call);
    };
    await Promise.all([change('1', '2'), change('2', '1')]);
    await db.destroy();
  });

  test('a repeated conflict is WRITE_CONFLICT, 409 with Retry-After, after 8 runs', async () => {
    const { counters, db } = serve(connection);
    const conflict = Object.assign(new Error('could not serialize access'), { code: '40001' });
    const call = { context: undefined, signal: new AbortController().signal };
    const run = vi.fn(() => Promise.reject(conflict));
    const failing = counters.transaction(run, call);
    await expect(failing).rejects.toMatchObject({
      ...{ status: 409, errors: [{ code: 'WRITE_CONFLICT' }], headers: { 'Retry-After': '1' } },
    });
    expect(run).toHaveBeenCalledTimes(8);
    await db.destroy();
  });

  test('no connection is SERVICE_UNAVAILABLE, 503 with Retry-After', async () => {
    const { send, db } = serve({ ...connection, host: '/nowhere' });
    const answers = [await send('GET', '1'), await send('PATCH', '1', 1), await send('DELETE', '1')];
    for (const { status, code, retryAfter } of answers) {
      expect([status, code, retryAfter]).toEqual([503, 'SERVICE_UNAVAILABLE', '1']);
    }
    await db.destroy();
  });

  test('a pool without a free connection is 503, and serves again when one is free', async () => {
    const { send, db, pool } = serve(connection, { max: 1, connectionTimeoutMillis: 500 });
    const client = await pool.connect();
    expect((await send('GET', '1')).status).toBe(503);
    client.release();
    expect((await send('GET', '1')).status).toBe(200);
    await db.destroy();
  });

  test('terminated connections fail their requests at most: 503, then 200', async () => {
    const { send, db, pool } = serve(connection);
    await Promise.all(Array.from({ length: 8 }, () => send('GET', '1')));
    const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await pool.query(terminate);
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await send('GET', '1')).status));
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    // A client of the pool can notice later than others that its connection is gone.
    await expect.poll(async () => (await send('GET', '1')).status).toBe(200);
    await db.destroy();
  });

  test.skipIf(!canCancel)(
    `a statement that takes too long is 504; one whose call was aborted is canceled${withoutCancel}`,
    async () => {
      const { send, db, pool } = serve(connection, { options: '-c statement_timeout=100' });
      const blocker = await pool.connect();
      await blocker.query('begin; lock table counter in access exclusive mode');
      expect(await send('GET', '1')).toMatchObject({ status: 504, code: 'TIMED_OUT' });
      await blocker.query('rollback');
      const patient = serve(connection);
      expect(await send('GET', '1')).toMatchObject({ status: 200 });
      await blocker.query('begin; lock table counter in access exclusive mode');
      const written = vi.spyOn(console, 'error');
      const client = new AbortController();
      const gone = patient.send('GET', '1', undefined, undefined, client.signal);
      await new Promise((resolve) => setTimeout(resolve, 50));
      client.abort();
      expect((await gone).status).toBe(499);
      await expect.poll(async () => (await blocker.query(waiting)).rows[0].n).toBe(0);
      await blocker.query('rollback');
      blocker.release();
      expect((await patient.send('GET', '1')).status).toBe(200);
      expect(written).not.toHaveBeenCalled();
      written.mockRestore();
      await Promise.all([db.destroy(), patient.db.destroy()]);
    },
  );

  test.skipIf(!canCancel)(
    `a statement that ends before its cancellation arrives writes nothing to the console${withoutCancel}`,
    async () => {
      const { send, db, pool } = serve(connection);
      const blocker = await pool.connect();
      const written = vi.spyOn(console, 'error');
      for (let round = 0; round < 5; round++) {
        await blocker.query('begin; lock table counter in access exclusive mode');
        const client = new AbortController();
        const gone = send('GET', '1', undefined, undefined, client.signal);
        await new Promise((resolve) => setTimeout(resolve, 50));
        client.abort();
        await blocker.query('rollback');
        expect((await gone).status).toBe(499);
        // The connection for the cancellation takes a while.
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect(written).not.toHaveBeenCalled();
      written.mockRestore();
      blocker.release();
      expect((await send('GET', '1')).status).toBe(200);
      await db.destroy();
    },
  );

  test.skipIf(!canCancel)(`cancelStatements: false leaves the statement alone${withoutCancel}`, async () => {
    const pool = poolOf(connection);
    const { send, db } = serveCounters(new PostgresDialect({ pool }), { cancelStatements: false });
    const blocker = await pool.connect();
    await blocker.query('begin; lock table counter in access exclusive mode');
    const client = new AbortController();
    const gone = send('GET', '1', undefined, undefined, client.signal);
    // A transaction sees the statistics as they were when it first looked.
    await expect.poll(async () => (await pool.query(waiting)).rows[0].n).toBe(1);
    client.abort();
    expect((await gone).status).toBe(499);
    // A cancellation would arrive in this time.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await pool.query(waiting)).rows[0].n).toBe(1);
    await blocker.query('rollback');
    blocker.release();
    expect((await send('GET', '1')).status).toBe(200);
    await db.destroy();
  });
});

describe.skipIf(mariadb.missing !== undefined)(`MariaDB ${mariadb.missing ?? ''}`, () => {
  let database: OpenDatabase;
  let connection: object;
  beforeAll(async () => {
    database = await mariadb.open();
    connection = database.connection ?? {};
    await database.exec(`${counterTable}; insert into counter values ('1', 0), ('2', 0)`);
  });
  afterAll(() => database?.close());

  test('32 clients on one row: each write is counted or rejected, none is 500', async () => {
    const { send, countUp, db, failures } = serveCounters(new MysqlDialect({ pool: createPool(connection) }));
    const statuses = await contend(countUp, 32);
    expect(statuses.filter((status) => ![200, 412, 409, 503].includes(status))).toEqual([]);
    expect((await send('GET', '1')).value).toBe(statuses.filter((status) => status === 200).length);
    expect(failures).toEqual([]);
    await db.destroy();
  });

  test('killed connections fail their requests at most: 503, then 200', async () => {
    const pool = createPool({ ...connection, connectionLimit: 4 });
    const { send, db } = serveCounters(new MysqlDialect({ pool }));
    await Promise.all(Array.from({ length: 4 }, () => send('GET', '1')));
    await database.exec(`begin not atomic
      for it in (select id from information_schema.processlist where db = database() and id <> connection_id())
      do kill it.id; end for; end`);
    const statuses = await Promise.all(Array.from({ length: 4 }, async () => (await send('GET', '1')).status));
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    // A client of the pool can notice later than others that its connection is gone.
    await expect.poll(async () => (await send('GET', '1')).status).toBe(200);
    await db.destroy();
  });

  test('a connection whose last transaction could not be rolled back: the next write ends it, and succeeds', async () => {
    const pool = createPool({ ...connection, connectionLimit: 1 });
    const { send, db } = serveCounters(new MysqlDialect({ pool }));
    await pool.promise().query('begin');
    await pool.promise().query("update counter set value = 99 where id = '2'");
    expect(await send('PATCH', '1', 7)).toMatchObject({ status: 200, value: 7 });
    expect((await send('GET', '2')).value).not.toBe(99);
    const other = createPool(connection);
    const [rows] = await other.promise().query("select value from counter where id = '1'");
    expect(rows).toEqual([{ value: 7 }]);
    other.end();
    await db.destroy();
  });

  test('a connection that rejects `rollback` is closed, so no other statement runs in its transaction', async () => {
    const pool = createPool({ ...connection, connectionLimit: 1 });
    let rejections = 0;
    let closed = 0;
    const rejecting = {
      getConnection: (take: (error: unknown, one: unknown) => void) =>
        pool.getConnection((error, one) => {
          if (error) return take(error, one);
          const query = (text: string, values: unknown, done: (error: unknown) => void): unknown => {
            if (/^(?:rollback|commit)/.test(text) && rejections-- > 0)
              return done(
                Object.assign(new Error('WSREP has not yet prepared node'), { errno: 1047, sqlState: '08S01' }),
              );
            return one.query(text, values as never, done as never);
          };
          const destroy = (): void => {
            closed++;
            one.destroy();
          };
          take(null, { threadId: one.threadId, query, release: () => one.release(), destroy });
        }),
      end: (done: (error: unknown) => void) => pool.end(done as never),
    };
    const { send, db } = serveCounters(new MysqlDialect({ pool: rejecting as never }));
    const before = (await send('GET', '2')).value;
    rejections = 3; // commit, rollback, and the second rollback
    expect((await send('PATCH', '2', 55)).status).toBe(503);
    expect([rejections, closed]).toEqual([0, 1]);
    // A single statement outside of a transaction: the pool has one connection, which is another one now.
    expect((await send('GET', '2')).value).toBe(before);
    expect((await send('PATCH', '1', 8)).status).toBe(200);
    const other = createPool(connection);
    const [rows] = await other.promise().query('select id, value from counter order by id');
    expect(rows).toEqual([
      { id: '1', value: 8 },
      { id: '2', value: before },
    ]);
    other.end();
    await db.destroy();
  }, 20_000);

  test('no connection is 503', async () => {
    const pool = createPool({ ...connection, socketPath: '/nowhere' });
    const { send, db } = serveCounters(new MysqlDialect({ pool }));
    expect(await send('GET', '1')).toMatchObject({ status: 503, retryAfter: '1' });
    await db.destroy();
  });
});

test('SQLite: a database that another process has locked is WRITE_CONFLICT, and serves again when it is free', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linkage-locked-'));
  const file = join(folder, 'counters.db');
  const other = new DatabaseSync(file);
  other.exec(`${counterTable}; insert into counter values ('1', 0)`);
  const { send, db, failures, leaks } = serveCounters(createNodeSqliteDialect(new DatabaseSync(file, { timeout: 1 })));
  other.exec('begin exclusive');
  expect(await send('PATCH', '1', 1)).toMatchObject({ status: 409, code: 'WRITE_CONFLICT', retryAfter: '1' });
  expect(await send('GET', '1')).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE', retryAfter: '1' });
  setTimeout(() => other.exec('commit'), 20);
  expect(await send('PATCH', '1', 2)).toMatchObject({ status: 200, value: 2 });
  // The 503 is a failure of the server. The 409 is not.
  expect(failures).toMatchObject([{ code: 'ERR_SQLITE_ERROR', errcode: 5 }]);
  expect(leaks).toEqual([]);
  await db.destroy();
  other.close();
  rmSync(folder, { recursive: true });
});
