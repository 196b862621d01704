import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '@linkage/server';
import Koa, { type Context, type Middleware } from 'koa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
import { blog, blogSources } from '../../../server/test/blog.ts';
import { testMemory } from '../../../server/test/test-memory.ts';
import { expectClosed, unsentStream } from '../../../server/test/unsent-stream.ts';
import { jsonApiMiddleware } from './json-api-middleware.ts';

async function listen(...middleware: Middleware[]) {
  const koa = new Koa();
  for (const it of middleware) koa.use(it);
  koa.on('error', () => {});
  const host = koa.listen(0);
  await new Promise((resolve) => host.once('listening', resolve));
  return { origin: `http://localhost:${(host.address() as AddressInfo).port}`, close: () => host.close() };
}

let host: Awaited<ReturnType<typeof listen>>;
let origin: string;

beforeAll(async () => {
  host = await listen(jsonApiMiddleware(echo, { prefix: '/api' }));
  origin = host.origin;
});
afterAll(() => host.close());

describeAdapter(() => origin);

describe('jsonApiMiddleware', () => {
  test('serves an API', async () => {
    const articles = await listen(jsonApiMiddleware(createArticles(), { prefix: '/api' }));
    await expectRoundTrip(`${articles.origin}/api`);
    articles.close();
  });

  test('leaves requests outside the prefix to the next middleware', async () => {
    const other = await listen(jsonApiMiddleware(echo, { prefix: '/api' }), (ctx) => {
      ctx.body = `other ${ctx.url}`;
    });
    expect(await (await fetch(`${other.origin}/apix?a`)).text()).toBe('other /apix?a');
    expect(await (await fetch(`${other.origin}/api/x`)).text()).not.toContain('other');
    other.close();
  });

  test.each([
    ['its text', { rawBody: '{"a": 1}', body: { a: 1 } }, '{"a": 1}'],
    ['its bytes', { rawBody: Buffer.from('raw'), body: {} }, 'raw'],
    ['its value', { body: { a: 1 } }, '{"a":1}'],
    ['its value as text', { body: 'text' }, 'text'],
    ['nothing', {}, ''],
  ])('takes what a body parser left: %s', async (_, left, body) => {
    const other = await listen(async (ctx, next) => {
      for await (const _chunk of ctx.req.iterator({ destroyOnReturn: false }));
      Object.assign(ctx.request, left);
      await next();
    }, jsonApiMiddleware(echo));
    const headers = { 'Content-Encoding': 'gzip' };
    expect((await fetch(`${other.origin}/articles`, { method: 'POST', body: 'x', headers })).status).toBe(200);
    expect(text(last().body)).toBe(body);
    expect(last().headers).not.toHaveProperty('content-encoding');
    other.close();
  });

  test('reads the body when a body parser left it unread', async () => {
    const other = await listen((ctx, next) => {
      Object.assign(ctx.request, { body: {} });
      return next();
    }, jsonApiMiddleware(echo));
    await fetch(`${other.origin}/articles`, { method: 'DELETE', body: 'unread' });
    expect(text(last().body)).toBe('unread');
    other.close();
  });

  test.each([
    ['a malformed chunk', 'zz\r\n', /^HTTP\/1.1 400 /, 50],
    ['a malformed chunk that arrives with the head', 'zz\r\n', /^HTTP\/1.1 400 /, 0],
    ['a body that breaks off', undefined, /^$/, 50],
  ])('%s is not an error of the application', async (_, rest, answer, pause) => {
    const koa = new Koa();
    const errors: unknown[] = [];
    koa.on('error', (error) => errors.push(error));
    const listener = koa.use(jsonApiMiddleware(echo, { prefix: '/api' })).listen(0);
    expect(await sendBroken((listener.address() as AddressInfo).port, rest, pause)).toMatch(answer);
    expect(errors).toEqual([]);
    listener.close();
  });

  test('failures of other middleware stay errors of the application', async () => {
    const koa = new Koa();
    const errors: unknown[] = [];
    koa.on('error', (error: Error) => errors.push(error.message));
    const mounted = jsonApiMiddleware(echo, { prefix: '/api' });
    koa.use(async (ctx, next) => {
      await next();
      if (ctx.method === 'POST') throw new Error('later');
    });
    const listener = koa.use(mounted).listen(0);
    const url = `http://localhost:${(listener.address() as AddressInfo).port}/api/articles`;
    expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(500);
    expect(errors).toEqual(['later']);
    listener.close();
  });

  test('merges Vary with that of other middleware', async () => {
    const other = await listen((ctx, next) => {
      ctx.vary('Origin');
      return next();
    }, jsonApiMiddleware(echo));
    for (const path of ['/articles', '/bare'])
      expect((await fetch(other.origin + path)).headers.get('vary')).toBe('Origin, Accept');
    other.close();
  });

  test.each<[string, (ctx: Context) => unknown]>([
    ['set', (ctx) => ctx.set(staleFields)],
    ['set on the response of Node', (ctx) => ctx.res.setHeaders(new Map(Object.entries(staleFields)))],
    ['set together with a body', (ctx) => Object.assign(ctx, { body: '<p>' }).set(staleFields)],
  ])('removes headers of another body that other middleware has %s', async (_, set) => {
    const middleware: Middleware = (ctx, next) => {
      set(ctx);
      return next();
    };
    const other = await listen(middleware, jsonApiMiddleware(echo, { prefix: '/api' }));
    await expectNoStaleFields(other.origin);
    other.close();
  });

  test.each<[unknown, string]>([
    [undefined, 'undefined'],
    [{ server: echo }, 'an object without handle'],
    [Promise.resolve(echo), 'a promise: await it'],
  ])('is not mounted without a server: %o', (given, name) => {
    expect(() => jsonApiMiddleware(given as never)).toThrow(
      `server must be a server that createServer returned, but it is ${name}.`,
    );
  });

  test('is not mounted without the base URL that its links need, or below a malformed prefix', () => {
    const homeless = { ...echo, baseUrl: undefined };
    expect(() => jsonApiMiddleware(homeless, { prefix: '/api' })).toThrow('{ baseUrl: "/api" }');
    expect(() => jsonApiMiddleware(echo, { prefix: '/api/' })).toThrow(TypeError);
    expect(() => jsonApiMiddleware(echo, { prefix: 'api' })).toThrow(TypeError);
  });
});

testMemory(new URL('../test/memory-host.ts', import.meta.url));

test('a client that disconnects during a stream is not an error of the application, unlike a stream that fails', async () => {
  const endings: string[] = [];
  let count = Infinity;
  async function* stream() {
    try {
      for (let id = 1; id <= count; id++) yield { id, title: 'x'.repeat(500), views: id, author: 7 };
      throw new Error('down');
    } finally {
      endings.push('closed');
    }
  }
  const sources = { ...blogSources(), articles: { ...blogSources().articles, stream } };
  const server = createServer(blog, sources, { stream: { articles: true } });
  const koa = new Koa().use(jsonApiMiddleware(server));
  const errors: unknown[] = [];
  koa.on('error', ({ message }: Error) => errors.push(message));
  const host = koa.listen(0);
  const { port } = host.address() as AddressInfo;
  for (let client = 0; client < 5; client++) {
    const [response] = await once(get({ port, path: '/articles', agent: false }), 'response');
    response.once('data', () => response.destroy());
    await once(response, 'close');
  }
  await expect.poll(() => endings).toHaveLength(5);
  expect(errors).toEqual([]);
  count = 2000;
  await expect((await fetch(`http://localhost:${port}/articles`)).text()).rejects.toThrow();
  expect(errors).toContain('down');
  host.close();
});

test('a stream whose host has already responded is closed', async () => {
  const unsent = unsentStream();
  const koa = new Koa();
  koa.silent = true;
  koa.use(async ({ res }, next) => {
    res.writeHead(503).end('too late');
    await next();
  });
  const host = koa.use(jsonApiMiddleware(unsent.server)).listen(0);
  await expectClosed(unsent, `http://localhost:${(host.address() as AddressInfo).port}/articles`);
  host.close();
});

test('the server runs in the asynchronous context of the middleware before it, with or without a body', async () => {
  const storage = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const handle: typeof echo.handle = (request) => {
    seen.push(storage.getStore());
    return echo.handle(request);
  };
  const other = await listen((ctx, next) => storage.run(ctx.method, next), jsonApiMiddleware({ ...echo, handle }));
  await fetch(other.origin);
  await fetch(other.origin, { method: 'POST', body: 'x' });
  other.close();
  expect(seen).toEqual(['GET', 'POST']);
});
