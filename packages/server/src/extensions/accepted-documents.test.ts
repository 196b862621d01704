import { defineAction, defineApi, formatMediaType } from '@linkage/core';
import { atomicExtension } from '@linkage/core/atomic';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import { atomicOperations } from './atomic/atomic-operations.ts';
import type { ExtensionEndpoint } from './server-extension.ts';

const api = defineApi({ orders: { attributes: { text: z.string() }, actions: { cancel: defineAction({}) } } });
const endpoint = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string): ExtensionEndpoint => ({
  ...{ name: `${method} ${path}`, method, path, statuses: [204] },
  run: () => ({ status: 204 }),
});
const endpoints = [
  endpoint('GET', '/reports/{year}'),
  endpoint('POST', '/reports/{year}'),
  endpoint('PATCH', '/reports/{year}'),
  endpoint('DELETE', '/reports/{year}'),
  endpoint('GET', '/health'),
];
const server = createServer(api, createMemorySources(api, { orders: [{ id: '1', text: 'x' }] }), {
  endpoints,
  extensions: [atomicOperations()],
  actions: { orders: { cancel: () => ({ status: 204 }) } } as never,
});
const json = 'application/vnd.api+json';
const atomic = formatMediaType({ extensions: [atomicExtension.uri], profiles: [] });

test.each<[string, string | undefined, string | undefined]>([
  ['/orders', json, undefined],
  ['/orders/1', undefined, json],
  ['/orders/1/-actions/cancel', json, undefined],
  ['/reports/2026', json, json],
  ['/health', undefined, undefined],
  ['/operations', atomic, undefined],
])('OPTIONS %s names the media types that a 415 names', async (url, post, patch) => {
  const { status, headers } = await server.handle({ method: 'OPTIONS', url, headers: {} });
  expect([status, headers['Accept-Post'], headers['Accept-Patch']]).toEqual([204, post, patch]);
  for (const [method, accepted] of [['POST', 'Accept-Post'] as const, ['PATCH', 'Accept-Patch'] as const]) {
    if (!headers['Allow']?.includes(method)) continue;
    const sent = { 'content-type': 'text/plain' };
    const rejected = await server.handle({ method, url, headers: sent, body: 'x' });
    expect([rejected.status, rejected.headers[accepted]]).toEqual([415, headers[accepted]]);
  }
});
