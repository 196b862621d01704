import { defineApi, toOne } from '@linkage/core';
import { createMemorySources, createServer, type JsonApiRequest, type Server } from '@linkage/server';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { jsonApiPlugin } from './json-api-plugin.ts';

const limit = 64;
const mediaType = 'application/vnd.api+json';
const seen: JsonApiRequest[] = [];

/** Notes what it gets and says what it saw; a payload above the limit is 413, a DELETE 204. */
const echo: Server = {
  baseUrl: '/api',
  bodyLimit: limit,
  handle: async (request) => {
    seen.push(request);
    const bytes = typeof request.body === 'string' ? Buffer.from(request.body) : (request.body ?? new Uint8Array());
    if (request.url === '/slow') {
      return new Promise((resolve) => {
        request.signal?.addEventListener('abort', () => resolve({ status: 200, headers: {} }));
      });
    }
    if (request.method === 'DELETE') return { status: 204, headers: {} };
    if (request.url === '/bare') return { status: 404, headers: { Vary: 'Accept' } };
    const status = bytes.length > limit ? 413 : 200;
    const body = JSON.stringify({ meta: { method: request.method, url: request.url, length: bytes.length } });
    return { status, headers: { 'Content-Type': mediaType, Vary: 'Accept' }, body };
  },
};

const last = () => seen.at(-1) as JsonApiRequest;
const text = (body: JsonApiRequest['body']) => (typeof body === 'string' ? body : new TextDecoder().decode(body));

/** A payload that does not say its length. */
function chunked(length: number) {
  return new Blob(['x'.repeat(length)]).stream();
}

const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
});

/** A real API: what the examples mount. */
function createArticles() {
  return createServer(api, createMemorySources(api), { baseUrl: '/api', limits: { bodyBytes: 1_000 } });
}

/** Creates, fetches and deletes over the wire, and asks for what is refused. */
async function expectRoundTrip(base: string) {
  const headers = { 'Content-Type': mediaType, Accept: mediaType };
  const created = await fetch(`${base}/articles`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ data: { type: 'articles', attributes: { title: 'H\u00e9llo' } } }),
  });
  expect(created.status).toBe(201);
  expect(created.headers.get('content-type')).toBe(mediaType);
  const { data } = (await created.json()) as { data: { id: string } };
  expect(created.headers.get('location')).toBe(`/api/articles/${data.id}`);

  const fetched = await fetch(`${base}/articles/${data.id}?fields[articles]=title`, { headers: { Accept: mediaType } });
  expect(fetched.status).toBe(200);
  expect(await fetched.json()).toMatchObject({
    data: { type: 'articles', id: data.id, attributes: { title: 'H\u00e9llo' } },
  });

  const refusals = [
    [{ method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{}' }, 415],
    [{ method: 'POST', headers: { 'Content-Type': 'nonsense' }, body: '{}' }, 415],
    [{ method: 'POST', headers, body: 'x'.repeat(1_001) }, 413],
    [{ method: 'PUT', headers, body: '{}' }, 405],
    [{ method: 'GET', headers: { Accept: `${mediaType}; charset=utf-8` } }, 406],
  ] as const;
  for (const [init, status] of refusals) {
    const refused = await fetch(`${base}/articles`, init);
    expect(refused.status).toBe(status);
    expect(refused.headers.get('content-type')).toBe(mediaType);
    expect(await refused.json()).toMatchObject({ errors: [{ status: String(status) }] });
  }

  const deleted = await fetch(`${base}/articles/${data.id}`, { method: 'DELETE' });
  expect(deleted.status).toBe(204);
  expect(deleted.headers.get('content-type')).toBeNull();
  expect((await fetch(`${base}/articles/${data.id}`)).status).toBe(404);
}

/** An application with routes, hooks and handlers of its own beside the API. */
async function listen(): Promise<FastifyInstance> {
  const fastify = Fastify({ bodyLimit: 1_000 });
  fastify.setErrorHandler((error: Error, _, reply) => reply.code(418).send({ application: error.message }));
  fastify.addHook('onRequest', async (request) => {
    if (request.headers['x-fail'] !== undefined) throw new Error('hook');
  });
  fastify.post('/own', (request) => ({ got: request.body }));
  await fastify.register(jsonApiPlugin, { server: echo, prefix: '/api' });
  await fastify.register(async (inner) => inner.register(jsonApiPlugin, { server: echo, prefix: '/inner' }), {
    prefix: '/v1',
  });
  await fastify.listen({ port: 0 });
  return fastify;
}

let host: FastifyInstance;
let origin: string;

beforeAll(async () => {
  host = await listen();
  origin = host.listeningOrigin;
});
afterAll(() => host.close());

describe('what reaches the server', () => {
  test('path and query as they came', async () => {
    const response = await fetch(`${origin}/api/articles/a%2Fb%C3%A9?page[size]=5&filter%5Bx%5D=%26&x=a+b`);
    expect(last()).toMatchObject({
      method: 'GET',
      url: '/articles/a%2Fb%C3%A9?page[size]=5&filter%5Bx%5D=%26&x=a+b',
    });
    expect(last().body).toBeUndefined();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(mediaType);
    expect(response.headers.get('vary')).toBe('Accept');
    expect(await response.json()).toMatchObject({ meta: { method: 'GET' } });
  });

  test('the prefix alone is the root, and only whole segments are the prefix', async () => {
    for (const [path, url] of [
      ['/api', '/'],
      ['/api/', '/'],
      ['/api?x=1', '/?x=1'],
      ['/api/api/articles', '/api/articles'],
    ] as const) {
      expect((await fetch(origin + path)).status, path).toBe(200);
      expect(last().url).toBe(url);
    }
    const before = seen.length;
    for (const path of ['/', '/apix', '/apix/articles', '/API/articles', '/%61pi/articles', '/articles']) {
      expect((await fetch(origin + path)).status, path).toBe(404);
    }
    expect(seen.length).toBe(before);
  });

  test.each(['POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS', 'PROPFIND'])(
    '%s with its payload as bytes',
    async (method) => {
      const body = '{"data":"hé"}';
      await fetch(`${origin}/api/articles`, { method, body, headers: { 'Content-Type': mediaType, 'X-Tag': 'a' } });
      expect(last()).toMatchObject({ method, url: '/articles', headers: { 'content-type': mediaType, 'x-tag': 'a' } });
      expect(text(last().body)).toBe(body);
    },
  );

  test.each(['application/json', 'text/plain', 'text/xml; charset=x', 'nonsense', 'a/b/c', `${mediaType}; ext="`])(
    'a payload of media type %j',
    async (type) => {
      const response = await fetch(`${origin}/api/articles`, {
        method: 'POST',
        body: 'not json',
        headers: { 'Content-Type': type },
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(mediaType);
      expect(last().headers['content-type']).toBe(type);
      expect(text(last().body)).toBe('not json');
    },
  );

  test('a payload without a media type, and a method without a payload', async () => {
    await fetch(`${origin}/api/articles`, { method: 'POST', body: new TextEncoder().encode('raw') });
    expect(last().headers['content-type']).toBeUndefined();
    expect(text(last().body)).toBe('raw');
    await fetch(`${origin}/api/articles`, { method: 'POST' });
    expect(text(last().body)).toBe('');
    await fetch(`${origin}/api/articles`, { method: 'DELETE', headers: { 'Content-Type': mediaType } });
    expect(text(last().body)).toBe('');
  });

  test.each([limit, limit + 1, 3_000_000])('a payload of %i bytes, read up to the limit', async (length) => {
    const headers = { 'Content-Type': 'application/json' };
    for (const body of ['x'.repeat(length), chunked(length), 'x'.repeat(length)]) {
      const init = { method: 'POST', body, headers, duplex: 'half' } as const;
      const response = await fetch(`${origin}/api/articles`, init);
      expect(response.status).toBe(length > limit ? 413 : 200);
      expect(response.headers.get('content-type')).toBe(mediaType);
      expect(await response.json()).toMatchObject({ meta: { length: Math.min(length, limit + 1) } });
    }
  });

  test('the end of the client', async () => {
    for (const method of ['GET', 'POST']) {
      const client = new AbortController();
      const before = seen.length;
      const body = method === 'POST' ? { body: 'x' } : {};
      const response = fetch(`${origin}/api/slow`, { method, signal: client.signal, ...body });
      response.catch(() => {});
      await vi.waitFor(() => expect(seen.length).toBe(before + 1));
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(last().signal?.aborted).toBe(false);
      client.abort();
      await expect(response).rejects.toThrow();
      await vi.waitFor(() => expect(last().signal?.aborted).toBe(true));
    }
  });

  test('nothing of a payload that breaks off', async () => {
    const client = new AbortController();
    const before = seen.length;
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('half')) });
    const init = { method: 'DELETE', body, duplex: 'half', signal: client.signal } as const;
    const response = fetch(`${origin}/api/articles/1`, init);
    response.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 50));
    client.abort();
    await expect(response).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seen.length).toBe(before);
  });
});

describe('what the client gets', () => {
  test('HEAD: the headers', async () => {
    const response = await fetch(`${origin}/api/articles`, { method: 'HEAD' });
    expect(last().method).toBe('HEAD');
    expect(response.headers.get('content-type')).toBe(mediaType);
    expect(await response.text()).toBe('');
  });

  test.each([
    ['DELETE', '/articles/1', 204],
    ['GET', '/bare', 404],
    ['HEAD', '/bare', 404],
  ])('%s %s: no payload and no media type', async (method, url, status) => {
    const response = await fetch(`${origin}/api${url}`, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBeNull();
    expect(await response.text()).toBe('');
    if (status === 404) expect(response.headers.get('vary')).toBe('Accept');
  });
});

describe('jsonApiPlugin', () => {
  test('serves an API', async () => {
    const articles = Fastify();
    await articles.register(jsonApiPlugin, { server: createArticles(), prefix: '/api' });
    await expectRoundTrip(`${await articles.listen({ port: 0 })}/api`);
    await articles.close();
  });

  test('leaves parsers and handlers of the application as they are', async () => {
    const post = (type: string) =>
      fetch(`${origin}/own`, { method: 'POST', body: '{"a":1}', headers: { 'Content-Type': type } });
    expect(await (await post('application/json')).json()).toEqual({ got: { a: 1 } });
    expect((await post(mediaType)).status).toBe(418);
    expect(await (await fetch(`${origin}/nowhere`)).json()).toMatchObject({ error: 'Not Found' });
  });

  test('leaves errors of hooks to the application', async () => {
    const response = await fetch(`${origin}/api/articles`, { headers: { 'X-Fail': '' } });
    expect(response.status).toBe(418);
    expect(await response.json()).toEqual({ application: 'hook' });
  });

  test('takes off the prefixes of enclosing plugins', async () => {
    await fetch(`${origin}/v1/inner/articles/1?x`);
    expect(last().url).toBe('/articles/1?x');
    await fetch(`${origin}/v1/inner`, { method: 'PROPFIND' });
    expect(last()).toMatchObject({ method: 'PROPFIND', url: '/' });
  });

  test('answers a path which only Fastify takes for the prefix with an error document', async () => {
    const response = await fetch(`${origin}/%61pi/articles`);
    expect(response.headers.get('content-type')).toBe(mediaType);
    expect(await response.json()).toMatchObject({ errors: [{ status: '404' }] });
  });

  test('takes ids of any length, and methods with a payload that Fastify requires a media type for', async () => {
    const id = 'x'.repeat(2_000);
    await fetch(`${origin}/api/articles/${id}`);
    expect(last().url).toBe(`/articles/${id}`);
    await fetch(`${origin}/api/articles`, { method: 'QUERY', body: new Uint8Array(3) });
    expect(last()).toMatchObject({ method: 'QUERY', body: new Uint8Array(3) });
  });

  test('hooks of the application see the payload as bytes', async () => {
    const fastify = Fastify();
    const bodies: unknown[] = [];
    fastify.addHook('preHandler', async (request) => bodies.push(request.body));
    await fastify.register(jsonApiPlugin, { server: { ...echo, baseUrl: undefined } });
    const url = await fastify.listen({ port: 0 });
    await fetch(`${url}/`, { method: 'POST', body: 'x' });
    await fastify.close();
    expect(last().url).toBe('/');
    expect(bodies).toEqual([expect.any(Uint8Array)]);
  });

  test('is not mounted without the base URL that its links need, or below a malformed prefix', async () => {
    const mount = async (server: Server, prefix: string) => Fastify().register(jsonApiPlugin, { server, prefix });
    await expect(mount({ ...echo, baseUrl: undefined }, '/api')).rejects.toThrow('{ baseUrl: "/api" }');
    await expect(mount(echo, '/api/')).rejects.toThrow(TypeError);
    await expect(mount(echo, '/')).rejects.toThrow(TypeError);
  });
});
