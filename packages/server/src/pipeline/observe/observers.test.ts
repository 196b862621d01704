import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { send } from '../../../test/support.ts';
import { createServer } from '../create-server.ts';
import type { ServerOptions } from '../server-options.ts';
import type { RequestEnd, RequestStart } from './observers.ts';

const article = { data: { type: 'articles', attributes: { title: 'New' } } };
const boom = (): never => {
  throw new Error('hook');
};

function watched() {
  const log: (readonly [RequestStart, RequestEnd])[] = [];
  const onRequest: ServerOptions['onRequest'] = (start) => (end) => log.push([start, end]);
  return { log, server: createServer(blog, blogSources(), { onRequest }) };
}

describe('onRequest', () => {
  test.each<[string, unknown, string | undefined, string | undefined, string | undefined, number, number]>([
    ['GET /articles?include=author', undefined, '/articles', 'fetch-collection', 'articles', 200, 2],
    ['HEAD /articles/1', undefined, '/articles/{id}', 'fetch-resource', 'articles', 200, 1],
    ['GET /articles/99', undefined, '/articles/{id}', 'fetch-resource', 'articles', 404, 1],
    ['GET /articles/1/author', undefined, '/articles/{id}/author', 'fetch-related', 'articles', 200, 2],
    [
      'GET /articles/1/relationships/comments',
      undefined,
      '/articles/{id}/relationships/comments',
      'fetch-relationship',
      'articles',
      200,
      2,
    ],
    ['POST /articles', article, '/articles', 'create-resource', 'articles', 201, 1],
    ['DELETE /articles/1', undefined, '/articles/{id}', 'delete-resource', 'articles', 204, 1],
    ['PUT /articles/1', undefined, '/articles/{id}', undefined, 'articles', 405, 0],
    ['OPTIONS /articles/1', undefined, '/articles/{id}', undefined, 'articles', 204, 0],
    ['GET /nope/secret', undefined, undefined, undefined, undefined, 404, 0],
    ['GET /%ff', undefined, undefined, undefined, undefined, 400, 0],
  ])('%s', async (line, body, route, operation, type, status, sourceCalls) => {
    const { log, server } = watched();
    await send(server, line, body);
    expect(log).toHaveLength(1);
    const [[start, end]] = log as [(typeof log)[number]];
    expect([start.method, start.route]).toEqual([line.split(' ')[0], route]);
    expect(end).toEqual({ status, operation, type, sourceCalls, duration: expect.any(Number) });
    expect(end.duration).toBeGreaterThan(0);
  });

  test('can return undefined instead of a function for the end', async () => {
    const server = createServer(blog, blogSources(), { onRequest: () => undefined });
    expect((await send(server, 'GET /articles')).status).toBe(200);
  });
});

test.each<[string, ServerOptions]>([
  ['onRequest throws', { onRequest: boom }],
  ['onRequest rejects', { onRequest: (async () => boom()) as never }],
  ['its end throws', { onRequest: () => boom }],
  ['its end rejects', { onRequest: () => (async () => boom()) as never }],
  ['startRequest throws', { tracing: { startRequest: boom } }],
  ['startRequest gives null', { tracing: { startRequest: () => null as never } }],
  ['all of a span throws', { tracing: { startRequest: () => ({ run: boom, startCall: boom, end: boom }) } }],
  [
    'all of the span of a call throws',
    { tracing: { startRequest: () => ({ startCall: () => ({ run: boom, end: boom }), end: boom }) } },
  ],
  [
    'a span runs work twice, and throws it away',
    {
      tracing: {
        startRequest: () => ({
          run: (work) => [work(), work()] as never,
          startCall: () => ({ run: () => undefined as never, end: () => undefined }),
          end: () => undefined,
        }),
      },
    },
  ],
])('a hook that misbehaves changes nothing: %s', async (_, options) => {
  const heard: unknown[] = [];
  const server = createServer(blog, blogSources(), { ...options, onError: (error) => heard.push(error) });
  const created = await send(server, 'POST /articles', article);
  expect([created.status, created.document.data.id]).toEqual([201, '4']);
  expect((await send(server, 'GET /articles?include=author')).document.data).toHaveLength(4);
  expect((await send(server, 'GET /articles/99')).status).toBe(404);
  expect(heard).toEqual([]);
});

test.each<[string, (work: () => unknown) => unknown]>([
  ['runs it', (work) => work()],
  ['runs it, and catches its error', (work) => [work].map((it) => settled(it))],
  ['does not run it', () => undefined],
])('a source that throws at once inside a span that %s: one call, a 500, and a failed span', async (_, run) => {
  let calls = 0;
  const ends: boolean[] = [];
  const failure = new Error('The database is down.');
  const list = () => {
    calls++;
    throw failure;
  };
  const heard: unknown[] = [];
  const server = createServer(blog, { ...blogSources(), articles: { list } }, {
    tracing: {
      startRequest: () => ({
        startCall: () => ({ run, end: ({ failed }) => void ends.push(failed) }),
        end: () => undefined,
      }),
    },
    onError: (error) => void heard.push(error),
  } as ServerOptions<unknown, typeof blog>);
  expect((await send(server, 'GET /articles')).status).toBe(500);
  expect([calls, ends, heard]).toEqual([1, [true], [failure]]);
});

function settled(work: () => unknown): unknown {
  try {
    return work();
  } catch {
    return undefined;
  }
}
