/** The data that queries show of a write before the server has responded, and after it has not accepted it. */
import { createClient } from '@linkage/client';
import { toFetchHandler } from '@linkage/fetch';
import { MutationObserver, onlineManager, QueryClient } from '@tanstack/query-core';
import { afterEach, expect, test } from 'vitest';
import { type api, createWorld } from '../../../client/test/world.ts';
import { createReads, createWrites, optimistic } from './index.ts';

afterEach(() => onlineManager.setOnline(true));

/** A client whose writes wait until they are released, and then fail with a status, if there is one. */
function delayed(status?: number) {
  const handler = toFetchHandler(createWorld().server, { prefix: '/api' });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const client = createClient<typeof api>({
    baseUrl: 'http://localhost/api',
    async fetch(request) {
      if (request.method === 'GET') return handler(request);
      await released;
      if (status === undefined) return handler(request);
      const headers = { 'Content-Type': 'application/vnd.api+json' };
      return new Response(JSON.stringify({ errors: [{ status: String(status) }] }), { status, headers });
    },
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  const reads = createReads(client);
  const list = reads.list('articles', { include: ['comments', 'author'] });
  const one = reads.get('articles', '1');
  const show = async () => {
    const { data } = list.select(queryClient.getQueryData(list.queryKey) as never);
    return data.map(({ id, title, author, comments }) => [id, title, author?.id, comments?.map((it) => it.id)].join());
  };
  return {
    ...{ client, queryClient, list, one, release, show, writes: createWrites(client) },
    async load() {
      await queryClient.fetchQuery(list);
      await queryClient.fetchQuery(one);
    },
    run: (options: object, variables: object) =>
      new MutationObserver(queryClient, options as never).mutate(variables as never).then(String, () => 'failed'),
    title: () => one.select(queryClient.getQueryData(one.queryKey) as never).data.title,
    isStale: () => queryClient.getQueryState(list.queryKey)?.isInvalidated,
  };
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));
const before = ['1,First,9,5,6', '2,Second,9,', '3,Third,,'];

test.each<[string, (writes: ReturnType<typeof delayed>['writes']) => readonly [object, object], readonly string[]]>([
  [
    'an update',
    (writes) => [
      writes.update('articles', { optimistic }),
      { id: '1', attributes: { title: 'New', secret: 'x' }, relationships: { author: null, comments: [] } },
    ],
    ['1,New,,', '2,Second,9,', '3,Third,,'],
  ],
  ['a deletion', (writes) => [writes.delete('articles', { optimistic }), { id: '2' }], ['1,First,9,5,6', '3,Third,,']],
  [
    'the deletion of what others lead to',
    (writes) => [writes.delete('comments', { optimistic }), { id: '5' }],
    ['1,First,9,6', '2,Second,9,', '3,Third,,'],
  ],
  [
    'members that are added',
    (writes) => [
      writes.updateRelationship('articles', 'comments', { optimistic }),
      { id: '2', add: [{ type: 'comments', id: '5', body: 'More than an identifier' }] },
    ],
    ['1,First,9,5,6', '2,Second,9,5', '3,Third,,'],
  ],
  [
    'members that are removed',
    (writes) => [
      writes.updateRelationship('articles', 'comments', { optimistic }),
      { id: '1', remove: [{ type: 'comments', id: '6' }] },
    ],
    ['1,First,9,5', '2,Second,9,', '3,Third,,'],
  ],
  [
    'linkage that is replaced',
    (writes) => [
      writes.updateRelationship('articles', 'author', { optimistic }),
      { id: '3', replace: { type: 'people', id: '8' } },
    ],
    ['1,First,9,5,6', '2,Second,9,', '3,Third,8,'],
  ],
])('%s is shown at once, and taken back if the server rejects it', async (_, write, after) => {
  for (const status of [undefined, 422, 500]) {
    const { load, show, run, release, writes, queryClient, list, isStale } = delayed(status);
    await load();
    expect(await show()).toEqual(before);
    const running = run(...write(writes));
    await soon();
    expect(await show()).toEqual(after);
    expect(JSON.stringify(queryClient.getQueryData(list.queryKey))).not.toContain('secret');
    release();
    const isDone = (await running) !== 'failed';
    expect(isDone).toBe(status === undefined && !JSON.stringify(write(writes)[1]).includes('secret'));
    await soon();
    if (!isDone) expect([await show(), isStale()]).toEqual([before, true]);
    else
      await queryClient
        .fetchQuery(list)
        .then(show)
        .then((it) => expect(it).toEqual(after));
  }
});

test('while the browser is offline, the change is shown, and a failure after a pause takes it back', async () => {
  const { load, title, run, release, writes, queryClient } = delayed(422);
  await load();
  queryClient.mount();
  onlineManager.setOnline(false);
  const running = run(writes.update('articles', { optimistic }), { id: '1', attributes: { title: 'Offline' } });
  await soon();
  expect(title()).toBe('Offline');
  release();
  onlineManager.setOnline(true);
  expect(await running).toBe('failed');
  await soon();
  expect(title()).toBe('First');
  queryClient.unmount();
});

test('a read on its way does not take the change back, and callbacks of the application stay', async () => {
  const { load, title, run, release, writes, queryClient, one } = delayed();
  await load();
  const reading = queryClient.fetchQuery({ ...one, staleTime: 0 }).catch(() => undefined);
  const calls: string[] = [];
  const own = { onMutate: () => void calls.push('mutate'), onSuccess: () => void calls.push('success') };
  const update = { ...writes.update('articles', { optimistic }), ...own };
  const running = run(update, { id: '1', attributes: { title: 'New' } });
  await reading;
  await soon();
  expect(title()).toBe('New');
  release();
  await running;
  expect([title(), ...calls]).toEqual(['New', 'mutate', 'success']);
});

test('what was stale before is read again after the write', async () => {
  const { load, run, release, writes, queryClient, one, list } = delayed();
  await load();
  await queryClient.invalidateQueries({ queryKey: one.queryKey });
  const running = run(writes.update('articles', { optimistic }), { id: '1', attributes: { title: 'New' } });
  await soon();
  expect(queryClient.getQueryState(one.queryKey)?.isInvalidated).toBe(true);
  release();
  await running;
  const states = [one, list].map(({ queryKey }) => queryClient.getQueryState(queryKey)?.isInvalidated);
  expect(states).toEqual([true, false]);
});
