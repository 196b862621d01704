import type { AddressInfo } from 'node:net';
import Koa, { type Middleware } from 'koa';
import { expect, test } from 'vitest';
import { createArticles, mediaType } from '../../../server/test/adapter-suite.ts';
import { describeHostErrors } from '../../../server/test/host-errors.ts';
import { jsonApiErrors, jsonApiMiddleware } from './index.ts';

const server = createArticles();

async function get(koa: Koa, path: string): Promise<Response> {
  const host = koa.listen(0);
  const response = await fetch(`http://localhost:${(host.address() as AddressInfo).port}${path}`);
  const body = await response.text();
  host.close();
  return new Response(body, { status: response.status, headers: response.headers });
}

function appWith(errors: Middleware, thrown: unknown): Koa {
  const koa = new Koa();
  koa.on('error', () => undefined);
  koa.use(errors);
  koa.use((ctx) => {
    ctx.body = '<p>';
    ctx.set({ 'Content-Encoding': 'gzip', 'Content-Length': '5', ETag: '"a"', Vary: 'Origin' });
    throw thrown;
  });
  return koa.use(jsonApiMiddleware(server, { prefix: '/api' }));
}

describeHostErrors(async (thrown, path) => {
  const reported: [unknown, string][] = [];
  const onError = (error: unknown, id: string) => reported.push([error, id]);
  const response = await get(appWith(jsonApiErrors(server, { prefix: '/api', onError }), thrown), path);
  if (path.startsWith('/api/')) {
    for (const name of ['Content-Encoding', 'ETag']) expect(response.headers.get(name)).toBeNull();
    expect(response.headers.get('Vary')).toMatch(/^Origin/);
  }
  return { response, reported };
});

test('the default of onError is the event of the application', async () => {
  const koa = appWith(jsonApiErrors(server), new Error('down'));
  const heard: unknown[] = [];
  koa.on('error', (error: Error) => heard.push(error.message));
  expect((await get(koa, '/api/articles')).headers.get('content-type')).toBe(mediaType);
  expect(heard).toEqual(['down']);
});

test('passes requests and responses on', async () => {
  const koa = new Koa().use(jsonApiErrors(server)).use(jsonApiMiddleware(server, { prefix: '/api' }));
  expect((await get(koa, '/api/articles')).status).toBe(200);
  expect((await get(koa, '/elsewhere')).status).toBe(404);
});

test('is not made without a server', () => {
  expect(() => jsonApiErrors(undefined as never)).toThrow('server must be a server');
  expect(() => jsonApiErrors(server, { prefix: 'api' })).toThrow(TypeError);
});
