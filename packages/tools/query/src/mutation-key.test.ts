/** A write that is sent again after a failure or a pause is recognized by its key, and is the same write. */
import { createClient } from '@linkage/client';
import { toFetchHandler } from '@linkage/fetch';
import { dehydrate, hydrate, MutationObserver, onlineManager, QueryClient } from '@tanstack/query-core';
import { afterEach, expect, test, vi } from 'vitest';
import { type api, createWorld } from '../../../client/test/world.ts';
import { createReads, createWrites } from './index.ts';

afterEach(() => onlineManager.setOnline(true));

/** A client whose connection breaks after the server has done its work, as often as `failures` says. */
function unreliable(failures: number) {
  const handler = toFetchHandler(createWorld().server, { prefix: '/api' });
  const sent: (readonly [method: string, path: string, key: string | null])[] = [];
  const client = createClient<typeof api>({
    baseUrl: 'http://localhost/api',
    retry: 0,
    async fetch(request) {
      const response = await handler(request);
      sent.push([request.method, new URL(request.url).pathname, request.headers.get('Idempotency-Key')]);
      if (keysOf(sent).size > 0 && sent.filter(([, path]) => path === '/api/articles').length <= failures)
        throw new TypeError('fetch failed');
      return response;
    },
  });
  return { sent, client, reads: createReads(client), writes: createWrites(client) };
}

const keysOf = (sent: readonly (readonly [string, string, string | null])[]) =>
  new Set(sent.filter(([method]) => method === 'POST').map(([, , key]) => key));

test('each repetition of a mutation has its key, and another mutation of the same variables has its own', async () => {
  const { client, sent, writes } = unreliable(3);
  const queryClient = new QueryClient();
  const options = { ...writes.create('articles', { idempotencyKey: true }), retry: 3, retryDelay: 0 };
  const variables = { attributes: { title: 'New' } };
  await new MutationObserver(queryClient, options as never).mutate(variables as never);
  expect([sent.length, keysOf(sent).size]).toEqual([4, 1]);
  expect((await client.list('articles')).total).toBe(4);
  // A callback of the application replaces ours.
  const own = { ...options, onMutate: () => 'mine' };
  await new MutationObserver(queryClient, own as never).mutate(variables as never);
  expect(keysOf(sent).size).toBe(2);
  expect((await client.list('articles')).total).toBe(5);
});

test('after a minute without a connection, and with responses that were lost, each create has left one resource', async () => {
  vi.useFakeTimers();
  try {
    const handler = toFetchHandler(createWorld().server, { prefix: '/api' });
    let posts = 0;
    const began = Date.now();
    const client = createClient<typeof api>({
      baseUrl: 'http://localhost/api',
      idempotencyKeys: true,
      async fetch(request) {
        if (request.method === 'POST') posts++;
        // The first requests arrive, but not their responses. Then nothing arrives.
        if (Date.now() - began > 1000 && Date.now() - began < 60_000) throw new TypeError('fetch failed');
        const response = await handler(request);
        if (Date.now() - began < 60_000) throw new TypeError('fetch failed');
        return response;
      },
    });
    const queryClient = new QueryClient();
    const create = { ...createWrites(client).create('articles'), retry: 20 };
    const all = ['A', 'B', 'C'].map((title) =>
      new MutationObserver(queryClient, create).mutate({ attributes: { title } }),
    );
    await vi.advanceTimersByTimeAsync(600_000);
    await Promise.all(all);
    expect(posts).toBeGreaterThan(10);
    expect(
      (await client.list('articles')).data
        .map(({ title }) => title)
        .slice(3)
        .sort(),
    ).toEqual(['A', 'B', 'C']);
    queryClient.clear();
  } finally {
    vi.useRealTimers();
  }
});

test('a key can be given with the variables', async () => {
  const { client, sent, writes } = unreliable(0);
  const create = new MutationObserver(new QueryClient(), writes.create('articles') as never);
  for (const _ of [1, 2]) await create.mutate({ attributes: { title: 'New' }, idempotencyKey: 'mine' } as never);
  expect([...keysOf(sent)]).toEqual(['"mine"']);
  expect((await client.list('articles')).total).toBe(4);
});

test('paused mutations that were stored are resumed as what they are, with their keys', async () => {
  const { client, sent, writes } = unreliable(1);
  const before = new QueryClient();
  const create = writes.create('articles', { idempotencyKey: true });
  onlineManager.setOnline(false);
  const author = { type: 'people', id: '8' } as const;
  const mutations: readonly (readonly [object, object])[] = [
    [create, { attributes: { title: 'New' } }],
    [writes.updateRelationship('articles', 'author'), { id: '3', replace: author }],
    [writes.updateRelationship('articles', 'comments'), { id: '3', add: [{ type: 'comments', id: '5' }] }],
  ];
  for (const [options, variables] of mutations)
    void new MutationObserver(before, options as never).mutate(variables as never);
  await new Promise((resolve) => setTimeout(resolve));
  const stored = JSON.parse(JSON.stringify(dehydrate(before)));
  const [key] = stored.mutations.map((it: { state: { context?: object } }) => it.state.context);
  const after = new QueryClient();
  for (const [options] of mutations) {
    const { mutationKey } = options as typeof create;
    after.setMutationDefaults(mutationKey, { ...options, retry: 3, retryDelay: 0 } as never);
  }
  hydrate(after, stored);
  onlineManager.setOnline(true);
  await after.resumePausedMutations();
  expect([...keysOf(sent)]).toContain(`"${key.idempotencyKey}"`);
  expect(sent.filter(([, path]) => path === '/api/articles')).toHaveLength(2);
  expect((await client.list('articles')).total).toBe(4);
  const { data } = await client.get('articles', '3');
  expect(data).toMatchObject({ author, comments: [{ id: '5' }] });
});
