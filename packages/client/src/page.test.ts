import { describe, expect, test } from 'vitest';
import { reply, scripted } from '../test/replies.ts';

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
      await expect(page.next()).rejects.toMatchObject({ name: 'ClientError', kind: 'refused' });
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

test('the signal of the call is that of further pages, if these do not have one of their own', async () => {
  const controller = new AbortController();
  const { client } = scripted([pageOf('1', '?page=2')]);
  const page = await client.list('people', {}, { signal: controller.signal });
  controller.abort();
  await expect(page.next()).rejects.toMatchObject({ kind: 'aborted' });
  expect((await page.next({ signal: new AbortController().signal }))?.data).toHaveLength(1);
});
