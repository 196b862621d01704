import { once } from 'node:events';
import { type ClientHttp2Session, connect, createServer, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Server } from '@linkage/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  text as bodyText,
  createArticles,
  echo,
  hasLeft,
  last,
  mediaType,
} from '../../../server/test/adapter-suite.ts';
import { toNodeHandler } from './to-node-handler.ts';

const opened: (() => void)[] = [];
let client: ClientHttp2Session;

async function clientOf(host: Http2Server): Promise<ClientHttp2Session> {
  host.listen(0);
  await once(host, 'listening');
  const session = connect(`http://localhost:${(host.address() as AddressInfo).port}`);
  opened.push(() => {
    session.destroy();
    host.close();
  });
  return session;
}

beforeAll(async () => {
  client = await clientOf(createServer(toNodeHandler(echo, { prefix: '/api' })));
});
afterAll(() => {
  for (const close of opened) close();
});

async function send(session: ClientHttp2Session, line: string, body?: string, headers: object = {}) {
  const [method, path] = line.split(' ');
  const stream = session.request({ ':method': method, ':path': path, ...headers });
  if (body === undefined) stream.end();
  else stream.end(body);
  const [response] = await once(stream, 'response');
  return { status: response[':status'], headers: response, body: await text(stream) };
}

test('requests reach the server without pseudo-headers', async () => {
  const { status, headers, body } = await send(client, 'POST /api/articles?x=%26', '{"data":"hé"}', { 'x-tag': 'a' });
  expect([status, headers['content-type'], headers['vary']]).toEqual([200, mediaType, 'Accept']);
  expect(JSON.parse(body)).toMatchObject({ meta: { method: 'POST', url: '/articles?x=%26' } });
  expect(bodyText(last().body)).toBe('{"data":"hé"}');
  expect(last().headers).toEqual({ 'x-tag': 'a' });
});

test.each([
  ['HEAD /api/articles', 200],
  ['DELETE /api/articles/1', 204],
  ['GET /api/bare', 404],
])('%s: %i without a body', async (line, status) => {
  expect(await send(client, line)).toMatchObject({ status, body: '' });
});

test('outside the prefix: an error document with 404', async () => {
  const { status, headers, body } = await send(client, 'GET /apix');
  expect([status, headers['content-type'], JSON.parse(body).errors[0].status]).toEqual([404, mediaType, '404']);
});

test.each([64, 65, 3_000_000])('a body of %i bytes, read up to the limit', async (length) => {
  const { status, body } = await send(client, 'POST /api/articles', 'x'.repeat(length));
  expect([status, JSON.parse(body).meta.length]).toEqual([length > 64 ? 413 : 200, Math.min(length, 65)]);
});

test('a client that ends its stream is gone', async () => {
  const stream = client.request({ ':path': '/api/slow' });
  stream.on('error', () => undefined);
  await expect.poll(() => last().url).toBe('/slow');
  expect(hasLeft(last())).toBe(false);
  stream.close();
  await expect.poll(() => hasLeft(last())).toBe(true);
});

test('Vary is merged, and a real server responds with its headers', async () => {
  const handler = toNodeHandler(createArticles(), { prefix: '/api' });
  const session = await clientOf(
    createServer((request, response) => {
      response.setHeader('Vary', 'Origin');
      handler(request, response);
    }),
  );
  const data = { type: 'articles', attributes: { title: 'Hello' } };
  const created = await send(session, 'POST /api/articles', JSON.stringify({ data }), { 'content-type': mediaType });
  expect([created.status, created.headers['vary']]).toEqual([201, 'Origin, Accept, Prefer']);
  const found = await send(session, `GET ${created.headers['location']}`);
  expect([found.status, JSON.parse(found.body).data.attributes]).toEqual([200, { title: 'Hello' }]);
  const known = { 'if-none-match': found.headers['etag'] };
  expect(await send(session, `GET ${created.headers['location']}`, undefined, known)).toMatchObject({
    status: 304,
    body: '',
  });
});

test('a stream that fails resets its stream of HTTP/2, and not the session', async () => {
  const broken: Server = {
    ...echo,
    handle: async () => ({
      status: 200,
      headers: { 'Content-Type': mediaType },
      stream: {
        signal: new AbortController().signal,
        async *[Symbol.asyncIterator]() {
          yield '{"data":[';
          throw new Error('disk');
        },
      },
    }),
  };
  const session = await clientOf(createServer(toNodeHandler(broken)));
  const stream = session.request({ ':path': '/articles' });
  let received = '';
  stream.setEncoding('utf8').on('data', (chunk) => {
    received += chunk;
  });
  await expect(once(stream, 'end')).rejects.toThrow(/NGHTTP2_INTERNAL_ERROR/);
  expect([stream.rstCode, received, session.closed]).toEqual([2, '{"data":[', false]);
});
