import { once } from 'node:events';
import { connect } from 'node:net';
import { defineApi, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources, createServer, type JsonApiRequest, type Server } from '../src/index.ts';

const limit = 64;
export const mediaType = 'application/vnd.api+json';
const seen: JsonApiRequest[] = [];

/** Notes what it gets and says what it saw; a body above the limit is 413, a DELETE 204. */
export const echo: Server = {
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

/** The request that came last. */
export const last = () => seen.at(-1) as JsonApiRequest;

/** Whether the client of a request has disconnected. */
export const hasLeft = ({ connection, signal }: JsonApiRequest) => connection?.isGone() ?? signal?.aborted;
/** A body as text. */
export const text = (body: JsonApiRequest['body']) =>
  typeof body === 'string' ? body : new TextDecoder().decode(body);

/** A body that does not say its length. */
function chunked(length: number) {
  return new Blob(['x'.repeat(length)]).stream();
}

const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
  jobs: { attributes: { status: z.string() } },
});

/** A real API: what the examples mount. Its one job has made an article. */
export function createArticles(): Server {
  const sources = createMemorySources(api, { jobs: [{ id: 1, status: 'done' }] });
  const jobs = { ...sources.jobs, job: () => ({ done: { type: 'articles', id: 1 } }) };
  const options = { baseUrl: '/api', limits: { bodyBytes: 1_000 }, methodOverride: true };
  return createServer(api, { ...sources, jobs }, options);
}

/** Headers that are about the connection or the moment, and the length that an answer to HEAD may leave out. */
const passing = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);

function lastingHeaders({ headers }: Response): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].filter(([name]) => !passing.has(name)));
}

/** Answers without a body, conditions, and what the headers of a response say, over the wire. */
async function expectHeaders(url: string): Promise<void> {
  const get = await fetch(url);
  const etag = get.headers.get('etag') as string;
  expect(etag).toMatch(/^"[\da-f]{16}-[\da-f]{16}"$/);
  const length = (await get.arrayBuffer()).byteLength;
  expect(lastingHeaders(get)).toEqual({
    'content-type': mediaType,
    'cache-control': 'private, no-cache',
    vary: 'Accept',
    etag,
  });

  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, await head.text(), lastingHeaders(head)]).toEqual([200, '', lastingHeaders(get)]);
  expect([null, String(length)]).toContain(head.headers.get('content-length'));

  for (const method of ['GET', 'HEAD']) {
    const known = await fetch(url, { method, headers: { 'If-None-Match': `"x", ${etag}` } });
    expect([known.status, await known.text()]).toEqual([304, '']);
    expect(lastingHeaders(known)).toEqual({ 'cache-control': 'private, no-cache', vary: 'Accept', etag });
  }

  const options = await fetch(url, { method: 'OPTIONS' });
  expect([options.status, lastingHeaders(options)]).toEqual([
    204,
    { allow: 'HEAD, GET, PATCH, DELETE, OPTIONS', 'accept-patch': mediaType, vary: 'Accept' },
  ]);
  const put = await fetch(url, { method: 'PUT' });
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'HEAD, GET, PATCH, DELETE, OPTIONS']);
  expect(put.headers.get('cache-control')).toBe('no-store');

  const id = url.slice(url.lastIndexOf('/') + 1);
  const body = JSON.stringify({ data: { type: 'articles', id, attributes: { title: 'Conditional' } } });
  const headers = { 'Content-Type': mediaType, 'If-Match': etag, Prefer: 'return=minimal' };
  const patched = await fetch(url, { method: 'PATCH', headers, body });
  expect([patched.status, await patched.text(), patched.headers.get('content-type')]).toEqual([204, '', null]);
  expect(patched.headers.get('preference-applied')).toBe('return=minimal');
  expect((await fetch(url, { method: 'PATCH', headers, body })).status).toBe(412);
  const override = { ...headers, 'If-Match': '*', 'X-HTTP-Method-Override': 'PATCH' };
  expect((await fetch(url, { method: 'POST', headers: override, body })).status).toBe(204);
}

/** Creates, fetches and deletes over the wire, and asks for what is rejected. */
export async function expectRoundTrip(base: string): Promise<void> {
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

  const rejections = [
    [{ method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{}' }, 415],
    [{ method: 'POST', headers: { 'Content-Type': 'nonsense' }, body: '{}' }, 415],
    [{ method: 'POST', headers, body: 'x'.repeat(1_001) }, 413],
    [{ method: 'PUT', headers, body: '{}' }, 405],
    [{ method: 'GET', headers: { Accept: `${mediaType}; charset=utf-8` } }, 406],
  ] as const;
  for (const [init, status] of rejections) {
    const rejected = await fetch(`${base}/articles`, init);
    expect(rejected.status).toBe(status);
    expect(rejected.headers.get('content-type')).toBe(mediaType);
    expect(await rejected.json()).toMatchObject({ errors: [{ status: String(status) }] });
  }

  await expectHeaders(`${base}/articles/${data.id}`);
  const job = await fetch(`${base}/jobs/1`, { redirect: 'manual' });
  expect([job.status, job.headers.get('location'), await job.text()]).toEqual([303, '/api/articles/1', '']);

  const deleted = await fetch(`${base}/articles/${data.id}`, { method: 'DELETE' });
  expect(deleted.status).toBe(204);
  expect(deleted.headers.get('content-type')).toBeNull();
  expect((await fetch(`${base}/articles/${data.id}`)).status).toBe(404);
}

/** Headers of another body, as middleware sets them that then passes the request on. */
export const staleFields = {
  'Content-Encoding': 'gzip',
  'Content-Language': 'de',
  'Content-Length': '5',
  'Content-Range': 'bytes 0-4/9',
  'Content-Type': 'text/html; charset=utf-8',
  ETag: '"stale"',
  'Last-Modified': 'Thu, 01 Jan 1970 00:00:00 GMT',
  'Transfer-Encoding': 'chunked',
} as const;

/** Checks that an adapter whose host has set `staleFields` sends complete answers without them. */
export async function expectNoStaleFields(origin: string): Promise<void> {
  for (const [method, path, status] of [
    ['GET', '/articles', 200],
    ['HEAD', '/articles', 200],
    ['DELETE', '/articles/1', 204],
    ['GET', '/bare', 404],
  ] as const) {
    const response = await fetch(`${origin}/api${path}`, { method });
    const payload = await response.text();
    const stale = Object.entries(staleFields).filter(([name, value]) => response.headers.get(name) === value);
    // The host itself can send a body in chunks.
    const names = stale.map(([name]) => name).filter((name) => name !== 'Transfer-Encoding');
    expect([method, path, response.status, names]).toEqual([method, path, status, []]);
    if (method === 'GET' && status === 200) expect(JSON.parse(payload)).toMatchObject({ meta: { method } });
    else expect(payload).toBe('');
  }
}

/** Sends a body with a malformed chunk, or breaks off, and returns what comes back. `pause`: milliseconds between. */
export async function sendBroken(port: number, rest: string | undefined, pause = 50): Promise<string> {
  const socket = connect(port, 'localhost');
  let answer = '';
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text;
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  const head = 'POST /api/articles HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n';
  if (pause > 0) {
    socket.write(head);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  if (rest === undefined) socket.destroy();
  else socket.write(pause > 0 ? rest : head + rest);
  await closed;
  await new Promise((resolve) => setTimeout(resolve, 50));
  return answer;
}

/** Checks that apply to every adapter that has mounted `echo` below `/api`, over a real socket. */
export function describeAdapter(origin: () => string): void {
  describe('the request that reaches the server', () => {
    test('path and query are unchanged', async () => {
      const response = await fetch(`${origin()}/api/articles/a%2Fb%C3%A9?page[size]=5&filter%5Bx%5D=%26&x=a+b`);
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

    test('the prefix alone is the root, and a prefix consists of complete segments', async () => {
      for (const [path, url] of [
        ['/api', '/'],
        ['/api/', '/'],
        ['/api?x=1', '/?x=1'],
        ['/api/api/articles', '/api/articles'],
      ] as const) {
        expect((await fetch(origin() + path)).status, path).toBe(200);
        expect(last().url).toBe(url);
      }
      const before = seen.length;
      for (const path of ['/', '/apix', '/apix/articles', '/API/articles', '/%61pi/articles', '/articles']) {
        expect((await fetch(origin() + path)).status, path).toBe(404);
      }
      expect(seen.length).toBe(before);
    });

    test.each(['POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS', 'PROPFIND'])(
      '%s with its body as bytes',
      async (method) => {
        const body = '{"data":"hé"}';
        await fetch(`${origin()}/api/articles`, { method, body, headers: { 'Content-Type': mediaType, 'X-Tag': 'a' } });
        expect(last()).toMatchObject({
          method,
          url: '/articles',
          headers: { 'content-type': mediaType, 'x-tag': 'a' },
        });
        expect(text(last().body)).toBe(body);
      },
    );

    test.each(['application/json', 'text/plain', 'text/xml; charset=x', 'nonsense', 'a/b/c', `${mediaType}; ext="`])(
      'a body of media type %j',
      async (type) => {
        const response = await fetch(`${origin()}/api/articles`, {
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

    test('a body without a media type, and a method without a body', async () => {
      await fetch(`${origin()}/api/articles`, { method: 'POST', body: new TextEncoder().encode('raw') });
      expect(last().headers['content-type']).toBeUndefined();
      expect(text(last().body)).toBe('raw');
      await fetch(`${origin()}/api/articles`, { method: 'POST' });
      expect(text(last().body)).toBe('');
      await fetch(`${origin()}/api/articles`, { method: 'DELETE', headers: { 'Content-Type': mediaType } });
      expect(text(last().body)).toBe('');
    });

    test.each([limit, limit + 1, 3_000_000])('a body of %i bytes, read up to the limit', async (length) => {
      const headers = { 'Content-Type': 'application/json' };
      for (const body of ['x'.repeat(length), chunked(length), 'x'.repeat(length)]) {
        const init = { method: 'POST', body, headers, duplex: 'half' } as const;
        const response = await fetch(`${origin()}/api/articles`, init);
        expect(response.status).toBe(length > limit ? 413 : 200);
        expect(response.headers.get('content-type')).toBe(mediaType);
        expect(await response.json()).toMatchObject({ meta: { length: Math.min(length, limit + 1) } });
      }
    });

    test('a client that disconnects is gone', async () => {
      for (const method of ['GET', 'POST']) {
        const client = new AbortController();
        const before = seen.length;
        const body = method === 'POST' ? { body: 'x' } : {};
        const response = fetch(`${origin()}/api/slow`, { method, signal: client.signal, ...body });
        response.catch(() => {});
        await expect.poll(() => seen.length).toBe(before + 1);
        await new Promise((resolve) => setTimeout(resolve, 20));
        expect(hasLeft(last())).toBe(false);
        client.abort();
        await expect(response).rejects.toThrow();
        await expect.poll(() => hasLeft(last())).toBe(true);
      }
    });

    test('an incomplete body does not reach the server', async () => {
      const client = new AbortController();
      const before = seen.length;
      const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('half')) });
      const init = { method: 'DELETE', body, duplex: 'half', signal: client.signal } as const;
      const response = fetch(`${origin()}/api/articles/1`, init);
      response.catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 50));
      client.abort();
      await expect(response).rejects.toThrow();
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(seen.length).toBe(before);
    });
  });

  describe('the response that the client receives', () => {
    test('HEAD returns the headers', async () => {
      const response = await fetch(`${origin()}/api/articles`, { method: 'HEAD' });
      expect(last().method).toBe('HEAD');
      expect(response.headers.get('content-type')).toBe(mediaType);
      expect(await response.text()).toBe('');
    });

    test.each([
      ['DELETE', '/articles/1', 204],
      ['GET', '/bare', 404],
      ['HEAD', '/bare', 404],
    ])('%s %s: no body and no media type', async (method, url, status) => {
      const response = await fetch(`${origin()}/api${url}`, { method });
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toBeNull();
      expect(await response.text()).toBe('');
      if (status === 404) expect(response.headers.get('vary')).toBe('Accept');
    });
  });
}
