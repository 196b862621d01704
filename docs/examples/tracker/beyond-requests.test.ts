/** Behavior that single requests do not show: many requests at the same time, contents of files, and the client. */
import { readdir } from 'node:fs/promises';
import { hasStatus } from '@linkage/client';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectTo } from '../../../packages/sources/kysely/test/connect-to.ts';
import { createTrackerClient } from './client.ts';
import type { Database } from './database.ts';
import { databases, openTracker } from './tester/open-tracker.ts';
import { change, issue, type More, resource, send } from './tester/tester.ts';

/** Lets each write of a membership wait between its checks and its row, until the transaction that holds lock 1 ends. */
const gate = `
  create function wait_at_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(1); return coalesce(new, old); end $$;
  create trigger gate before update or delete on membership for each row execute function wait_at_gate();`;
const waiting =
  "select count(*) as found from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'the tracker', () => {
    let tracker: Awaited<ReturnType<typeof openTracker>>;
    beforeAll(async () => {
      tracker = await openTracker(name as Database, await open());
    });
    afterAll(() => tracker?.close());
    const ask = (by: string, request: string, more: More = {}) => send(tracker, [by, request, '', more]);

    test('issues that are created at the same time have numbers without gaps, also after a failure', async () => {
      const creations = Array.from({ length: 8 }, (_, index) =>
        ask('bob', 'POST /issues', {
          data: issue(`Issue ${index}`, '1', index === 3 ? { sprint: { type: 'sprints', id: '2' } } : {}),
        }),
      );
      const answers = await Promise.all(creations);
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(1);
      const numbers = answers.flatMap(({ document }) => document.data?.attributes.number ?? []);
      expect(numbers.sort((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 8, 9]);
    });

    test('one request is done once, also if it is sent four times at the same time with one key', async () => {
      const headers = { 'Idempotency-Key': '"at-once"' };
      const same = () => ask('bob', 'POST /issues', { data: issue('At once'), headers });
      const statuses = (await Promise.all([same(), same(), same(), same()])).map(({ status }) => status);
      expect(statuses).toContain(201);
      expect(statuses.every((it) => it === 201 || it === 409)).toBe(true);
      const { document } = await ask('bob', 'GET /issues?filter[title]=At once&page[total]=true');
      expect(document.meta.page.total).toBe(1);
    });

    // SQLite begins each write with the lock of the file, so no write reads before another one ends.
    if (name === 'PostgreSQL')
      test.each(['DELETE', 'PATCH'])(
        'two owners leave at once, by %s: the second one waits, and stays',
        async (method) => {
          const opened = await open();
          const own = await openTracker(name, opened);
          const other = new Kysely<never>({ dialect: connectTo(name, opened.connection as object) });
          try {
            await opened.exec(`update membership set role = 'owner' where id = '2'; ${gate}`);
            const leave = (by: string, id: string) => {
              const data = method === 'PATCH' ? { data: change('memberships', id, { role: 'guest' }) } : {};
              return send(own, [by, `${method} /memberships/${id}`, '', data]);
            };
            const { both } = await other.transaction().execute(async (holder) => {
              await sql`select pg_advisory_xact_lock(1)`.execute(holder);
              const both = Promise.all([leave('ada', '1'), leave('bob', '2')]);
              let areOver = false;
              both.finally(() => {
                areOver = true;
              });
              // Both have read as much as they can before one of them writes.
              for (let found = 0; found < 2 && !areOver; )
                found = Number((await sql<{ found: string }>`${sql.raw(waiting)}`.execute(other)).rows.at(0)?.found);
              return { both };
            });
            expect((await both).map(({ status }) => status === 409).sort()).toEqual([false, true]);
            const owners = sql`select id from membership where role = 'owner' and organization_id = '1'`;
            expect((await owners.execute(other)).rows).toHaveLength(1);
          } finally {
            await other.destroy();
            await own.close();
          }
        },
      );

    describe('a file', () => {
      const create = async (by = 'bob') => {
        const data = resource(
          'files',
          { name: 'logo.png', mediaType: 'image/png' },
          { issue: { type: 'issues', id: '1' } },
        );
        const { document } = await ask(by, 'POST /files', { data });
        return { id: document.data.id as string, link: document.data.meta.content as string };
      };
      const put = (url: string, payload: string | Buffer) =>
        tracker.app.inject({ method: 'PUT', url, payload, headers: { 'content-type': 'image/png' } });
      const linkOf = async (id: string, by = 'gus') =>
        (await ask(by, `GET /files/${id}`)).document.data.meta.content as string;

      test('has a content that every reader of its issue can fetch, and others cannot', async () => {
        const { id, link } = await create();
        // Only its author receives a link for the upload.
        expect((await ask('gus', `GET /files/${id}`)).document.data.meta).toBeUndefined();
        expect((await put(link, 'pixels')).statusCode).toBe(204);
        expect((await put(link, 'others')).statusCode).toBe(409);
        const { payload, headers, statusCode } = await tracker.app.inject(await linkOf(id));
        expect([statusCode, payload, headers['content-type'], headers['x-content-type-options']]).toEqual([
          ...[200, 'pixels', 'image/png', 'nosniff'],
        ]);
        expect((await ask('gus', `GET /files/${id}`)).document.data.attributes).toMatchObject({ size: 6 });
        expect((await ask('eve', `GET /files/${id}`)).status).toBe(404);
        expect((await ask('gus', `DELETE /files/${id}`)).status).toBe(403);
      });

      test('is read and written only with its own link', async () => {
        const [one, other] = [await create(), await create()];
        await put(one.link, 'pixels');
        const link = await linkOf(one.id);
        const wrong = [
          link.replace(one.id, other.id),
          link.replace(/expires=\d+/, 'expires=99999999999999'),
          link.replace(/&signature=.*/, ''),
          `/api/files/${one.id}/-content`,
          link.replace('signature=', 'signature=x&signature='),
        ];
        for (const url of wrong) expect((await tracker.app.inject(url)).statusCode).toBe(403);
        expect((await put(link, 'others')).statusCode).toBe(403);
        expect((await tracker.app.inject(other.link)).statusCode).toBe(403);
        expect((await ask('gus', 'POST /files', { data: {} })).status).toBeGreaterThanOrEqual(400);
      });

      test('receives one content of two at the same time, and nothing of one that is too large', async () => {
        const { link } = await create();
        const statuses = (await Promise.all([put(link, 'one'), put(link, 'two')])).map((it) => it.statusCode);
        expect(statuses.sort()).toEqual([204, 409]);
        const large = await create();
        expect((await put(large.link, Buffer.alloc(10_000_001))).statusCode).toBe(413);
        expect((await ask('bob', `GET /files/${large.id}`)).document.data.attributes.size).toBe(null);
        expect((await readdir(tracker.folder)).filter((it) => it.endsWith('.part'))).toEqual([]);
      });
    });

    test('the client closes an issue of a list, and reports one with a comment', async () => {
      const fetch = async (request: Request): Promise<Response> => {
        const { pathname, search } = new URL(request.url);
        const payload = request.body === null ? {} : { payload: await request.text() };
        const headers = Object.fromEntries(request.headers);
        const answer = await tracker.app.inject({
          method: request.method as 'GET',
          url: pathname + search,
          headers,
          ...payload,
        });
        const body = answer.payload === '' ? null : answer.payload;
        return new Response(body, { status: answer.statusCode, headers: answer.headers as Record<string, string> });
      };
      const bob = createTrackerClient('bob', fetch);
      expect(await bob.close('1', 1, 'Drawn again.')).toBe('closed');
      await expect(bob.close('1', 1, 'x')).rejects.toSatisfy((error) => hasStatus(error, 422));
      await expect(bob.close('1', 1, 'Drawn again.')).rejects.toSatisfy((error) => hasStatus(error, 409));
      const [reported, said] = await bob.report('1', 'The footer is gone', 'Since Monday.');
      expect([reported.title, said.body]).toEqual(['The footer is gone', 'Since Monday.']);
      const { queryFn } = bob.board('1');
      expect(queryFn).toBeTypeOf('function');
      const eve = createTrackerClient('eve', fetch);
      await expect(eve.report('1', 'Mine', 'Mine')).rejects.toSatisfy((error) => hasStatus(error, 404));
    });

    test('the document of OpenAPI', () => {
      expect(tracker.openApi.length).toBeLessThan(190_000);
    });
  });
});
