import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createArticles,
  describeAdapter,
  echo,
  expectNoStaleFields,
  expectRoundTrip,
  last,
  sendBroken,
  staleFields,
  text,
} from '../../../server/test/adapter-suite.ts';
import { expectBoundedBodies } from '../../../server/test/body-memory.ts';
import { expectStreams } from '../../../server/test/stream-hosts.ts';
import { expectClosed, unsentStream } from '../../../server/test/unsent-stream.ts';
import { express, express4, frameworks, listen, type Middleware } from '../test/hosts.ts';
import { toNodeHandler } from './to-node-handler.ts';

const names = Object.keys(frameworks);
const appOf = (name: string, ...all: readonly Middleware[]) =>
  (frameworks[name] as (typeof frameworks)[string])(...all);

const hosts = {
  'node:http': () => listen(toNodeHandler(echo, { prefix: '/api' })),
  ...Object.fromEntries(
    names.map((name) => [name, () => listen(appOf(name, toNodeHandler(echo, { prefix: '/api' })))]),
  ),
};

describe.each(Object.entries(hosts))('%s', (_, start) => {
  let host: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    host = await start();
  });
  afterAll(() => host.close());
  describeAdapter(() => host.origin);
});

describe.each(['node:http', ...names])('%s serves an API', (name) => {
  test('below a prefix', async () => {
    const handler = toNodeHandler(createArticles(), { prefix: '/api' });
    const host = await listen(name === 'node:http' ? handler : appOf(name, handler));
    await expectRoundTrip(`${host.origin}/api`);
    host.close();
  });

  test.each([
    ['a malformed chunk', 'zz\r\n', /^HTTP\/1.1 400 /, 50],
    ['a malformed chunk that arrives with the head', 'zz\r\n', /^HTTP\/1.1 400 /, 0],
    ['a body that breaks off', undefined, /^$/, 50],
  ])('%s is not an error of the application', async (_, rest, answer, pause) => {
    const handler = toNodeHandler(echo, { prefix: '/api' });
    const errors: unknown[] = [];
    const note: Middleware = (error: unknown, _request: never, _response: never, next: (error: unknown) => void) => {
      errors.push(error);
      next(error);
    };
    const host = await listen(name === 'node:http' ? handler : appOf(name, handler, note));
    expect(await sendBroken(host.port, rest, pause)).toMatch(answer);
    expect(errors).toEqual([]);
    host.close();
  });
});

describe.each(names)('%s', (name) => {
  test('continues with the next middleware outside the prefix', async () => {
    const rest: Middleware = (request: { url: string }, response: { end: (body: string) => void }) =>
      response.end(`rest ${request.url}`);
    const host = await listen(appOf(name, toNodeHandler(echo, { prefix: '/api' }), rest));
    expect(await (await fetch(`${host.origin}/apix?a`)).text()).toBe('rest /apix?a');
    expect(await (await fetch(`${host.origin}/api/x`)).text()).not.toContain('rest');
    host.close();
  });

  test('merges Vary, whether it was set as a text or as a list', async () => {
    for (const set of ['Origin', ['Origin', 'accept']]) {
      const cors: Middleware = (_: never, response: { setHeader: (...given: unknown[]) => void }, next: () => void) => {
        response.setHeader('Vary', set);
        next();
      };
      const host = await listen(appOf(name, cors, toNodeHandler(echo)));
      for (const path of ['/articles', '/bare'])
        expect((await fetch(host.origin + path)).headers.get('vary')).toMatch(/^Origin, accept$/i);
      host.close();
    }
  });

  test('removes headers of another body that other middleware has set', async () => {
    const stale: Middleware = (_: never, response: ServerResponse, next: () => void) => {
      response.setHeaders(new Map(Object.entries(staleFields)));
      next();
    };
    const host = await listen(appOf(name, stale, toNodeHandler(echo, { prefix: '/api' })));
    await expectNoStaleFields(host.origin);
    host.close();
  });

  test('responds once if the host has responded in the meantime', async () => {
    const timeout: Middleware = (_: never, response: { end: (body: string) => void }, next: () => void) => {
      next();
      response.end('too late');
    };
    const host = await listen(appOf(name, timeout, toNodeHandler(echo)));
    expect(await (await fetch(`${host.origin}/articles`)).text()).toBe('too late');
    expect(await (await fetch(`${host.origin}/articles`)).text()).toBe('too late');
    host.close();
  });

  /** Reads the body, and leaves something of it on the request. */
  const reader =
    (left: object): Middleware =>
    async (request: AsyncIterable<unknown>, _: never, next: () => void) => {
      for await (const _chunk of request);
      Object.assign(request, left);
      next();
    };

  test.each<[string, object, string]>([
    ['its text', { rawBody: '{"a": 1}', body: { a: 1 } }, '{"a": 1}'],
    ['its bytes', { rawBody: Buffer.from('raw'), body: {} }, 'raw'],
    ['its bytes as body', { body: Buffer.from('raw') }, 'raw'],
    ['its value', { body: { a: [1, null] } }, '{"a":[1,null]}'],
    ['null', { body: null }, 'null'],
    ['its value as text', { body: 'text' }, 'text'],
  ])('takes what a body parser left: %s', async (_, left, body) => {
    const host = await listen(appOf(name, reader(left), toNodeHandler(echo)));
    const headers = { 'Content-Encoding': 'gzip' };
    expect((await fetch(`${host.origin}/articles`, { method: 'POST', body: 'x', headers })).status).toBe(200);
    expect(text(last().body)).toBe(body);
    expect(last().headers).not.toHaveProperty('content-encoding');
    host.close();
  });

  test('a body of which nothing is left is an error that says so', async () => {
    const errors: unknown[] = [];
    const note: Middleware = (error: unknown, _: never, response: { end: () => void }, _next: never) => {
      errors.push(error);
      response.end();
    };
    const host = await listen(appOf(name, reader({}), toNodeHandler(echo), note));
    await fetch(`${host.origin}/articles`, { method: 'POST', body: 'x' });
    expect(errors).toEqual([expect.any(TypeError)]);
    expect(String(errors[0])).toContain('toNodeHandler: the body was already read');
    // Nothing is lost of a request without a body.
    expect((await fetch(`${host.origin}/articles`, { method: 'POST' })).status).toBe(200);
    expect(errors).toHaveLength(1);
    host.close();
  });

  test('a body that a body parser left unread is read', async () => {
    const unread: Middleware = (request: object, _: never, next: () => void) => {
      Object.assign(request, { body: {} });
      next();
    };
    const host = await listen(appOf(name, unread, toNodeHandler(echo)));
    await fetch(`${host.origin}/articles`, { method: 'DELETE', body: 'unread' });
    expect(text(last().body)).toBe('unread');
    host.close();
  });
});

describe.each([
  ['Express 5', express],
  ['Express 4', express4],
])('the body parsers of %s', (_, framework) => {
  // Like NestJS with `rawBody: true`.
  const keepRaw = (request: object, __: unknown, rawBody: Buffer) => void Object.assign(request, { rawBody });
  test.each([
    ['json', framework.json({ type: '*/*' }), '{"data":"hé"}'],
    ['json that keeps the raw body', framework.json({ type: '*/*', verify: keepRaw }), '{ "data": "hé" }'],
    ['json for other media types', framework.json(), '{ "data": "hé" }'],
    ['raw', framework.raw({ type: '*/*' }), '{ "data": "hé" }'],
    ['text', framework.text({ type: '*/*' }), '{ "data": "hé" }'],
  ])('%s', async (_name, parser, body) => {
    const host = await listen(framework().use(parser).use(toNodeHandler(echo)));
    const headers = { 'Content-Type': 'application/vnd.api+json' };
    const response = await fetch(`${host.origin}/articles`, { method: 'POST', body: '{ "data": "hé" }', headers });
    expect(response.status).toBe(200);
    expect(text(last().body)).toBe(body);
    host.close();
  });

  test.each([
    ['mounted at a path, without a prefix', (app: express.Express) => app.use('/api', toNodeHandler(echo))],
    [
      'mounted at a path, with the prefix as clients send it',
      (app: express.Express) => app.use('/api', toNodeHandler(echo, { prefix: '/api' })),
    ],
    [
      'in a router',
      (app: express.Express) => app.use('/api', framework.Router().use(toNodeHandler(echo, { prefix: '/api' }))),
    ],
  ])('%s', async (_name, mount) => {
    const host = await listen(mount(framework()));
    await fetch(`${host.origin}/api/articles/1?a=b`);
    expect(last().url).toBe('/articles/1?a=b');
    await fetch(`${host.origin}/api/api?a`);
    expect(last().url).toBe('/api?a');
    host.close();
  });
});

describe('without a next middleware', () => {
  test('a body of which nothing is left is a generic 500', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const handler = toNodeHandler(echo);
    const host = await listen(async (request, response) => {
      for await (const _chunk of request);
      handler(request, response);
    });
    const response = await fetch(`${host.origin}/articles`, { method: 'POST', body: 'x' });
    expect([response.status, (await response.json()) as object]).toMatchObject([500, { errors: [{ status: '500' }] }]);
    expect(String(logged.mock.calls[0]?.[0])).toContain('toNodeHandler: the body was already read');
    logged.mockRestore();
    host.close();
  });
});

test('cannot be mounted', () => {
  expect(() => toNodeHandler(undefined as never)).toThrow('server must be a server');
  expect(() => toNodeHandler({ ...echo, baseUrl: undefined }, { prefix: '/api' })).toThrow('{ baseUrl: "/api" }');
  expect(() => toNodeHandler(echo, { prefix: '/api/' })).toThrow(TypeError);
  expect(() => toNodeHandler(echo, { prefix: 'api' })).toThrow(TypeError);
});

test('a body in chunks of one byte costs at most 8 MB, and its 413 at most 2 MB', async () => {
  await expectBoundedBodies(new URL('../test/memory-host.ts', import.meta.url), '/api/notes');
}, 120_000);

test('a streamed collection waits for its client, and breaks off visibly', { timeout: 30_000 }, async () => {
  await expectStreams(new URL('../test/memory-host.ts', import.meta.url));
});

test('a stream whose host has already responded is closed', async () => {
  const unsent = unsentStream();
  const handler = toNodeHandler(unsent.server);
  const host = await listen((request, response) => {
    handler(request, response);
    response.writeHead(503).end('too late');
  });
  await expectClosed(unsent, `${host.origin}/articles`);
  host.close();
});
