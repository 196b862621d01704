import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toFetchHandler } from '@linkage/fetch';
import { toNodeHandler } from '@linkage/node';
import { type DescribingServer, type JsonApiRequest, unauthorized } from '@linkage/server';
import { expect, test } from 'vitest';
import { createWitness } from '../test/witness.ts';
import { withOpenApi } from './with-openapi.ts';

const info = { title: 'Witness', version: '1' };
const server = createWitness();
const get = (url: string, headers: JsonApiRequest['headers'] = {}, method = 'GET') => ({ method, url, headers });

test('the document is at its path, and everything else at the server', async () => {
  const served = withOpenApi(server, { info });
  const response = await served.handle(get('/openapi.json?x=1'));
  expect(response.status).toBe(200);
  expect(response.headers).toEqual({ 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' });
  expect(JSON.parse(response.body as string)).toMatchObject({ openapi: '3.1.1', info });
  expect((await served.handle(get('/articles'))).status).toBe(200);
  expect((await served.handle(get('/openapi.json', {}, 'DELETE'))).status).toBe(404);
  expect((await served.handle(get('/openapi.json/x'))).status).toBe(404);
  expect(served.bodyLimit).toBe(server.bodyLimit);
  const head = await served.handle(get('/openapi.json', {}, 'HEAD'));
  expect([head.status, head.body]).toEqual([200, undefined]);
});

test('`describedby` leads to it', async () => {
  const served = withOpenApi(server, { info });
  const { links } = JSON.parse((await served.handle(get('/articles/1'))).body as string);
  expect(links.describedby).toBe('https://example.com/api/openapi.json');
});

test('with `context`, it contains what the user can read', async () => {
  const served = withOpenApi(server, {
    info,
    path: '/docs/api.json',
    context: ({ headers }) => headers['authorization'],
  });
  const anonymous = await served.handle(get('/docs/api.json'));
  expect(anonymous.body).not.toContain('salary');
  expect(anonymous.headers['Cache-Control']).toBe('private, no-store');
  expect((await served.handle(get('/docs/api.json', { authorization: 'boss' }))).body).toContain('salary');
});

test('a user whom `context` rejects does not receive it', async () => {
  const served = withOpenApi(server, {
    info,
    context() {
      throw unauthorized('Bearer', 'The token is not valid.');
    },
  });
  const response = await served.handle(get('/openapi.json'));
  expect([response.status, response.headers['WWW-Authenticate']]).toEqual([401, 'Bearer']);
});

test('a failure is a generic error, and `onError` receives the reason', async () => {
  const reasons: unknown[] = [];
  const typeNames = { articles: 'Text', people: 'Text' };
  const served = withOpenApi(server, { info, typeNames, onError: (error) => reasons.push(error) });
  const response = await served.handle(get('/openapi.json'));
  expect(response.status).toBe(500);
  expect(response.body).not.toContain('Text');
  expect(reasons).toEqual([
    expect.objectContaining({ message: expect.stringContaining('must differ from those of other schemas') }),
  ]);
});

test.each(['openapi.json', '/a b', '/{id}', ''])('the path %j is rejected', (path) => {
  expect(() => withOpenApi(server, { info, path })).toThrow('withOpenApi: `path` must be like "/openapi.json"');
});

test('adapters serve it', async () => {
  const served = withOpenApi(server as DescribingServer, { info });
  const response = await toFetchHandler(served, { prefix: '/api' })(new Request('http://localhost/api/openapi.json'));
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toMatchObject({ info });
  const http = createHttpServer(toNodeHandler(served, { prefix: '/api' }));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/api/openapi.json`;
    expect(await (await fetch(url)).json()).toMatchObject({ info });
  } finally {
    http.close();
  }
});
