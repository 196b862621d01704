/** C27: what a write does to the queries of the cache, with the real query-core. */
import { createClient } from '@linkage/client';
import { toFetchHandler } from '@linkage/fetch';
import { InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type api, createWorld } from '../../../client/test/world.ts';
import { createReads, createWrites } from './index.ts';

let requests: string[];
let queryClient: QueryClient;
let reads: ReturnType<typeof createReads<typeof api>>;
let writes: ReturnType<typeof createWrites<typeof api>>;
let closers: (() => void)[];

beforeEach(() => {
  requests = [];
  closers = [];
  const handler = toFetchHandler(createWorld().server, { prefix: '/api' });
  const client = createClient<typeof api>({
    baseUrl: 'http://localhost/api',
    fetch(request) {
      requests.push(`${request.method} ${decodeURIComponent(request.url.slice('http://localhost/api/'.length))}`);
      return handler(request);
    },
  });
  queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  reads = createReads(client);
  writes = createWrites(client);
});
afterEach(() => {
  for (const close of closers) close();
  queryClient.clear();
});

/** Reads a query, and keeps it active as a component does. */
async function use<Data>(query: { readonly queryFn: unknown; readonly queryKey: readonly unknown[] }) {
  const observer = new QueryObserver(queryClient, query as never);
  closers.push(observer.subscribe(() => undefined));
  await queryClient.fetchQuery(query as never);
  return () => observer.getCurrentResult().data as Data;
}

async function mutate<Variables>(options: unknown, variables: Variables) {
  requests = [];
  return new MutationObserver<unknown, Error, Variables>(queryClient, options as never).mutate(variables);
}

describe('an update', () => {
  test('changes the resource in every query that holds it, without a request', async () => {
    const one = reads.get('articles', '1');
    const list = reads.list('articles', { include: ['author'] });
    const getOne = await use<ReturnType<typeof one.select>>(one);
    const getList = await use<ReturnType<typeof list.select>>(list);
    const before = getList();
    await mutate(writes.update('articles'), { id: '1', attributes: { title: 'Renamed' } });
    expect(requests).toEqual(['PATCH articles/1']);
    expect(getOne().data.title).toBe('Renamed');
    expect(getList().data.map(({ title }) => title)).toEqual(['Renamed', 'Second', 'Third']);
    expect(getList().data[0]?.author?.name).toBe('Dan');
    expect(before.data[0]?.title).toBe('First');
    await mutate(writes.update('people'), { id: '9', attributes: { name: 'Daniel' } });
    expect(requests).toEqual(['PATCH people/9']);
    expect(getList().data[1]?.author?.name).toBe('Daniel');
  });

  test('reads a query anew that lacks the resource that it is related to now', async () => {
    const list = reads.list('articles', { include: ['author'] });
    const getList = await use<ReturnType<typeof list.select>>(list);
    const other = await use(reads.get('people', '8', { fields: { people: ['name'] } }));
    await mutate(writes.update('articles'), { id: '1', relationships: { author: { type: 'people', id: '8' } } });
    expect(requests).toEqual(['PATCH articles/1', 'GET articles?include=author']);
    expect(getList().data[0]?.author?.name).toBe('Eve');
    expect(other()).toMatchObject({ data: { name: 'Eve' } });
  });

  test('of a relationship reads its inverse relationship anew', async () => {
    const get = await use(reads.get('people', '9', { include: ['articles'] }));
    await mutate(writes.update('articles'), { id: '3', relationships: { author: { type: 'people', id: '9' } } });
    expect(requests.at(0)).toBe('PATCH articles/3');
    expect(requests).toContain('GET people/9?include=articles');
    expect(get()).toMatchObject({ data: { name: 'Dan' } });
  });

  test('with a condition that does not hold changes nothing', async () => {
    const get = await use(reads.get('articles', '1'));
    const update = mutate(writes.update('articles'), { id: '1', ifMatch: '"old"', attributes: { title: 'Late' } });
    await expect(update).rejects.toMatchObject({ status: 412 });
    expect(get()).toMatchObject({ data: { title: 'First' } });
  });
});

describe('other writes', () => {
  test('a create reads lists of its type anew, and nothing else', async () => {
    await use(reads.get('articles', '1'));
    await use(reads.list('people'));
    const list = await use(reads.list('articles', { page: { size: 10 } }));
    await queryClient.fetchQuery(reads.list('articles', { sort: ['title'] }));
    await mutate(writes.create('articles', { idempotencyKey: true }), { attributes: { title: 'New' } });
    expect(requests).toEqual(['POST articles', 'GET articles?page[size]=10']);
    expect(list()).toMatchObject({ total: 4 });
    // A list that is not in use is read when it is used again.
    expect(queryClient.getQueryState(reads.list('articles', { sort: ['title'] }).queryKey)?.isInvalidated).toBe(true);
  });

  test('a create reads the relationships anew that could contain the resource', async () => {
    await use(reads.related('articles', '2', 'comments'));
    await use(reads.get('articles', '3'));
    const by = { type: 'people', id: '9' };
    await mutate(writes.create('comments'), { attributes: { body: 'A' }, relationships: { by } });
    expect(requests).toEqual(['POST comments', 'GET articles/2/comments']);
  });

  test('a delete removes the query of the resource, and reads all others anew: it can delete more', async () => {
    const one = reads.get('comments', '6');
    await queryClient.fetchQuery(one);
    await use(reads.get('articles', '1', { include: ['comments'] }));
    await use(reads.list('people'));
    await mutate(writes.delete('comments'), { id: '6' });
    expect(requests).toEqual(['DELETE comments/6', 'GET articles/1?include=comments', 'GET people']);
    expect(queryClient.getQueryData(one.queryKey)).toBeUndefined();
  });

  test('a change of a relationship reads both relationships anew', async () => {
    const get = await use(reads.relationship('articles', '2', 'comments'));
    await use(reads.get('comments', '5'));
    await use(reads.get('articles', '1', { fields: { articles: ['title'] } }));
    await mutate(writes.updateRelationship('articles', 'comments'), { id: '2', add: [{ type: 'comments', id: '5' }] });
    expect(requests.sort()).toEqual(
      ['GET articles/2/relationships/comments', 'GET comments/5', 'POST articles/2/relationships/comments'].sort(),
    );
    expect(get()).toMatchObject({ data: [{ type: 'comments', id: '5' }] });
  });

  test('a write that continues in the background changes nothing yet', async () => {
    const list = await use(reads.list('markers'));
    const answer = await mutate(writes.create('markers'), {});
    expect(answer).toMatchObject({ status: 202, job: { type: 'jobs' } });
    expect(requests).toEqual(['POST markers']);
    expect(list()).toMatchObject({ total: 1 });
  });

  test('queries of another client stay', async () => {
    const other = createReads(createClient<typeof api>({ baseUrl: 'https://example.com', fetch: fetch }));
    const { queryKey } = other.list('articles');
    queryClient.setQueryData(queryKey, {} as never);
    queryClient.setQueryData(['articles'], {});
    await mutate(writes.create('articles'), { attributes: { title: 'New' } });
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(false);
  });
});

test('a query that is read anew sends the entity tag of its answer, and keeps the answer after a 304', async () => {
  const query = reads.get('articles', '1');
  const get = await use<ReturnType<typeof query.select>>(query);
  const before = get();
  expect(before.data.title).toBe('First');
  await queryClient.invalidateQueries();
  expect(get()).toBe(before);
  await mutate(writes.update('articles'), { id: '1', attributes: { title: 'Renamed' } });
  await queryClient.invalidateQueries();
  expect(get().data.title).toBe('Renamed');
});

test('an infinite list is read page by page, and an update changes all of its pages', async () => {
  const query = reads.infiniteList('articles', { page: { size: 1 } });
  const observer = new InfiniteQueryObserver(queryClient, query);
  closers.push(observer.subscribe(() => undefined));
  await observer.fetchNextPage();
  await observer.fetchNextPage();
  const titles = () => observer.getCurrentResult().data?.pages.flatMap(({ data }) => data.map(({ title }) => title));
  await observer.fetchNextPage();
  expect(titles()).toEqual(['First', 'Second', 'Third']);
  expect(observer.getCurrentResult().hasNextPage).toBe(false);
  await mutate(writes.update('articles'), { id: '2', attributes: { title: 'Zweiter' } });
  expect(titles()).toEqual(['First', 'Zweiter', 'Third']);
  expect(requests).toHaveLength(1);
  await queryClient.invalidateQueries();
  expect(titles()).toEqual(['First', 'Zweiter', 'Third']);
});

describe('responses that arrive late', () => {
  /** Makes each response wait until its function is called, by the method of its request. */
  function delayed() {
    const handler = toFetchHandler(createWorld().server, { prefix: '/api' });
    const waiting: (readonly [method: string, release: () => void])[] = [];
    const client = createClient<typeof api>({
      baseUrl: 'http://localhost/api',
      async fetch(request) {
        const response = await handler(request);
        await new Promise<void>((resolve) => waiting.push([request.method, resolve]));
        return response;
      },
    });
    const release = async (...indexes: readonly number[]) => {
      await expect.poll(() => waiting.length).toBeGreaterThan(Math.max(...indexes));
      for (const index of indexes) {
        waiting[index]?.[1]();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      waiting.length = 0;
    };
    return { reads: createReads(client), writes: createWrites(client), release };
  }

  test('two updates of a resource whose responses change places are read anew', async () => {
    const { reads: slowReads, writes: slowWrites, release } = delayed();
    const query = slowReads.get('articles', '1');
    const first = queryClient.fetchQuery(query as never);
    await release(0);
    await first;
    const both = ['Older', 'Newer'].map((title) =>
      mutate(slowWrites.update('articles'), { id: '1', attributes: { title } }),
    );
    await release(1, 0);
    await Promise.all(both);
    expect(queryClient.getQueryState(query.queryKey)?.isInvalidated).toBe(true);
  });

  test('a first read that began before a write is read anew', async () => {
    const { reads: slowReads, writes: slowWrites, release } = delayed();
    const query = slowReads.get('articles', '1');
    const first = queryClient.fetchQuery(query as never);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const update = mutate(slowWrites.update('articles'), { id: '1', attributes: { title: 'Newer' } });
    await release(1, 0);
    await Promise.all([first, update]);
    expect(queryClient.getQueryState(query.queryKey)).toMatchObject({ isInvalidated: true, status: 'success' });
  });

  test('a write without a response could have been done', async () => {
    const query = reads.get('articles', '1');
    await queryClient.fetchQuery(query as never);
    const broken = createClient<typeof api>({
      baseUrl: 'http://localhost/api',
      fetch: () => Promise.reject(new Error()),
    });
    const update = createWrites(broken).update('articles');
    await expect(mutate(update, { id: '1', attributes: { title: 'A' } })).rejects.toMatchObject({ kind: 'network' });
    expect(queryClient.getQueryState(query.queryKey)?.isInvalidated).toBe(true);
  });
});
