/** Requests that a browser sends from another site, with cookies and without asking the server first. */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineExtension } from '@linkage/core';
import { atomicOperations, createServer, type ExtensionEndpoint } from '@linkage/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../../server/test/blog.ts';
import { toNodeHandler } from './to-node-handler.ts';

const media = 'application/vnd.api+json';
const effects: string[] = [];
const endpointOf = (name: string, part: Partial<ExtensionEndpoint> = {}): ExtensionEndpoint => ({
  ...{ name, method: 'POST', path: `/-${name}`, statuses: [204] },
  run() {
    effects.push(name);
    return { status: 204 };
  },
  ...part,
});
const extension = defineExtension({ uri: 'https://example.com/e', namespace: 'e', members: {} });
const server = createServer(blog, blogSources(), {
  endpoints: [
    endpointOf('act'),
    endpointOf('open', { allowsCrossSite: true }),
    endpointOf('patch', { method: 'PATCH' }),
  ],
  extensions: [{ extension, endpoints: [endpointOf('extended')] }, atomicOperations()],
  methodOverride: true,
});
const http = createHttpServer(toNodeHandler(server));
let origin = '';
beforeAll(async () => {
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterAll(() => void http.close());

const create = JSON.stringify({ data: { type: 'articles', attributes: { title: 'Forged' } } });
const operations = JSON.stringify({ 'atomic:operations': [{ op: 'remove', ref: { type: 'articles', id: '1' } }] });
const urls = [
  '/-act',
  '/-patch',
  '/-extended',
  '/operations',
  '/articles',
  '/articles/1',
  '/articles/1/relationships/comments',
];
const bodies = ['', create, operations, 'a=b'];
/** The values of `Content-Type` for which browsers do not ask: forms, `sendBeacon`, and `fetch` with bytes. */
const types = [
  undefined,
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded;charset=UTF-8',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/plain;charset=UTF-8',
  `text/plain; x=${media}`,
];
const accepts = ['*/*', media, 'text/html,application/xhtml+xml,*/*;q=0.8'];

/** Returns all records, to see whether anything has changed. */
async function state(): Promise<string> {
  const response = await fetch(`${origin}/articles?include=comments`);
  return response.text();
}

async function post(url: string, type: string | undefined, accept: string, body: string) {
  const headers = {
    ...{ Accept: accept, Cookie: 'session=1', Origin: 'https://elsewhere.example' },
    ...(type === undefined ? {} : { 'Content-Type': type }),
  };
  // Bytes: `fetch` would add a media type to a string.
  return fetch(origin + url, { method: 'POST', headers, body: body === '' ? null : new TextEncoder().encode(body) });
}

describe.each(urls)('POST %s of a page on another site', (url) => {
  test.each(types)('with the media type %s has no effect', async (type) => {
    const before = await state();
    effects.length = 0;
    for (const accept of accepts) {
      for (const body of bodies) {
        const { status } = await post(url, type, accept, body);
        expect([url, accept, body, status >= 400 && status < 500]).toEqual([url, accept, body, true]);
      }
    }
    expect([effects, await state()]).toEqual([[], before]);
  });
});

test('GET, which a page can always send, has no effect', async () => {
  const before = await state();
  effects.length = 0;
  for (const url of urls) await fetch(origin + url, { headers: { 'Sec-Fetch-Site': 'cross-site' } });
  expect([effects, await state()]).toEqual([[], before]);
});

test('the media type of JSON:API is enough, also without a body', async () => {
  effects.length = 0;
  for (const type of [media, 'Application/Vnd.Api+Json'])
    expect((await post('/-act', type, '*/*', '')).status).toBe(204);
  expect(effects).toEqual(['act', 'act']);
});

test('the messages of the errors says what is missing', async () => {
  const answer = await post('/-act', undefined, '*/*', '');
  expect([answer.status, await answer.json()]).toMatchObject([
    415,
    { errors: [{ code: 'CONTENT_TYPE_UNSUPPORTED', source: { header: 'Content-Type' } }] },
  ]);
});

test('an endpoint can allow such requests by choice', async () => {
  effects.length = 0;
  for (const type of types) expect((await post('/-open', type, '*/*', '')).status).toBe(204);
  expect(effects.length).toBe(types.length);
});

test('a method that a header names is not sent without asking', async () => {
  // A page cannot set `X-HTTP-Method-Override` without a preflight request, and no URL parameter replaces it.
  const before = await state();
  for (const query of ['?_method=DELETE', '?X-HTTP-Method-Override=DELETE'])
    expect((await post(`/articles/1${query}`, 'application/x-www-form-urlencoded', '*/*', '')).status).toBeGreaterThan(
      399,
    );
  expect(await state()).toBe(before);
});
