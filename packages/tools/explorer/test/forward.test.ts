/** Tests of the command between the page and an API: the length of documents, and redirects. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { reasonOf } from '@linkage/core/internal';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { serveBefore } from './listen.ts';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
const received: Received[] = [];
const redirects: Readonly<Record<string, readonly [number, string]>> = {
  '/v1/articles': [301, '/v1/articles/'],
  '/v1/twice': [302, 'articles'],
  '/v1/kept': [308, '/v1/articles/'],
  '/v1/seen': [303, '/v1/articles/'],
  '/v1/loop': [302, '/v1/loop'],
  '/v1/away': [302, 'https://evil.example/'],
  '/v1/beside': [302, '/v2/articles'],
  '/v1/above': [302, '/v1/../admin'],
  '/v1/longer': [302, '/v1evil/'],
  '/v1/script': [302, 'javascript:alert(1)'],
  '/v1/user': [302, '//a:b@127.0.0.1/v1/'],
};
const api = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { method, url = '', headers } = request;
  received.push({ method, url, headers, body });
  const redirect = redirects[url];
  if (redirect !== undefined) return void response.writeHead(redirect[0], { Location: redirect[1] }).end();
  // Fortune and others reject a document without a length.
  const isRejected = method !== 'GET' && headers['content-length'] === undefined;
  response.writeHead(isRejected ? 411 : 200, { 'Explorer-Redirects': '301 http://evil.example/' }).end('{}');
});
let host: Server;
let origin: string;
beforeAll(async () => {
  ({ host, origin } = await serveBefore(api));
});
beforeEach(() => void received.splice(0));
afterAll(() => {
  for (const it of [host, api]) {
    it.closeAllConnections();
    it.close();
  }
});

/** Sends a request as a script of the page does, and follows no redirect: the command has done so. */
async function send(path: string, method = 'GET', body?: string): Promise<Response> {
  const headers = { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Site': 'same-origin', Authorization: 'Bearer a' };
  return fetch(`${origin}/api${path}`, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) });
}

test.each(['POST', 'PATCH', 'DELETE'])('a %s with a document has a length', async (method) => {
  const response = await send('/articles/', method, '{"data":{"title":"ü"}}');
  expect(response.status).toBe(200);
  expect(received[0]?.headers).toMatchObject({ 'content-length': '23' });
  expect(received[0]?.headers).not.toHaveProperty('transfer-encoding');
  expect(received[0]?.body).toBe('{"data":{"title":"ü"}}');
});

test('a document that is too long is not forwarded', async () => {
  const response = await send('/articles/', 'POST', 'x'.repeat(64 * 1024 * 1024 + 1));
  expect([response.status, received.length]).toEqual([413, 0]);
});

test.each([
  ['/articles', ['301 /v1/articles/']],
  ['/twice', ['302 /v1/articles', '301 /v1/articles/']],
  ['/kept', ['308 /v1/articles/']],
])('GET %s is redirected within the API, and the response says where to', async (path, expected) => {
  const response = await send(path);
  expect(response.status).toBe(200);
  const followed = response.headers.get('explorer-redirects')?.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '');
  expect(followed?.split(', ')).toEqual(expected);
  expect(received.at(-1)?.headers.authorization).toBe('Bearer a');
});

test.each([
  ['POST', '/kept', 'POST', '/v1/articles/', '{}'],
  ['POST', '/seen', 'GET', '/v1/articles/', ''],
])('%s %s becomes %s %s', async (method, path, ...expected) => {
  await send(path, method, '{}');
  const last = received.at(-1);
  expect([last?.method, last?.url, last?.body]).toEqual(expected);
});

test.each([
  ['POST', '/articles'],
  ['PATCH', '/twice'],
  ['GET', '/away'],
  ['GET', '/beside'],
  ['GET', '/above'],
  ['GET', '/longer'],
  ['GET', '/script'],
  ['GET', '/user'],
])('%s %s is not redirected, and a browser does not follow it either', async (method, path) => {
  const response = await send(path, method, method === 'GET' ? undefined : '{}');
  expect([response.status, received.length]).toEqual([redirects[`/v1${path}`]?.[0], 1]);
  expect(response.headers.get('location')).toBeNull();
  expect(response.headers.get('explorer-api-location')).toBe(redirects[`/v1${path}`]?.[1]);
});

test('a redirect to itself ends', async () => {
  expect([(await send('/loop')).status, received.length]).toEqual([302, 11]);
});

test('only the command can say that a request was redirected', async () => {
  const response = await send('/articles/');
  expect(response.headers.get('explorer-redirects')).toBeNull();
});

test('a failure says what to do', async () => {
  const failure = await fetch('http://127.0.0.1:1/').catch((error: unknown) => error);
  expect(reasonOf(failure)).toMatch(/127\.0\.0\.1:1|bad port/);
  const rejected = Object.assign(new Error('connect ECONNREFUSED ::1:3000'), { code: 'ECONNREFUSED' });
  const several = new TypeError('fetch failed', {
    cause: Object.assign(new AggregateError([rejected]), { code: 'ECONNREFUSED' }),
  });
  expect(reasonOf(several)).toBe(
    'connect ECONNREFUSED ::1:3000. No server listens there. Start the API, or check the port.',
  );
});
