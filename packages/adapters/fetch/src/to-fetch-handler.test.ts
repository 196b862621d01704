import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createArticles,
  describeAdapter,
  echo,
  expectRoundTrip,
  last,
  mediaType,
} from '../../../server/test/adapter-suite.ts';
import { testMemory } from '../../../server/test/test-memory.ts';
import { toFetchHandler } from './to-fetch-handler.ts';

let origin: string;
let host: ReturnType<typeof serve>;

beforeAll(async () => {
  // The runtime's own Request and Response stay those of the client.
  host = serve({ fetch: toFetchHandler(echo, { prefix: '/api' }), port: 0, overrideGlobalObjects: false });
  await new Promise((resolve) => host.once('listening', resolve));
  origin = `http://localhost:${(host.address() as AddressInfo).port}`;
});
afterAll(() => {
  host.close();
});

describeAdapter(() => origin);

/** Reads the first chunk of a body and lets go of it. */
async function partly({ body }: Request): Promise<void> {
  const reader = body?.getReader();
  await reader?.read();
  reader?.releaseLock();
}

describe('toFetchHandler', () => {
  test('serves an API', async () => {
    const fetchArticles = toFetchHandler(createArticles(), { prefix: '/api' });
    const articles = serve({ fetch: fetchArticles, port: 0, overrideGlobalObjects: false });
    await new Promise((resolve) => articles.once('listening', resolve));
    await expectRoundTrip(`http://localhost:${(articles.address() as AddressInfo).port}/api`);
    articles.close();
  });

  const handler = toFetchHandler(echo, { prefix: '/api' });

  test('answers a request outside the prefix with an error document', async () => {
    const response = await handler(new Request('https://example.com/apix'));
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe(mediaType);
    expect(await response.json()).toMatchObject({ errors: [{ status: '404' }] });
  });

  test.each<[string, (request: Request) => unknown]>([
    ['was read', (request) => request.text()],
    ['is being read', (request) => request.body?.getReader()],
    ['was read in part', (request) => request.body?.getReader().read()],
    ['was read in part and released', partly],
  ])('rejects a request whose body %s, and says so', async (_, read) => {
    const request = new Request('https://example.com/api/articles', { method: 'POST', body: 'x' });
    await read(request);
    await expect(handler(request)).rejects.toThrow(TypeError);
    await expect(handler(request)).rejects.toThrow('was read before toFetchHandler');
  });

  test('takes a request that was cloned before its body was read', async () => {
    const request = new Request('https://example.com/api/articles', { method: 'POST', body: 'x' });
    const clone = request.clone();
    await request.text();
    expect((await handler(clone)).status).toBe(200);
  });

  test('rejects when the body cannot be read, with its error', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
    const init = { method: 'POST', body, duplex: 'half' } as const;
    await expect(handler(new Request('https://example.com/api/articles', init))).rejects.toThrow('gone');
  });

  test('without a prefix it serves the whole origin', async () => {
    const whole = toFetchHandler({ ...echo, baseUrl: undefined });
    expect((await whole(new Request('https://example.com/api/articles?x#y'))).status).toBe(200);
    expect(last().url).toMatch(/^\/api\/articles\?x(#y)?$/);
  });

  test.each<[unknown, string]>([
    [undefined, 'undefined'],
    [{ server: echo }, 'an object without handle'],
    [Promise.resolve(echo), 'a promise: await it'],
  ])('is not mounted without a server: %o', (given, name) => {
    expect(() => toFetchHandler(given as never)).toThrow(
      `server must be a server that createServer returned, but it is ${name}.`,
    );
  });

  test('is not mounted without the base URL that its links need, or below a malformed prefix', () => {
    expect(() => toFetchHandler({ ...echo, baseUrl: undefined }, { prefix: '/api' })).toThrow('{ baseUrl: "/api" }');
    expect(() => toFetchHandler(echo, { prefix: '/api/' })).toThrow(TypeError);
    expect(() => toFetchHandler(echo, { prefix: 'api' })).toThrow(TypeError);
  });
});

testMemory(new URL('../test/memory-host.ts', import.meta.url));
