import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { send } from '../../test/support.ts';
import { createServer } from '../pipeline/create-server.ts';
import { createMemorySources, type InitialRecords } from './create-memory-sources.ts';
import { memoryRecords } from './memory-records.ts';

const api = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string(), { sort: true }),
      secret: attribute(z.string().optional(), { read: false }),
    },
    relationships: { author: toOne('people', { inverse: 'articles' }), tags: toMany('tags') },
  },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
  tags: { attributes: {} },
});
// The type of records does not have write-only attributes, and identifiers in records do not have `meta`.
const article: object = {
  id: '1',
  title: 'Hello',
  secret: 'x',
  author: '9',
  tags: [{ type: 'tags', id: 'a', meta: { at: 1 } }],
  '@tenant': 7,
};
const records: InitialRecords<typeof api> = {
  articles: [article as never],
  people: [{ id: '9', name: 'Dan' }],
};
const whole = '/articles?include=author.articles,tags&sort=title';

test('records survive a file: the documents of both servers are equal', async () => {
  const sources = createMemorySources(api, records);
  const server = createServer(api, sources);
  const data = {
    type: 'articles',
    attributes: { title: 'New' },
    relationships: { author: { data: { type: 'people', id: '9' } } },
  };
  expect((await send(server, 'POST /articles', { data })).status).toBe(201);
  expect((await send(server, 'DELETE /articles/1')).status).toBe(204);
  const text = JSON.stringify(await memoryRecords(sources));
  const loaded = createMemorySources(api, JSON.parse(text));
  expect((await send(createServer(api, loaded), `GET ${whole}`)).document).toEqual(
    (await send(server, `GET ${whole}`)).document,
  );
  expect(JSON.stringify(await memoryRecords(loaded))).toBe(text);
});

test('write-only attributes, meta of identifiers, and data of the application stay', async () => {
  const { articles, tags } = await memoryRecords(createMemorySources(api, records));
  expect(articles).toEqual([
    {
      id: '1',
      title: 'Hello',
      secret: 'x',
      '@tenant': 7,
      author: { type: 'people', id: '9' },
      tags: [{ type: 'tags', id: 'a', meta: { at: 1 } }],
    },
  ]);
  expect(tags).toEqual([]);
});

test('a write that runs is in the result completely, or not at all if it fails', async () => {
  const sources = createMemorySources(api, records);
  const call = { context: undefined, signal: new AbortController().signal };
  const failing = sources.people?.transaction?.(async (inside) => {
    await sources.people?.delete?.('9', inside);
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw new Error('Rolled back.');
  }, call);
  const [, found] = await Promise.all([failing?.catch(() => undefined), memoryRecords(sources)]);
  expect(found.people?.map(({ id }) => id)).toEqual(['9']);
});

test('sources of another kind, and copies, are rejected', async () => {
  const sources = createMemorySources(api);
  await expect(memoryRecords({ ...sources })).rejects.toThrow('must be a result of `createMemorySources`');
});
