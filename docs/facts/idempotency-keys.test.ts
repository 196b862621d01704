/** The sentences of the page about idempotency keys and imports. */

import { atomicRequests, createClient, importRows } from '@linkage/client';
import { defineApi } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import {
  atomicOperations,
  createMemoryIdempotencyStore,
  createMemorySources,
  createServer,
  idempotencyKeys,
} from '@linkage/server';
import { expect } from 'vitest';
import { z } from 'zod';
import { fact as factOf, proven, send } from './fact.ts';

const page = 'guide/idempotency-keys.md';
const fact = (sentence: string, check: () => unknown): void => factOf(page, sentence, check);
const api = defineApi({
  orders: { attributes: { title: z.string() }, clientGeneratedIds: true },
  sessions: { attributes: { title: z.string() } },
});
interface Given {
  readonly keys?: object;
  readonly options?: object;
  readonly change?: (sources: ReturnType<typeof createMemorySources<typeof api>>) => object;
}
/** A server whose users are those of the header `x-user`. */
function serve({ keys = {}, options = {}, change = (sources) => sources }: Given = {}) {
  const sources = createMemorySources(api, { orders: [{ id: 'taken', title: 'x' }] });
  const store = createMemoryIdempotencyStore({ sharesWith: sources.orders });
  return createServer(
    api,
    change(sources) as never,
    {
      context: ({ headers }: { headers: Record<string, unknown> }) => String(headers['x-user']),
      idempotency: { keys: idempotencyKeys({ store, ...keys }), user: (user: unknown) => String(user) },
      extensions: [atomicOperations({ upsert: true })],
      onError: () => undefined,
      ...options,
    } as never,
  );
}
const order = { type: 'orders', attributes: { title: 'x' } };
type Server = ReturnType<typeof serve>;
const post = (server: Server, key: string, data: unknown = order, headers: Record<string, string> = {}) =>
  send(server, 'POST /orders', data, { 'idempotency-key': key, 'x-user': 'ada', ...headers });
const extension = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
const operate = (server: Server, operations: readonly object[], key?: string) =>
  send(server, 'POST /operations', JSON.stringify({ 'atomic:operations': operations }), {
    ...{ 'content-type': extension, accept: extension, 'x-user': 'ada' },
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  });
const isReplayed = ({ headers }: Awaited<ReturnType<typeof post>>) => headers['Idempotency-Replayed'] === 'true';

fact('two users never share a key.', async () => {
  const server = serve();
  const [first, second, again] = [
    await post(server, 'a'),
    await post(server, 'a', order, { 'x-user': 'bo' }),
    await post(server, 'a'),
  ];
  expect([isReplayed(second), isReplayed(again)]).toEqual([false, true]);
  expect(second.document.data.id).not.toBe(first.document.data.id);
});
fact('The server stores a hash of strings with more than 255 characters.', async () => {
  const users: string[] = [];
  const serveWith = (user: string) => {
    const sources = createMemorySources(api);
    const inner = createMemoryIdempotencyStore({ sharesWith: sources.orders });
    const begin = (key: { readonly user: string }, ...rest: unknown[]) => {
      users.push(JSON.stringify(key));
      return (inner.begin as (...given: unknown[]) => unknown).call(inner, key, ...rest);
    };
    const idempotency = { keys: idempotencyKeys({ store: { ...inner, begin } as never }), user: () => user };
    return createServer(api, sources, { idempotency } as never);
  };
  for (const user of ['u'.repeat(255), 'u'.repeat(256)]) await post(serveWith(user) as Server, 'a');
  expect(users.map((text) => text.includes('u'.repeat(255)))).toEqual([true, false]);
});
fact('| `hours` | How long keys are kept | 24 |', async () => {
  const times: number[] = [];
  for (const keys of [{}, { hours: 1 }]) {
    const before = Date.now();
    const sources = createMemorySources(api);
    const inner = createMemoryIdempotencyStore({ sharesWith: sources.orders });
    const begin = (...given: unknown[]) => {
      for (const value of JSON.stringify(given).match(/\d{13}|\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? [])
        times.push(Math.round((Number(/T/.test(value) ? Date.parse(value) : value) - before) / 360_000) / 10);
      return (inner.begin as (...received: unknown[]) => unknown).apply(inner, given);
    };
    const idempotency = { keys: idempotencyKeys({ store: { ...inner, begin } as never, ...keys }), user: () => 'x' };
    await post(createServer(api, sources, { idempotency } as never) as Server, 'a');
  }
  expect(times.filter((time) => time > 0)).toEqual([24, 1]);
});
fact('| another request with the key | 422 `IDEMPOTENCY_KEY_REUSED` |', async () => {
  const server = serve();
  await post(server, 'a');
  const { status, document } = await post(server, 'a', { ...order, attributes: { title: 'y' } });
  expect([status, document.errors[0].code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
});
fact('| while the first one runs | 409 `IDEMPOTENCY_KEY_IN_USE`, `Retry-After: 1` |', async () => {
  const waiting = Promise.withResolvers<void>();
  const server = serve({
    change: (sources) => {
      const create = async (...given: Parameters<typeof sources.orders.create & {}>) => {
        await waiting.promise;
        return sources.orders.create?.(...given);
      };
      return { ...sources, orders: { ...sources.orders, create } };
    },
  });
  const first = post(server, 'a');
  await expect.poll(async () => (await post(server, 'a')).status).toBe(409);
  const { headers, document } = await post(server, 'a');
  expect([document.errors[0].code, headers['Retry-After']]).toEqual(['IDEMPOTENCY_KEY_IN_USE', '1']);
  waiting.resolve();
  expect((await first).status).toBe(201);
});
fact('It keeps 10,000 keys.', () => {
  const kept = (count: number) => {
    const store = createMemoryIdempotencyStore();
    const later = new Date(Date.now() + 1_000_000);
    const begin = (index: number) =>
      store.begin(
        {
          user: 'ada',
          key: `k${index}`,
          owner: 'x',
          fingerprint: 'x',
          leaseUntil: later,
          keepUntil: later,
        } as never,
        {} as never,
      );
    for (let index = 0; index < count; index++) begin(index);
    return begin(0) !== 'taken';
  };
  expect([kept(10_000), kept(10_001)]).toEqual([true, false]);
});
fact('If not, it responds with 403 or 404.', async () => {
  let allowed: readonly string[] | boolean = true;
  const access = {
    orders: {
      read: () => allowed !== false,
      create: () => true,
      fields: () => (Array.isArray(allowed) ? allowed : true),
    },
    sessions: 'public',
  };
  const server = serve({ options: { access: { ...access, sessions: { read: () => true } } } });
  expect((await post(server, 'a')).status).toBe(201);
  allowed = false;
  expect([403, 404]).toContain((await post(server, 'a')).status);
  allowed = [];
  expect([403, 404]).toContain((await post(server, 'a')).status);
});
fact('An operation on a type in `exempt` is rejected with 400 if the request has a key', async () => {
  const server = serve({ keys: { exempt: ['sessions'] } });
  const add = { op: 'add', data: { type: 'sessions', attributes: { title: 'x' } } };
  expect([(await operate(server, [add], 'a')).status, (await operate(server, [add])).status]).toEqual([400, 200]);
});
fact('JSON:API responds to a new resource whose id exists with 409.', async () => {
  expect((await post(serve(), 'a', { ...order, id: 'taken' })).status).toBe(409);
});
fact('- If the user cannot read the resource, the response is 409 `RESOURCE_EXISTS`.', async () => {
  const rules = { read: () => [{ field: 'title', values: ['mine'] }], create: () => true, update: () => true };
  const server = serve({ options: { access: { orders: rules, sessions: { read: () => true } } } });
  const upsert = { op: 'add', data: { ...order, id: 'taken', attributes: { title: 'mine' } }, meta: { upsert: true } };
  const { status, document } = await operate(server, [upsert], 'a');
  expect([status, document.errors[0].code]).toEqual([409, 'RESOURCE_EXISTS']);
});
fact('- Without the option, the server responds to `meta.upsert` with 400.', async () => {
  const server = serve({ options: { extensions: [atomicOperations()] } });
  const upsert = { op: 'add', data: { ...order, id: '1' }, meta: { upsert: true } };
  expect((await operate(server, [upsert])).status).toBe(400);
});

/** Imports rows, with at most as many open requests as the result says, and the number of rows of each. */
async function imported(server: Server, count: number, title: string, options: object = {}) {
  const seen = { open: 0, most: 0, rows: [] as number[] };
  const handle = toFetchHandler(server, { prefix: '' } as never);
  const client = createClient<typeof api>({
    ...{ baseUrl: 'http://localhost', atomic: atomicRequests(), retry: 0 },
    async fetch(request: Request) {
      seen.most = Math.max(seen.most, ++seen.open);
      seen.rows.push(JSON.parse(await request.clone().text())['atomic:operations'].length);
      const response = await handle(request);
      seen.open--;
      return response;
    },
  });
  const rows = Array.from({ length: count }, () => ({ title }));
  const write = (it: { add(type: string, input: object): void }, attributes: object) =>
    it.add('orders', { attributes });
  for await (const _ of importRows(client as never, rows, { key: 'a', write, ...options } as never));
  return seen;
}
fact('| `batchSize` | The number of rows of a request | 50 |', async () => {
  expect((await imported(serve(), 120, 'x')).rows).toEqual([50, 50, 20]);
});
fact('| `concurrency` | The number of requests that run at the same time | 1 |', async () => {
  expect((await imported(serve(), 6, 'x', { batchSize: 1 })).most).toBe(1);
});
fact('the server responds with 422 `IDEMPOTENCY_KEY_REUSED`, and nothing is written.', async () => {
  const server = serve();
  await imported(server, 2, 'x');
  const failed = await imported(server, 2, 'changed').catch((error: unknown) => error);
  expect(failed).toMatchObject({ cause: { status: 422, errors: [{ code: 'IDEMPOTENCY_KEY_REUSED' }] } });
  expect((await send(server, 'GET /orders')).body).not.toContain('changed');
});

const keyTests = 'packages/server/src/operations/idempotency/idempotency-key.test.ts';
proven(
  page,
  [
    'so a crash never leaves one without the other.',
    'packages/sources/kysely/src/idempotency-killed.test.ts',
    'a process that is killed, on $name',
  ],
  [
    'The server then also keeps 5xx responses,',
    keyTests,
    'repeats an unexpected failure, because it is unknown whether the write succeeded',
  ],
  [
    'it responds with 409 `RESOURCE_EXISTS` and `Retry-After`.',
    'packages/server/src/extensions/atomic/upsert.test.ts',
    'one that loses again and again receives 409 with Retry-After, after a bounded number of runs',
  ],
);
