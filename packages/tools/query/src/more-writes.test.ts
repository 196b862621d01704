/** Actions, transactions, aggregates, responses with more or fewer fields, and queries that wait for an id. */
import { atomicRequests, createClient } from '@linkage/client';
import { attribute, defineApi, defineCollection } from '@linkage/core';
import { cursorStrategy } from '@linkage/core/cursor-pagination';
import { toFetchHandler } from '@linkage/fetch';
import { aggregates as aggregatesProfile, createMemorySources, createServer } from '@linkage/server';
import { MutationObserver, QueryClient, QueryObserver, skipToken } from '@tanstack/query-core';
import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { type api as actionsApi, createIssues } from '../../../client/test/actions.ts';
import { type api, createWorld } from '../../../client/test/world.ts';
import { createAggregates, createReads, createWrites } from './index.ts';

const profile = 'https://example.com/aggregates';

function connect() {
  const handler = toFetchHandler(createWorld().server, { prefix: '/api' });
  const requests: string[] = [];
  const client = createClient<typeof api>({
    baseUrl: 'http://localhost/api',
    atomic: atomicRequests(),
    fetch(request) {
      requests.push(`${request.method} ${decodeURIComponent(request.url.slice('http://localhost/api/'.length))}`);
      return handler(request);
    },
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  return { requests, client, queryClient, reads: createReads(client), writes: createWrites(client) };
}

test('a transaction makes all queries stale, and its operations follow from the variables', async () => {
  const { queryClient, reads, writes, requests } = connect();
  await queryClient.fetchQuery(reads.list('people'));
  const publish = writes.atomic('publish', (transaction, { title }: { title: string }) => {
    const author = transaction.add('people', { id: '7', attributes: { name: 'New' } });
    return [transaction.add('articles', { attributes: { title }, relationships: { author } })];
  });
  expect(publish.mutationKey).toEqual(['http://localhost/api', '', 'atomic', 'publish']);
  const [article] = await new MutationObserver(queryClient, publish).mutate({ title: 'Together' });
  expect(article.title).toBe('Together');
  expect(queryClient.getQueryState(reads.list('people').queryKey)?.isInvalidated).toBe(true);
  expect(requests.at(-1)).toBe('POST operations');
});

test('the response of a write contains what `include` and `fields` ask for', async () => {
  const { queryClient, writes, requests } = connect();
  const create = writes.create('articles', { include: ['author'], fields: { articles: ['title', 'author'] } });
  const author = { type: 'people', id: '9' } as const;
  const { data } = await new MutationObserver(queryClient, create).mutate({
    attributes: { title: 'New' },
    relationships: { author },
  });
  expectTypeOf(data.author?.name).toEqualTypeOf<string | undefined>();
  expect([data.title, data.author?.name, 'words' in data]).toEqual(['New', 'Dan', false]);
  expect(requests).toEqual(['POST articles?include=author&fields[articles]=title,author']);
  const update = writes.update('articles', { include: ['author'], idempotencyKey: true });
  const answer = await new MutationObserver(queryClient, update).mutate({ id: '1', attributes: { title: 'Second' } });
  expect(answer.data?.author?.name).toBe('Dan');
  // @ts-expect-error `subtitle` is not asked for
  data.subtitle;
});

test('a sparse response of an update makes queries stale that hold more', async () => {
  const { queryClient, reads, writes } = connect();
  const whole = reads.get('articles', '1');
  const title = reads.get('articles', '1', { fields: { articles: ['title'] } });
  for (const query of [whole, title]) await queryClient.fetchQuery(query as typeof whole);
  const update = writes.update('articles', { fields: { articles: ['title'] } });
  await new MutationObserver(queryClient, update).mutate({ id: '1', attributes: { title: 'New' } });
  const states = [whole, title].map(({ queryKey }) => queryClient.getQueryState(queryKey)?.isInvalidated);
  expect(states).toEqual([true, false]);
  expect(title.select(queryClient.getQueryData(title.queryKey) as never).data.title).toBe('New');
});

test('a query with `skipToken` reads nothing', async () => {
  const { queryClient, reads, requests } = connect();
  const observer = new QueryObserver(queryClient, reads.get('articles', skipToken));
  const stop = observer.subscribe(() => undefined);
  observer.setOptions(reads.get('articles', '1'));
  await expect.poll(() => observer.getCurrentResult().data?.data.title).toBe('First');
  expect(requests).toEqual(['GET articles/1']);
  stop();
});

test('an action makes all queries stale', async () => {
  const handler = toFetchHandler(createIssues(), { prefix: '/api' });
  const client = createClient<typeof actionsApi>({ baseUrl: 'http://localhost/api', fetch: async (it) => handler(it) });
  const queryClient = new QueryClient();
  const list = createReads(client).list('issues');
  await queryClient.fetchQuery(list);
  const writes = createWrites(client);
  const close = new MutationObserver(queryClient, writes.action('issues', 'close'));
  const { data } = await close.mutate({ id: '1', input: { reason: 'Done' } });
  expect(data?.status).toBe('closed');
  expect(queryClient.getQueryState(list.queryKey)?.isInvalidated).toBe(true);
  const archive = new MutationObserver(queryClient, writes.action('issues', 'archive'));
  expect((await archive.mutate({ filter: [{ field: 'status', values: ['closed'] }] })).meta.count).toBe(1);
  // @ts-expect-error `reason` is a string
  close.mutate({ id: '1', input: { reason: 7 } }).catch(() => undefined);
});

test('aggregates are plain data, which every write makes stale', async () => {
  const issues = defineApi({
    issues: { attributes: { status: attribute(z.enum(['open', 'done']), { filter: true }), points: z.int() } },
  });
  const sources = createMemorySources(issues, { issues: [{ id: 1, status: 'open', points: 3 }] });
  const all = { issues: { groupBy: ['status'], sum: ['points'] } } as const;
  const profiles = [aggregatesProfile(issues, all, { uri: profile })];
  const handler = toFetchHandler(createServer(issues, sources, { profiles }));
  const client = createClient<typeof issues>({
    ...{ baseUrl: 'http://localhost', profiles: [profile], fetch: async (it) => handler(it) },
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  const aggregates = createAggregates(client);
  const sums = aggregates('issues', { groupBy: ['status'], sum: ['points'] });
  const count = aggregates('issues', {});
  const groups = await queryClient.fetchQuery(sums);
  expectTypeOf(groups[0]?.by.status).toEqualTypeOf<'open' | 'done' | null | undefined>();
  expect(groups).toEqual([{ by: { status: 'open' }, count: 1, sum: { points: 3 } }]);
  expect(await queryClient.fetchQuery(count)).toEqual([{ count: 1 }]);
  const create = new MutationObserver(queryClient, createWrites(client).create('issues'));
  await create.mutate({ attributes: { status: 'done', points: 1 } });
  expect(queryClient.getQueryState(count.queryKey)?.isInvalidated).toBe(true);
  expect(await queryClient.fetchQuery(count)).toEqual([{ count: 2 }]);
  await new MutationObserver(queryClient, createWrites(client).update('issues')).mutate({
    ...{ id: '1', attributes: { points: 4 } },
  });
  expect((await queryClient.fetchQuery(sums)).map(({ sum }) => sum.points)).toEqual([1, 4]);
});

test('a collection of several types is read, page by page, too, and every write makes it stale', async () => {
  const at = attribute(z.int(), { sort: true });
  const mixed = defineApi({ articles: { attributes: { at } }, notes: { attributes: { at } }, people: {} });
  const feed = defineCollection(mixed, 'feed', { types: ['articles', 'notes'], sort: ['at'] });
  const sources = createMemorySources(mixed, {
    articles: [{ id: '1', at: 2 }],
    notes: [{ id: '1', at: 1 }],
    people: [],
  });
  const pagination = { collections: cursorStrategy({ key: 'x'.repeat(32) }) };
  const server = createServer(mixed, sources, { collections: [feed], pagination });
  const client = createClient<typeof mixed>({ baseUrl: 'http://localhost', fetch: toFetchHandler(server) });
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  const reads = createReads(client);
  const query = reads.collection(feed, { sort: ['-at'] });
  expect(query.queryKey).toEqual(['http://localhost', '/feed', 'collection', null, null, 'sort=-at']);
  const page = query.select(await queryClient.fetchQuery(query as never));
  expectTypeOf(page.data[0]?.type).toEqualTypeOf<'articles' | 'notes' | undefined>();
  expect(page.data.map(({ type, at }) => [type, at])).toEqual([
    ['articles', 2],
    ['notes', 1],
  ]);
  const infinite = reads.infiniteCollection(feed, { page: { size: 1 } });
  const pages = await queryClient.fetchInfiniteQuery({ ...infinite, pages: 2 } as never);
  expect(infinite.select(pages as never).pages.flatMap(({ data }) => data.map(({ type }) => type))).toEqual([
    'notes',
    'articles',
  ]);
  await new MutationObserver(queryClient, createWrites(client).create('people')).mutate({});
  expect(queryClient.getQueryState(query.queryKey)?.isInvalidated).toBe(true);
  // @ts-expect-error: the collection is not sorted by it.
  reads.collection(feed, { sort: ['id'] });
});
