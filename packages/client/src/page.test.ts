import { attribute, defineApi } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createMemorySources, createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { reply, scripted } from '../test/replies.ts';
import { createClient } from './create-client.ts';

const pageOf = (id: string, next?: unknown) => () =>
  reply({ data: [{ type: 'people', id }], ...(next === undefined ? {} : { links: { next } }) });

describe('C25: the link to the next page', () => {
  test.each<[unknown, string]>([
    ['https://example.com/api/people?page=2', 'https://example.com/api/people?page=2'],
    ['/api/people?page=2', 'https://example.com/api/people?page=2'],
    ['?page=2', 'https://example.com/api/people?page=2'],
    [{ href: 'people?page=2' }, 'https://example.com/api/people?page=2'],
  ])('%j is resolved', async (next, url) => {
    const { client, requests } = scripted([pageOf('1', next), pageOf('2')]);
    expect((await (await client.list('people')).next())?.data).toEqual([{ type: 'people', id: '2' }]);
    expect(requests.at(1)?.url).toBe(url);
  });

  test.each(['https://example.org/people', 'http://example.com/api/people', '//example.org/', 'http://['])(
    '%s leads to another origin',
    async (next) => {
      const { client, requests } = scripted([pageOf('1', next)]);
      const page = await client.list('people');
      await expect(page.next()).rejects.toMatchObject({ name: 'ClientError', kind: 'rejected' });
      expect(requests).toHaveLength(1);
    },
  );

  test.each([undefined, null, 7, { title: 'no href' }, []])('%j is not one', async (next) => {
    const { client } = scripted([pageOf('1', next)]);
    expect(await (await client.list('people')).next()).toBeUndefined();
  });

  test('leads to a collection', async () => {
    const { client } = scripted([pageOf('1', '?page=2'), () => reply({ data: null })]);
    await expect((await client.list('people')).next()).rejects.toThrow('must contain a collection');
  });

  test('that leads to an earlier page ends the iteration with an error', async () => {
    const { client, requests } = scripted([pageOf('1', '?page=2'), pageOf('2', '?page=3'), pageOf('3', '?page=2')]);
    const ids: string[] = [];
    const iterate = async () => {
      for await (const { id } of await client.list('people')) ids.push(id);
    };
    await expect(iterate()).rejects.toThrow('must not form a circle');
    expect(ids).toEqual(['1', '2', '3']);
    expect(requests).toHaveLength(3);
  });
});

describe('links that do not end', () => {
  /** Reads all pages. */
  async function all(page: AsyncIterable<unknown>): Promise<void> {
    for await (const _ of page);
  }
  const itself = {
    name: 'ClientError',
    kind: 'rejected',
    message: expect.stringContaining('must not form a circle'),
  };

  test.each(['', '#next', '/api/people', 'https://example.com/api/people#x'])(
    '%j leads to its own page',
    async (next) => {
      const { client, requests } = scripted([() => reply({ data: [], links: { next, prev: next } })]);
      const page = await client.list('people');
      for (const call of [() => page.next(), () => page.prev(), () => all(page)])
        await expect(call()).rejects.toMatchObject(itself);
      expect(requests).toHaveLength(1);
    },
  );

  /** A server whose every page has another one, with and without resources. */
  const endless = (maxPages: number | undefined, data: readonly object[] = []) => {
    let number = 0;
    return scripted([() => reply({ data, links: { next: `?page=${++number}`, prev: `?page=-${number}` } })], {
      maxPages,
    });
  };

  test.each([[[]], [[{ type: 'people', id: '1' }]]])('pages of %j end at `maxPages`', async (data) => {
    const { client, requests } = endless(25, data);
    const message = 'The `next` links must end after 25 pages (`maxPages`).';
    await expect(all(await client.list('people'))).rejects.toMatchObject({ kind: 'rejected', message });
    expect(requests).toHaveLength(25);
  });

  test.each(['next', 'prev'] as const)('calls of `%s` end, and the way back and forth does not', async (name) => {
    const { client, requests } = endless(4);
    let page = await client.list('people');
    for (let count = 0; count < 40; count++) page = (await page[count % 2 === 0 ? 'next' : 'prev']()) ?? page;
    const follow = async () => {
      for (;;) page = (await page[name]()) ?? page;
    };
    await expect(follow()).rejects.toMatchObject({ kind: 'rejected' });
    expect(requests).toHaveLength(1 + 40 + 3);
  });

  test('the default is 10,000 pages', async () => {
    const { client, requests } = endless(undefined);
    await expect(all(await client.list('people'))).rejects.toMatchObject({ kind: 'rejected' });
    expect(requests).toHaveLength(10_000);
  });
});

test.each([
  [{ page: { total: 7 } }, undefined, 7],
  [{ total: 7 }, 'total', 7],
  [{ total: '7' }, 'total', undefined],
  [{ page: 7 }, undefined, undefined],
  [undefined, 'constructor.length', undefined],
])('the total of meta %j by the name %s is %s', async (meta, totalName, total) => {
  const { client } = scripted([() => reply({ data: [], ...(meta === undefined ? {} : { meta }) })], { totalName });
  expect((await client.list('people')).total).toBe(total);
});

test('a page knows whether there are others', async () => {
  const { client } = scripted([
    () => reply({ data: [], links: { next: '?a', prev: null } }),
    () => reply({ data: [], links: { prev: '?b' } }),
  ]);
  const page = await client.list('people');
  expect([page.hasNext, page.hasPrev]).toEqual([true, false]);
  const next = await page.next();
  expect([next?.hasNext, next?.hasPrev]).toEqual([false, true]);
  const empty = scripted([() => reply({ data: [], links: { next: '?a' } }), () => new Response(null, { status: 204 })]);
  await expect((await empty.client.list('people')).next()).rejects.toThrow('must contain data');
});

test.each([
  ['due', ['3 true', '1 true', '2 false']],
  ['-due', ['1 true', '3 true', '2 false']],
] as const)(
  'the order %s has null where the attribute says on all pages, and `meta` does not depend on `fields`',
  async (order, expected) => {
    const due = attribute(z.iso.date().nullable(), { sort: true, nulls: 'last' });
    const tasks = defineApi({ tasks: { attributes: { title: z.string(), due } } });
    const rows = ['2026-02-01', null, '2026-01-01'].map((day, index) => ({
      id: `${index + 1}`,
      title: 'A task',
      due: day,
    }));
    const server = createServer(tasks, createMemorySources(tasks, { tasks: rows }), {
      resources: { tasks: { needs: ['due'], meta: ({ due: day }) => ({ isTimed: day !== null }) } },
    });
    const client = createClient<typeof tasks>({ baseUrl: 'http://localhost', fetch: toFetchHandler(server) });
    const query = { sort: [order], fields: { tasks: ['title'] }, page: { size: 2 } } as const;
    const first = await client.list('tasks', query);
    const documents = [first.document, (await first.next())?.document];
    const found = documents.flatMap((it) => it?.data as unknown as { id: string; meta: object; attributes: object }[]);
    expect(found.map(({ id, meta }) => `${id} ${Object.values(meta)}`)).toEqual(expected);
    expect(found.map(({ attributes }) => attributes)).toEqual(Array(3).fill({ title: 'A task' }));
  },
);

test('the signal of the call is that of further pages, if these do not have one of their own', async () => {
  const controller = new AbortController();
  const { client } = scripted([pageOf('1', '?page=2')]);
  const page = await client.list('people', {}, { signal: controller.signal });
  controller.abort();
  await expect(page.next()).rejects.toMatchObject({ kind: 'aborted' });
  expect((await page.next({ signal: new AbortController().signal }))?.data).toHaveLength(1);
});
