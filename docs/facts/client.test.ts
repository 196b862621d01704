/** The sentences of the pages about the client. */

import { type ClientOptions, createClient } from '@linkage/client';
import type { defineApi } from '@linkage/core';
import { createReads, createWrites } from '@linkage/query';
import { MutationObserver, QueryClient } from '@tanstack/query-core';
import { afterEach, expect, vi } from 'vitest';
import { fact as factOf, mediaType, proven } from './fact.ts';

const page = 'guide/client-reference.md';
const fact = (sentence: string, check: () => unknown): void => factOf(page, sentence, check);
afterEach(() => void vi.useRealTimers());

type Step = () => Response;
const reply = (document: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(document), { status, headers: { 'content-type': mediaType, ...headers } });
const fail: Step = () => {
  throw new TypeError('fetch failed');
};
const busy =
  (status: number, after: string): Step =>
  () =>
    reply({ errors: [{ status: `${status}` }] }, status, { 'Retry-After': after });
const empty: Step = () => reply({ data: [] });
/** A client whose requests get these responses, the last one again and again, and the times of its requests. */
function scripted(steps: readonly Step[], options: object = {}) {
  const times: number[] = [];
  const client = createClient<ReturnType<typeof defineApi>>({
    baseUrl: 'https://example.com/api',
    fetch: async () => {
      times.push(Date.now());
      return (steps[times.length - 1] ?? (steps.at(-1) as Step))();
    },
    ...options,
  } as ClientOptions);
  return {
    client: client as unknown as Record<string, (...given: unknown[]) => Promise<Record<string, unknown>>>,
    times,
  };
}
/** Sends a request, and returns how often it was sent, and the seconds between. */
async function sent(steps: readonly Step[], options: object = {}, method = 'list') {
  vi.useFakeTimers();
  const { client, times } = scripted(steps, options);
  const call = client[method]?.('notes', method === 'list' ? {} : { attributes: {} });
  const outcome = Promise.allSettled([call]);
  await vi.advanceTimersByTimeAsync(600_000);
  const [{ status }] = (await outcome) as [PromiseSettledResult<unknown>];
  vi.useRealTimers();
  return {
    count: times.length,
    status,
    waits: times.slice(1).map((time, at) => (time - (times[at] as number)) / 1000),
  };
}

fact('| `retry` | How often a request is sent again | 2 |', async () => {
  expect(await sent([fail])).toMatchObject({ count: 3, status: 'rejected' });
});
fact(
  '| `retryOn` | The statuses after which it is sent again, if the response has `Retry-After` | 429, 503 |',
  async () => {
    for (const status of [429, 503])
      expect(await sent([busy(status, '1'), empty])).toMatchObject({ count: 2, status: 'fulfilled' });
    for (const status of [409, 500, 502, 504]) expect((await sent([busy(status, '1'), empty])).count).toBe(1);
  },
);
fact(
  'The client sends a request again after a network failure, and after 429 or 503 with `Retry-After` of at most a minute.',
  async () => {
    expect((await sent([fail, empty])).count).toBe(2);
    expect((await sent([busy(503, '60'), empty])).count).toBe(2);
    expect((await sent([busy(503, '61'), empty])).count).toBe(1);
  },
);
fact('Without a key, the client never repeats a write, because the server could have done it.', async () => {
  for (const step of [fail, busy(503, '0')]) {
    expect((await sent([step], {}, 'create')).count).toBe(1);
    expect((await sent([step], { idempotencyKeys: true }, 'create')).count).toBe(3);
  }
});
fact('The delay between two requests is at least 0.1 seconds, and doubles each time, up to a minute.', async () => {
  const { waits } = await sent([busy(503, '0')], { retry: 14 });
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(0.1);
  expect(Math.max(...waits)).toBeLessThanOrEqual(60);
  expect(waits.at(-1)).toBeGreaterThan(30);
});
fact(
  'After a 401, the client calls `refresh`, once for all requests that wait for it. Then it sends each request once more, with new `headers`. A 401 says that the server has done nothing, so this also holds for writes.',
  async () => {
    const refresh = vi.fn(async () => undefined);
    const unauthorized = busy(401, '');
    const { client, times } = scripted([unauthorized, unauthorized, empty], { refresh });
    await Promise.all([client['list']?.('notes'), client['list']?.('notes')]);
    expect([refresh.mock.calls.length, times.length]).toEqual([1, 4]);
    const created: Step = () => reply({ data: { type: 'notes', id: '1' } }, 201);
    const writing = scripted([unauthorized, created], { refresh });
    expect(await writing.client['create']?.('notes', { attributes: {} })).toMatchObject({ status: 201 });
  },
);
const job =
  (headers: Record<string, string>): Step =>
  () =>
    reply({ data: { type: 'jobs', id: '1', links: { self: 'https://example.com/api/jobs/1' } } }, 202, headers);
for (const [path, sentence] of [
  [page, 'If a server continues a write in the background (202), `job` of the answer contains its job.'],
  ['guide/client.md', 'If a server continues a write in the background (202), `job` contains its job'],
] as const)
  factOf(path, sentence, async () => {
    const { client } = scripted([job({})]);
    expect(await client['create']?.('notes', { attributes: {} })).toMatchObject({
      status: 202,
      job: { type: 'jobs', id: '1' },
    });
  });
fact(
  'With `Retry-After: 0`, `wait()` reads the job after 0.1, 0.2, 0.4, and 0.8 seconds, then once a second.',
  async () => {
    vi.useFakeTimers();
    const running: Step = () => reply({ data: { type: 'jobs', id: '1' } }, 200, { 'Retry-After': '0' });
    const { client, times } = scripted([job({ 'Retry-After': '0' }), running]);
    const controller = new AbortController();
    const answer = (await client['create']?.('notes', { attributes: {} })) as {
      wait(options: object): Promise<unknown>;
    };
    const waiting = Promise.allSettled([answer.wait({ signal: controller.signal })]);
    await vi.advanceTimersByTimeAsync(4_000);
    controller.abort();
    await waiting;
    const waits = times.slice(1).map((time, at) => Math.round((time - (times[at] as number)) / 50) / 20);
    expect(waits.slice(0, 6)).toEqual([0.1, 0.2, 0.4, 0.8, 1, 1]);
  },
);
proven(
  page,
  [
    '| `maxPages` | How many pages an iteration reads at most, and how many `next()` or `prev()` can follow each other | 10,000 |',
    'packages/client/src/page.test.ts',
    'the default is 10,000 pages',
  ],
  [
    'Pass an earlier answer as `previous`, and the server can respond with 304:',
    'packages/client/test/hosts.test.ts',
    'conditions: 304, 412, and the entity tag',
  ],
  [
    '| `refresh` | Called after a 401',
    'packages/client/src/send.test.ts',
    'after a 401, `refresh` is called once for all requests, and each is sent once more with new fields',
  ],
);
const guide = 'guide/client.md';
factOf(guide, '- **After 204**, `data` of `update` is undefined: nothing else changed.', async () => {
  const { client } = scripted([() => new Response(null, { status: 204 })]);
  expect((await client['update']?.('notes', '1', { attributes: {} }))?.['data']).toBeUndefined();
});
factOf(
  guide,
  'A response that contains `errors` and no `data` is a `JsonApiError`, also if its status is 200.',
  async () => {
    const { client } = scripted([() => reply({ errors: [{ status: '409' }] })]);
    const error = await client['list']?.('notes').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'JsonApiError', status: 200 });
  },
);
proven(guide, [
  'If the resource has changed since, the server responds with 412:',
  'packages/client/test/hosts.test.ts',
  'conditions: 304, 412, and the entity tag',
]);
proven('guide/client-tanstack.md', [
  'so the server can respond with 304.',
  'packages/tools/query/src/writes.test.ts',
  'a query that is read anew sends the entity tag of its answer, and keeps the answer after a 304',
]);
factOf(
  'guide/client-tanstack.md',
  '| A write without a response, or with 404, 409, 410, 412, or 5xx | What the write could have changed is read again |',
  async () => {
    const isReadAgainAfter = async (step: Step) => {
      const { client } = scripted([
        () => reply({ data: { type: 'notes', id: '1', attributes: { title: 'y' } } }),
        step,
      ]);
      const queryClient = new QueryClient();
      const query = createReads(client as never).get('notes', '1') as { queryKey: readonly unknown[] };
      await queryClient.fetchQuery(query as never);
      const write = createWrites(client as never).update('notes') as never;
      const variables = { id: '1', attributes: { title: 'x' } } as never;
      await new MutationObserver(queryClient, write).mutate(variables).catch(() => undefined);
      return queryClient.getQueryState(query.queryKey)?.isInvalidated;
    };
    expect(await isReadAgainAfter(fail)).toBe(true);
    for (const status of [404, 409, 410, 412, 500, 503])
      expect([status, await isReadAgainAfter(busy(status, '61'))]).toEqual([status, true]);
    for (const status of [400, 403, 422])
      expect([status, await isReadAgainAfter(busy(status, '61'))]).toEqual([status, false]);
  },
);
