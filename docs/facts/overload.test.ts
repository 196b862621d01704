/** The sentences of the pages about overload, time limits, and logs. */

import { createServer as createHost } from 'node:http';
import { createShutdown } from '@linkage/node';
import Fastify from 'fastify';
import { expect, vi } from 'vitest';
import { defaultLimits } from '../../packages/server/src/request/limits.ts';
import { fact as factOf, found, note, proven, send, serve } from './fact.ts';

const page = 'guide/overload.md';
const fact = (sentence: string, check: () => unknown): void => factOf(page, sentence, check);
const never = found(() => new Promise(() => undefined));

fact(
  '| `limits.concurrency` | 1,000 | The number of requests that the server handles at once. Infinity: no limit |',
  async () => {
    expect(defaultLimits.concurrency).toBe(1000);
    expect(() => serve({ limits: { concurrency: Number.POSITIVE_INFINITY } })).not.toThrow();
  },
);
fact('| `limits.loopDelay` | 0: no limit |', () => {
  expect(defaultLimits.loopDelay).toBe(0);
});
fact(
  'The server responds to all other requests at once with 503 `SERVICE_UNAVAILABLE` and `Retry-After: 1`.',
  async () => {
    const server = serve({ limits: { concurrency: 1, queue: 0, requestTime: 200 } }, never);
    const first = send(server, 'GET /notes/1');
    const { status, headers, document } = await send(server, 'GET /notes/1');
    expect([status, headers['Retry-After'], document.errors[0].code]).toEqual([503, '1', 'SERVICE_UNAVAILABLE']);
    expect((await first).status).toBe(504);
  },
);
const tests = 'packages/server/src/request/overload';
const trials = 'docs/decisions/027-overload.md';
proven(
  page,
  [
    'Such a request ends in the turn of the event loop that reads it, so `concurrency` is never reached.',
    trials,
    'and with SQLite requests never run at once',
  ],
  [
    'it takes the place of the last of them, which receives 503.',
    `${tests}/admission.test.ts`,
    'in a full queue, a short request takes the place of the last long one, which receives 503',
  ],
  [
    'If this time ends before the turn of the request, the response is 503.',
    `${tests}/overload.test.ts`,
    'the time in the queue counts: 503 and not 504, because nothing was processed',
  ],
  ['| 6 or 10 | the promises hold |', trials, '| 16, 16 | 10 | 28 ms | 2.9 s |'],
  ['| 20 | accepted requests take about twice as long as with 10 |', trials, '| 16, 16 | 20 | 46 ms | 5.1 s |'],
  [
    '| 50 or more, or no limit | clients with new connections wait until the overload ends |',
    trials,
    '| 16, 16 | 50 | the whole overload | 8.0 s |',
  ],
  ['`concurrency` and `queue` of 50 did not change much.', trials, '| 50, 50 | 6 | 49 ms | 2.1 s |'],
  [
    'If it must share its processors, set 20.',
    trials,
    '`npm start` uses 20 ms, because the machine of a developer has',
  ],
  ['Pass a `backlog` of 4096 to `listen`', 'packages/internal/atlas/src/limits.ts', 'export const backlog = 4_096;'],
  [
    'A client that is too slow receives 408, or its connection is closed.',
    'docs/examples/slow-clients.test.ts',
    "expect(text === '' || text.startsWith('HTTP/1.1 408 ')).toBe(true);",
  ],
  [
    'A client that never reads keeps its response in the memory of the server.',
    'docs/examples/slow-clients.test.ts',
    'a client that does not read its responses loses its connection',
  ],
);
fact(
  '| Node, Express, Koa | `headersTimeout`, default 60 s | `requestTimeout`, default 300 s | `host.setTimeout(…)`, without a limit by default |',
  () => {
    const { headersTimeout, requestTimeout, timeout } = createHost();
    expect([headersTimeout, requestTimeout, timeout]).toEqual([60_000, 300_000, 0]);
  },
);
fact(
  '| Fastify | `http: { headersTimeout }` | `requestTimeout`, default 0: set it, as in [Deployment](../deployment.md) | `connectionTimeout`, default 0: set it |',
  async () => {
    const app = Fastify();
    expect([app.server.requestTimeout, app.initialConfig.connectionTimeout]).toEqual([0, 0]);
    await app.close();
  },
);
fact('Node checks every `connectionsCheckingInterval` milliseconds, by default 30,000.', () => {
  const host = createHost() as object as Record<string, unknown>;
  const interval = Object.getOwnPropertySymbols(host).find(
    (it) => it.description === 'http.server.connectionsCheckingInterval',
  );
  const { _idleTimeout: time = host['connectionsCheckingInterval'] } = (interval ? host[interval as never] : {}) as {
    _idleTimeout?: number;
  };
  expect(time).toBe(30_000);
});
fact('After `grace` milliseconds, default 10,000, the other connections are destroyed.', () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  void createShutdown(createHost())();
  const times = timers.mock.calls.map(([, time]) => time);
  timers.mockRestore();
  expect(times).toContain(10_000);
});

const operations = (sentence: string, check: () => unknown): void => factOf('guide/operations.md', sentence, check);
operations(
  '- **`failure`** is the error behind a status from 500 on: what a source or your application threw.',
  async () => {
    const cause = new Error('x');
    const ends: unknown[] = [];
    const onRequest = () => (end: { status: number; failure?: unknown }) => ends.push([end.status, end.failure]);
    const throwing = found(() => {
      throw cause;
    });
    await send(serve({ onRequest }, throwing), 'GET /notes/1');
    await send(serve({ onRequest }), 'GET /none');
    expect(ends).toEqual([
      [500, cause],
      [404, undefined],
    ]);
  },
);
operations('For each response with a status from 500 on, the server calls `onError(error, id, request)`.', async () => {
  const seen: unknown[][] = [];
  const options = { onError: (...given: unknown[]) => seen.push(given), limits: { sourceTime: 20 } };
  const { status, document } = await send(serve(options, never), 'GET /notes/1');
  await send(serve(options), 'GET /none');
  expect([status, seen.length, seen[0]?.[1]]).toEqual([504, 1, document.errors[0].id]);
  expect(seen[0]?.[2]).toMatchObject({ method: 'GET', url: '/notes/1' });
});
operations('Ids of errors never do.', async () => {
  const { document } = await send(
    serve(
      {},
      found(() => {
        throw new Error('secret');
      }),
    ),
    'GET /notes/1',
  );
  expect(document.errors[0].id).toMatch(/^[0-9a-f-]{36}$/);
});
operations('Hooks and traces record status 499.', async () => {
  const statuses: unknown[] = [];
  const onRequest = () => (end: object) => statuses.push(end);
  const request = { method: 'GET', url: '/notes/1', headers: {}, signal: AbortSignal.abort() };
  await serve({ onRequest }).handle(request);
  expect(statuses).toEqual([expect.objectContaining({ status: 499 })]);
});
operations('| `limits.requestTime` | 10,000 ms |', () => expect(defaultLimits.requestTime).toBe(10_000));
operations('| `limits.streamTime` | 600,000 ms |', () => expect(defaultLimits.streamTime).toBe(600_000));
operations('So a misspelled `access` never allows everything.', () => {
  expect(() => serve({ acces: {} })).toThrow(/access/);
});
const ends = 'packages/server/src/pipeline/transactions-end.test.ts';
proven(
  'guide/operations.md',
  [
    'Without any error object, or with a header that cannot be sent, the response is a generic 500.',
    'packages/server/src/response/errors/error-response.test.ts',
    'omits invalid error objects; if none is left, responds with a generic 500 and calls onError',
  ],
  [
    'Its connection is free, even if your code never settles.',
    'packages/sources/kysely/src/transactions-end.test.ts',
    '%s never settles: the connections are free',
  ],
  ['A 504 does not say whether a write was carried out', ends, 'the time limit ends the transaction'],
  [
    '- **Spans never contain** ids, queries, attribute values, or messages of errors.',
    'packages/server/src/pipeline/observe/open-telemetry.test.ts',
    'writes: no value, id or query is in any span',
  ],
);

const streams = 'packages/server/src/pipeline/open-stream.test.ts';
proven(
  'guide/streaming.md',
  [
    'need no more than 24 MB above idle for 100,000 records and a slow client.',
    'packages/internal/bench/src/topics/stream-frameworks.ts',
    'const MEMORY = 24;',
  ],
  [
    'SQL sources read 500 rows at a time.',
    'packages/sources/kysely/src/stream-pages.test.ts',
    'no statement, connection, or transaction is open between two pages, and a row occurs once',
  ],
  [
    'The server reads related resources in batches of 100, and keeps only the ids of included resources.',
    'packages/server/src/reading/streamed-includes.test.ts',
    'of `related` are for 100 records at a time',
  ],
  [
    'So `limits.includedLinkage` applies to each 100 resources, and `limits.includedResources` does not apply.',
    'packages/server/src/reading/streamed-includes.test.ts',
    'a relationship with too many members in one batch is rejected',
  ],
  [
    '`onRequest` and tracing receive the status of the error, although the client has status 200.',
    'packages/server/src/pipeline/failures.test.ts',
    'a stream that a client already receives: the hooks have the status and the failure',
  ],
  [
    '`limits.requestTime` applies until the first chunk, `limits.sourceTime` to each read of the source, and `limits.streamTime`, 10 minutes by default',
    streams,
    'the first chunk must be there within the time of the request',
  ],
);
const streaming = () =>
  serve(
    { stream: { notes: true } },
    {
      notes: {
        *stream() {
          yield note('1', { author: null });
        },
        list: () => ({ records: [] }),
      },
      people: {},
    },
  );
factOf('guide/streaming.md', '`If-Match` with a tag receives 412, and `If-None-Match: *` receives 304.', async () => {
  expect((await send(streaming(), 'GET /notes', undefined, { 'if-match': '"x"' })).status).toBe(412);
  expect((await send(streaming(), 'GET /notes', undefined, { 'if-none-match': '*' })).status).toBe(304);
});
