/** Events of a stream: what other users change is read again, and what this cache has written is not. */
import { createClient } from '@linkage/client';
import { toFetchHandler } from '@linkage/fetch';
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type api, createWorld } from '../../../client/test/world.ts';
import { applyChange, createReads, createWrites, subscribe } from './index.ts';

let requests: string[] = [];
const closers: (() => void)[] = [];
let stream: EventTarget;
let client: ReturnType<typeof createClient<typeof api>>;
let queryClient: QueryClient;
let reads: ReturnType<typeof createReads<typeof api>>;

beforeEach(() => {
  const handler = toFetchHandler(createWorld().server, { prefix: '/api' });
  client = createClient<typeof api>({
    baseUrl: 'http://localhost/api',
    fetch(request) {
      requests.push(`${request.method} ${request.url.slice('http://localhost/api/'.length)}`);
      return handler(request);
    },
  });
  queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  reads = createReads(client);
  stream = new EventTarget();
  closers.push(subscribe(queryClient, client, stream as never));
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
  queryClient.clear();
});

/** Sends an event of the stream, and waits until the cache rests. */
async function tell(name: string, event: unknown): Promise<readonly string[]> {
  requests = [];
  stream.dispatchEvent(new MessageEvent(name, { data: typeof event === 'string' ? event : JSON.stringify(event) }));
  await new Promise((resolve) => setTimeout(resolve, 30));
  return requests.sort();
}

async function use(query: { readonly queryKey: unknown }) {
  closers.push(new QueryObserver(queryClient, query as never).subscribe(() => undefined));
  await queryClient.fetchQuery(query as never);
}

const change = { type: 'articles', id: '1', fields: ['title'] };

test('what contains the resource of another user is read again', async () => {
  await use(reads.get('articles', '1'));
  await use(reads.get('articles', '2'));
  await use(reads.list('people'));
  expect(await tell('update', change)).toEqual(['GET articles/1']);
  expect(await tell('update', { ...change, id: '2', fields: ['author'] })).toContain('GET articles/2');
  expect(await tell('delete', { ...change, id: '3' })).toEqual(['GET articles/1', 'GET articles/2', 'GET people']);
  expect(await tell('reload', {})).toHaveLength(3);
  expect(await tell('update', 'no JSON')).toHaveLength(3);
  expect(await tell('create', { type: 'people', id: '7', fields: [] })).toContain('GET people');
});

test('an event of the own last write only asks for its tag', async () => {
  await use(reads.list('articles'));
  const update = new MutationObserver(queryClient, createWrites(client).update('articles'));
  await update.mutate({ id: '1', attributes: { title: 'Mine' } });
  expect(await tell('update', change)).toEqual(['GET articles/1']);
  // Another user has changed the resource since.
  await client.update('articles', '1', { attributes: { title: 'Theirs' } });
  expect(await tell('update', change)).toEqual(['GET articles', 'GET articles/1']);
  await new MutationObserver(queryClient, createWrites(client).delete('articles')).mutate({ id: '2' });
  expect(await tell('delete', { type: 'articles', id: '2', fields: [] })).toEqual([]);
});

test('events that follow each other do not begin reads anew', async () => {
  await use(reads.get('articles', '1'));
  requests = [];
  for (let count = 0; count < 10; count++)
    stream.dispatchEvent(new MessageEvent('update', { data: JSON.stringify(change) }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(requests.length).toBeLessThanOrEqual(2);
});

test('after an event that cannot be applied, everything is read again, and further events are heard', async () => {
  await use(reads.get('articles', '1'));
  const cache = queryClient.getQueryCache.bind(queryClient);
  let calls = 0;
  queryClient.getQueryCache = () => {
    calls++;
    if (calls === 1) throw new Error('A bug of a plugin');
    return cache();
  };
  expect(await tell('update', change)).toEqual(['GET articles/1']);
  expect(await tell('update', change)).toEqual(['GET articles/1']);
});

test('an ended subscription hears nothing', async () => {
  await use(reads.get('articles', '1'));
  closers.shift()?.();
  expect(await tell('update', change)).toEqual([]);
});

test('a change without values, and a relationship without members, are applied by hand', async () => {
  await use(reads.get('articles', '1'));
  requests = [];
  await applyChange(queryClient, client, { kind: 'update', resource: change });
  const people = { type: 'people', id: '9' };
  await applyChange(queryClient, client, { kind: 'updateRelationship', resource: people, relationship: 'articles' });
  expect(requests).toEqual(['GET articles/1', 'GET articles/1']);
});
