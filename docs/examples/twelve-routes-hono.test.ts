import { expect, test } from 'vitest';
import { hono } from './twelve-routes-hono.ts';

const media = 'application/vnd.api+json';
const tag = JSON.stringify({ data: { type: 'tags', attributes: { name: 'news' } } });
const notUtf8 = Uint8Array.from(tag.replace('news', '?'), (character) =>
  character === '?' ? 0xff : character.charCodeAt(0),
);

test.each<
  [line: string, headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer> | undefined, status: number]
>([
  ['POST /tags', { 'content-type': media }, tag, 201],
  ['POST /tags', { 'content-type': 'application/json' }, tag, 415],
  ['POST /tags', { 'content-type': media }, '{', 400],
  ['POST /tags', { 'content-type': media }, notUtf8, 400],
  ['POST /tags', { 'content-type': media }, ' '.repeat(1_000_001), 413],
  ['GET /tags/1', {}, undefined, 200],
  ['GET /tags/1?sort=name', {}, undefined, 400],
  ['HEAD /tags/1', {}, undefined, 200],
  ['GET /tags/99', {}, undefined, 404],
  ['GET /elsewhere', {}, undefined, 404],
])('%s with %o: %#', async (line, headers, body, status) => {
  const [method = '', url = ''] = line.split(' ');
  const response = await hono.request(url, { method, headers, ...(body === undefined ? {} : { body }) });
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe(media);
  const text = await response.text();
  expect(text === '').toBe(method === 'HEAD');
  if (text !== '') expect(JSON.parse(text)).toHaveProperty(status < 400 ? 'data' : 'errors');
});

test('a client that has the document receives 304', async () => {
  const tag = (await hono.request('/tags/1')).headers.get('etag') ?? '';
  const response = await hono.request('/tags/1', { headers: { 'if-none-match': tag } });
  expect([response.status, await response.text()]).toEqual([304, '']);
});
