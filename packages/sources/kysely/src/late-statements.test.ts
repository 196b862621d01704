/** After the time limit of a request, nothing of its transaction is written, also if a statement of it ends later. */

import { createServer } from '@linkage/server';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestsTo } from '../test/requests.ts';
import { api, call, openWriters, places, type WritersPlace } from '../test/writers-world.ts';

/** The number of connections of the databases in tests. */
const POOL = 8;
const article = { type: 'articles', id: '1' };
const retagged = {
  ...article,
  attributes: { title: 'new' },
  relationships: { tags: { data: [{ type: 'tags', id: '2' }] } },
};
const before = [{ title: 'one' }, '1', { title: 'three' }];

describe.each(places.filter(({ name }) => name === 'PostgreSQL' || name === 'MariaDB'))(
  '$name',
  ({ name, missing }) => {
    describe.skipIf(missing !== undefined)(missing ?? 'a statement that waits longer than the request', () => {
      let place: WritersPlace;
      beforeAll(async () => {
        place = await openWriters(name);
      });
      beforeEach(() => place.reset());
      afterAll(() => place.close());

      /** Sends a request while another transaction has a lock that it waits for, until its time is over. Returns what is stored in the end. */
      async function sendToLocked(line: string, data: unknown, options: object = {}) {
        const { sources } = place;
        const limited = { limits: { requestTime: 300 }, onError: () => undefined, ...options };
        const send = requestsTo(createServer(api, sources as never, limited as never));
        let status: number | undefined;
        await sources.articles.transaction(async (inside) => {
          await sources.articles.update(
            '1',
            { ...article, attributes: { status: 'locked' }, relationships: {} } as never,
            inside,
          );
          ({ status } = await send(line, data));
        }, call);
        // Every connection has ended its earlier statements when all of them are in use.
        let waiting = POOL;
        let open = (): void => undefined;
        const inUse = new Promise<void>((resolve) => {
          open = resolve;
        });
        const use = async (inside: typeof call): Promise<void> => {
          await sources.people.find(['1'], { attributes: new Set(), relationships: new Set() }, inside);
          waiting--;
          if (waiting === 0) open();
          await inUse;
        };
        await Promise.all(Array.from({ length: POOL }, () => sources.articles.transaction(use, call)));
        const get = requestsTo(createServer(api, sources as never));
        const titleOf = async (id: string) => ({
          title: (await get(`GET /articles/${id}`)).document.data?.attributes.title,
        });
        const stored = [await titleOf('1'), (await get('GET /articles/1/relationships/tags')).ids, await titleOf('3')];
        return { status, stored };
      }

      test('a write of several statements', async () => {
        expect(await sendToLocked('PATCH /articles/1', retagged)).toEqual({ status: 504, stored: before });
      });

      test('an operation', async () => {
        expect(await sendToLocked('PATCH /articles/1/relationships/tags', [])).toEqual({ status: 504, stored: before });
      });

      test('a hook with statements of its own', async () => {
        const hook = async ({ call: { transaction } }: { readonly call: { readonly transaction?: unknown } }) => {
          const executor = transaction as Kysely<never>;
          await sql`update article set title = 'hook' where id = '1'`.execute(executor);
          await sql`update article set title = 'hook' where id = '3'`.execute(executor);
        };
        const data = { type: 'people', id: '1', attributes: { name: 'new' } };
        const hooks = { people: { update: { before: hook } } };
        expect(await sendToLocked('PATCH /people/1', data, { hooks })).toEqual({ status: 504, stored: before });
      });
    });
  },
);
