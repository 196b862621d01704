import { attribute, defineApi, defineCollection, toOne } from '@linkage/core';
import { cursorStrategy } from '@linkage/core/cursor-pagination';
import { toFetchHandler } from '@linkage/fetch';
import { createMemorySources, createServer } from '@linkage/server';
import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createClient } from './create-client.ts';

const at = attribute(z.iso.datetime(), { sort: true, filter: true });
const api = defineApi({
  articles: { attributes: { title: z.string(), at }, relationships: { author: toOne('people') } },
  comments: { attributes: { body: z.string(), at } },
  people: { attributes: { name: z.string() } },
});
const feed = defineCollection(api, 'feed', { types: ['articles', 'comments'], sort: ['-at'], filter: ['at'] });
const time = (hour: number) => `2026-05-01T${String(hour).padStart(2, '0')}:00:00Z`;
const sources = createMemorySources(api, {
  articles: [
    { id: '1', title: 'Sun', at: time(1), author: { type: 'people', id: '9' } },
    { id: '2', title: 'Moon', at: time(4), author: null },
  ],
  comments: [
    { id: '1', body: 'Yes', at: time(2) },
    { id: '2', body: 'No', at: time(3) },
  ],
  people: [{ id: '9', name: 'Ada' }],
});
const server = createServer(api, sources, {
  baseUrl: '/api',
  collections: [feed],
  pagination: { collections: cursorStrategy({ key: 'x'.repeat(32) }) },
});
const client = createClient<typeof api>({
  baseUrl: 'http://localhost/api',
  fetch: toFetchHandler(server, { prefix: '/api' }),
});

test('a collection of several types is read page by page, and `type` narrows its resources', async () => {
  const page = await client.collection(feed, { include: ['author'], page: { size: 3 } });
  const strings: string[] = [];
  for await (const it of page) {
    if (it.type === 'articles') expectTypeOf(it.author?.name).toEqualTypeOf<string | undefined>();
    strings.push(it.type === 'articles' ? `${it.title} ${it.author?.name}` : it.body);
  }
  expect(strings).toEqual(['Moon undefined', 'No', 'Yes', 'Sun Ada']);
});

test('the client needs no more than the path', async () => {
  const { data } = await client.collection({ path: '/feed' } as typeof feed, {
    sort: ['at'],
    filter: [{ field: 'at', operator: 'ge', values: [time(3)] }],
  });
  expect(data.map(({ type, id }) => `${type} ${id}`)).toEqual(['comments 2', 'articles 2']);
});

test('the compiler knows its fields', () => {
  void (() => {
    // @ts-expect-error -- not an order of the collection
    client.collection(feed, { sort: ['title'] });
    // @ts-expect-error -- not a filter of the collection
    client.collection(feed, { filter: [{ field: 'title', values: ['Sun'] }] });
    // @ts-expect-error -- not a relationship of any of its types
    client.collection(feed, { include: ['editor'] });
  });
});
