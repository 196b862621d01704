/** The time limit of a request ends its transaction and frees the connection, whatever the transaction waits for. */

import { defineApi } from '@linkage/core';
import { createServer, idempotencyKeys } from '@linkage/server';
import { Kysely, MysqlDialect, PostgresDialect } from 'kysely';
import { createPool } from 'mysql2';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openPool } from '../test/counters-on-postgres.ts';
import { databases, type OpenDatabase } from '../test/databases.ts';
import { createIdempotencyTable, createKyselyIdempotencyStore, createKyselySources } from './index.ts';

const media = 'application/vnd.api+json';
const api = defineApi({ notes: { attributes: { text: z.string() }, clientGeneratedIds: true } });
const never = (): Promise<never> => new Promise(() => undefined);
/** The number of connections of a pool. */
const POOL = 4;
/** More transactions than a pool has connections. */
const HANGING = POOL + 1;

const onNotes = (part: object) => ({ notes: part });
const endpoint = (run: () => unknown) => ({
  endpoints: [
    {
      ...{ name: 'act', method: 'POST', path: '/-act', statuses: [204], allowsCrossSite: true },
      run: async () => {
        await run();
        return { status: 204 };
      },
    },
  ],
});

/** Parts of an application that wait for something, and the request that runs them. */
const parts: readonly (readonly [string, (wait: () => unknown) => object, line: string, hasKey: boolean])[] = [
  ['a rule', (wait) => ({ access: onNotes({ update: wait }) }), 'PATCH /notes/1', false],
  ['a rule, with a key', (wait) => ({ access: onNotes({ update: wait }) }), 'PATCH /notes/1', true],
  ['a rule of a deletion', (wait) => ({ access: onNotes({ delete: wait }) }), 'DELETE /notes/1', false],
  ['a hook', (wait) => ({ hooks: onNotes({ update: { before: wait } }) }), 'PATCH /notes/1', false],
  ['a hook after the write', (wait) => ({ hooks: onNotes({ update: { after: wait } }) }), 'PATCH /notes/1', false],
  ['an endpoint with a key', endpoint, 'POST /-act', true],
];

describe.each(databases.filter(({ name }) => name !== 'PGlite'))('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'a transaction that waits', () => {
    let database: OpenDatabase;
    let db: Kysely<never>;
    beforeAll(async () => {
      database = await open();
      const { connection = {} } = database;
      const dialects = {
        PostgreSQL: () => new PostgresDialect({ pool: openPool(connection, { max: POOL }) }),
        MariaDB: () => new MysqlDialect({ pool: createPool({ ...connection, connectionLimit: POOL }) }),
      };
      db = new Kysely({ dialect: dialects[name as keyof typeof dialects]?.() ?? database.dialect });
      await database.exec('create table note (id varchar(20) primary key, text varchar(20) not null)');
      await createIdempotencyTable(db);
    });
    beforeEach(() =>
      database.exec(
        "delete from idempotency_key; delete from note; insert into note values ('1', 'old'), ('2', 'old')",
      ),
    );
    afterAll(async () => {
      await db.destroy();
      await database.close();
    });

    function serve(options: object, requestTime: number) {
      const sources = createKyselySources(api, db, { notes: { table: 'note' } });
      const idempotency = { keys: idempotencyKeys({ store: createKyselyIdempotencyStore(db) }), user: () => 'all' };
      const common = { idempotency, defaultAccess: 'allow', onError: () => undefined, limits: { requestTime } };
      const server = createServer(api, sources, { ...common, ...options } as never);
      return async (line: string, text?: string, key?: string) => {
        const [method = '', url = ''] = line.split(' ');
        const data = { type: 'notes', id: url.split('/')[2], attributes: { text } };
        const body = text === undefined ? undefined : JSON.stringify({ data });
        const headers = {
          ...(body === undefined ? {} : { 'content-type': media }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        };
        const answer = await server.handle({ method, url, headers, body });
        return [answer.status, JSON.parse(answer.body ?? '{}').data?.attributes.text];
      };
    }

    test.each(parts)('%s never settles: the connections are free', async (_, optionsOf, line, hasKey) => {
      const send = serve(optionsOf(never), 300);
      const text = line.startsWith('PATCH') ? 'new' : undefined;
      const requests = Array.from({ length: HANGING }, (_, index) =>
        send(line, text, hasKey ? `key ${index}`.replace(' ', '-') : undefined),
      );
      const statuses = (await Promise.all(requests)).map(([status]) => status);
      expect(statuses).toEqual(requests.map(() => 504));
      const next = serve({}, 20_000);
      expect([await next('GET /notes/1'), await next('PATCH /notes/1', 'next')]).toEqual([
        [200, 'old'],
        [200, 'next'],
      ]);
    });

    test('a rule that settles after the time limit blocks no other request until then, and writes nothing', async () => {
      let settle: (isAllowed: boolean) => void = () => undefined;
      const settled = new Promise<boolean>((resolve) => {
        settle = resolve;
      });
      const send = serve({ access: onNotes({ update: () => settled }) }, 300);
      expect(await send('PATCH /notes/1', 'new')).toEqual([504, undefined]);
      const next = serve({}, 20_000);
      expect(await next('PATCH /notes/2', 'next')).toEqual([200, 'next']);
      settle(true);
      expect(await next('GET /notes/1')).toEqual([200, 'old']);
    });

    test('a write that a hook sends to the server is rejected, and nothing of it stays', async () => {
      for (const key of [undefined, 'inner']) {
        const inner: unknown[] = [];
        const before = async () => {
          inner.push((await send('PATCH /notes/2', 'inner', key)).at(0));
          throw new Error('undo');
        };
        const send = serve({ hooks: onNotes({ update: { before } }) }, 20_000);
        expect([(await send('PATCH /notes/1', 'outer')).at(0), inner]).toEqual([500, [500]]);
        const next = serve({}, 20_000);
        expect([await next('GET /notes/1'), await next('GET /notes/2')]).toEqual([
          [200, 'old'],
          [200, 'old'],
        ]);
      }
    });

    test('a thrown value of any kind: the transaction is rolled back, and the connection is free', async () => {
      const trap = (): never => {
        throw new Error('trap');
      };
      const traps = { get: trap, has: trap, getPrototypeOf: trap };
      const thrown = [undefined, null, 'text', Object.freeze(new Error('frozen')), new Proxy(new Error('x'), traps)];
      for (const value of thrown) {
        const after = () => Promise.reject(value);
        const send = serve({ hooks: onNotes({ update: { after } }) }, 20_000);
        expect((await send('PATCH /notes/1', 'new')).at(0)).toBe(500);
        const next = serve({}, 20_000);
        expect(await next('PATCH /notes/2', 'next')).toEqual([200, 'next']);
        expect(await next('GET /notes/1')).toEqual([200, 'old']);
      }
    });
  });
});
