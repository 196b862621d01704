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
} from '../../server/test/adapter-suite.ts';
import { expectBoundedPayloads } from '../../server/test/payload-memory.ts';
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

  test('rejects when the payload cannot be read', async () => {
    const request = new Request('https://example.com/api/articles', { method: 'POST', body: 'x' });
    await request.text();
    await expect(handler(request)).rejects.toThrow(TypeError);
  });

  test('without a prefix it serves the whole origin', async () => {
    const whole = toFetchHandler({ ...echo, baseUrl: undefined });
    expect((await whole(new Request('https://example.com/api/articles?x#y'))).status).toBe(200);
    expect(last().url).toMatch(/^\/api\/articles\?x(#y)?$/);
  });

  test('is not mounted without the base URL that its links need, or below a malformed prefix', () => {
    expect(() => toFetchHandler({ ...echo, baseUrl: undefined }, { prefix: '/api' })).toThrow('{ baseUrl: "/api" }');
    expect(() => toFetchHandler(echo, { prefix: '/api/' })).toThrow(TypeError);
    expect(() => toFetchHandler(echo, { prefix: 'api' })).toThrow(TypeError);
  });

  test('1 MiB in chunks of one byte costs at most 8 MB, and its 413 at most 2 MB', async () => {
    await expectBoundedPayloads(new URL('../test/memory-host.ts', import.meta.url), '/api/notes');
  });
});
