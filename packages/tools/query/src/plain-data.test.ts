/** The cache holds plain data: it can be stored, sent to a page, and compared. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@linkage/client';
import { toFetchHandler } from '@linkage/fetch';
import {
  dehydrate,
  hydrate,
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
} from '@tanstack/query-core';
import { expect, test } from 'vitest';
import { type api, createWorld } from '../../../client/test/world.ts';
import { createReads, createWrites } from './index.ts';

const handler = toFetchHandler(createWorld().server, { prefix: '/api' });
let requests = 0;
const client = createClient<typeof api>({
  baseUrl: 'http://localhost/api',
  async fetch(request) {
    requests++;
    return handler(request);
  },
});
const reads = createReads(client);
const writes = createWrites(client);
/** Two friends contain each other. */
const people = reads.list('people', { include: ['friend'] });
const pages = reads.infiniteList('articles', { page: { size: 1 } });

test.each<[string, (state: object) => object]>([
  ['JSON, as in a page that a server renders', (state) => JSON.parse(JSON.stringify(state))],
  ['the algorithm of IndexedDB', (state) => structuredClone(state)],
])('a cache is restored from %s', async (_, copy) => {
  const server = new QueryClient();
  await server.prefetchQuery(people);
  await server.prefetchInfiniteQuery(pages);
  const browser = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  hydrate(browser, copy(dehydrate(server)));
  requests = 0;
  const { data } = new QueryObserver(browser, people).getCurrentResult();
  expect(data?.data[0]?.friend).toBe(data?.data[1]);
  const observer = new InfiniteQueryObserver(browser, pages);
  const stop = observer.subscribe(() => undefined);
  await observer.fetchNextPage();
  const { data: both, hasNextPage } = observer.getCurrentResult();
  expect(both?.pages.map((page) => page.data[0]?.title)).toEqual(['First', 'Second']);
  expect([hasNextPage, requests]).toEqual([true, 1]);
  expect((await both?.pages.at(1)?.next())?.data[0]?.title).toBe('Third');
  stop();
});

test('equal data is the same answer, and equal resources are the same objects in its document', async () => {
  const queryClient = new QueryClient();
  const fresh = async (): ReturnType<typeof people.queryFn> => {
    await queryClient.fetchQuery({ ...people, staleTime: 0 });
    return queryClient.getQueryData(people.queryKey) as never;
  };
  const first = await fresh();
  expect(people.select(await fresh())).toBe(people.select(first));
  await client.update('people', '8', { attributes: { name: 'Eva' } });
  const second = await fresh();
  const [before, after] = [first, second].map(({ document }) => document?.data as readonly object[]);
  expect(after?.map((it, index) => it === before?.[index]).sort()).toEqual([false, true]);
  // A client without the earlier answer receives all of it again.
  const other = { ...second, document: structuredClone(second.document) };
  expect(people.structuralSharing(second, other)).toBe(second);
  const view = people.select(other);
  expect(people.structuralSharing(people.select(second), view)).toBe(view);
});

test('rows that did not change are the same objects, also those that lead to each other', async () => {
  const queryClient = new QueryClient();
  const query = reads.list('articles', { include: ['author.friend'] });
  const rename = new MutationObserver(queryClient, writes.update('articles'));
  const name = new MutationObserver(queryClient, writes.update('people'));
  const view = async () => query.select(await queryClient.fetchQuery({ ...query, staleTime: 60_000 }));
  const first = await view();
  await rename.mutate({ id: '1', attributes: { title: 'Renamed' } });
  const second = await view();
  expect(second.data.map((it, index) => it === first.data[index])).toEqual([false, true, true]);
  expect(second.data[0]).toMatchObject({ title: 'Renamed', author: { friend: { friend: { name: 'Dan' } } } });
  expect(second.data[0]?.author).toBe(first.data[1]?.author);
  expect(second.resourceOf(second.data[1] as object)).toMatchObject({ id: '2', type: 'articles' });
  expect(second.included).toEqual(first.included);
  // The friend of the author: whatever leads to it is another object.
  await name.mutate({ id: '8', attributes: { name: 'Changed' } });
  const third = await view();
  expect(third.data.map((it, index) => it === second.data[index])).toEqual([false, false, true]);
  expect(third.data[1]?.author?.friend?.name).toBe('Changed');
  expect(third.data[1]?.author?.friend).toBe(third.included?.find(({ id }) => id === '8'));
  expect(second.data[1]?.author?.friend?.name).not.toBe('Changed');
});

test('a form saves twice: the tag of the resource is that of the last write', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  const query = reads.get('articles', '1', { include: ['author'] });
  const article = async () => query.select(await queryClient.fetchQuery(query));
  const rename = new MutationObserver(queryClient, writes.update('articles'));
  for (const title of ['One', 'Two', 'Three']) {
    const { data, etagOf } = await article();
    const ifMatch = etagOf(data) as string;
    requests = 0;
    const answer = await rename.mutate({ id: '1', ifMatch, attributes: { title } });
    expect(answer.etagOf(answer.data as object)).toBe(answer.etag);
    expect((await article()).data.title).toBe(title);
    expect(requests).toBe(1);
  }
  const missing = rename.mutate({ id: '1', ifMatch: undefined, attributes: { title: 'No' } });
  await expect(missing).rejects.toThrow('`ifMatch` must not be undefined');
});

test('nothing is imported from TanStack Query: the adapter of an application brings its own', () => {
  const files = readdirSync(import.meta.dirname).filter((it) => !/\.test(-d)?\.ts$/.test(it));
  const importing = files.filter((it) => readFileSync(join(import.meta.dirname, it), 'utf8').includes("'@tanstack/"));
  expect([files.length > 5, importing]).toEqual([true, []]);
});
