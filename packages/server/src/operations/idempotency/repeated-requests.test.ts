import { defineApi } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createMemoryIdempotencyStore } from '../../memory/memory-idempotency-store.ts';
import { createServer } from '../../pipeline/create-server.ts';
import { fingerprintOf, isSameRequest } from './fingerprint.ts';
import { idempotencyKeys } from './idempotency-keys.ts';

const api = defineApi({ notes: { attributes: { text: z.string() } } });
const media = 'application/vnd.api+json';
const request = { method: 'POST', url: '/notes', headers: { 'content-type': media }, body: 'a' };
const fingerprint = (received: object, method = 'POST') =>
  fingerprintOf({ api, rules: undefined, received } as never, method);

test.each([
  ['another body', { body: 'b' }, 'POST'],
  ['a longer body', { body: 'aa' }, 'POST'],
  ['no body', { body: undefined }, 'POST'],
  ['another method', {}, 'PATCH'],
  ['another URL', { url: '/notes?include=' }, 'POST'],
  ['another media type', { headers: { 'content-type': `${media};profile="urn:x"` } }, 'POST'],
  ['another Accept', { headers: { 'content-type': media, accept: media } }, 'POST'],
  ['a body that moved into the URL', { url: '/notesa', body: '' }, 'POST'],
])('a request with %s is another request', async (_, change, method) => {
  const one = await fingerprint(request);
  expect(isSameRequest(one, await fingerprint({ ...request, ...change }, method))).toBe(false);
});

test('the bytes of a text are the same request', async () => {
  const bytes = { ...request, body: new TextEncoder().encode('a') };
  expect(await fingerprint(bytes)).toBe(await fingerprint(request));
});

test('a response is not repeated to a user who can no longer read its resource', async () => {
  let canRead = true;
  const sources = createMemorySources(api);
  const server = createServer(api, sources, {
    idempotency: {
      keys: idempotencyKeys({
        store: createMemoryIdempotencyStore({ sharesWith: sources.notes } as never),
      }),
      user: () => 'all',
    },
    defaultAccess: 'allow',
    access: { notes: { read: () => [{ field: 'text', values: [canRead ? 'mine' : 'other'] }] } },
  });
  const body = JSON.stringify({ data: { type: 'notes', attributes: { text: 'mine' } } });
  const post = () =>
    server.handle({ ...request, body, headers: { ...request.headers, accept: media, 'idempotency-key': '"k"' } });
  const first = await post();
  const second = await post();
  expect([first.status, second.status, second.headers['Idempotency-Replayed']]).toEqual([201, 201, 'true']);
  expect(second.body).toBe(first.body);
  canRead = false;
  const third = await post();
  expect(third.status).toBeGreaterThanOrEqual(403);
  expect(third.body).not.toContain('mine');
});
