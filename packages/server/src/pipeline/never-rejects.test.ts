import { defineApi } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { JsonApiRequest } from '../http.ts';
import { createServer } from './create-server.ts';

const api = defineApi({ notes: { attributes: { text: z.string() } } });
const get = { method: 'GET', url: '/notes', headers: {} };

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
const throwing = {
  ...get,
  get body(): never {
    throw new Error('no body');
  },
};
const keys = {
  ...{ exempt: [], hours: 1, required: { methods: new Set<string>(), writes: new Map() } },
  answer: (() => {
    let calls = 0;
    return ({ run, operation }: { run: (it: unknown) => unknown; operation: unknown }) => {
      calls++;
      if (calls === 1) throw new Error('no keys');
      return run(operation);
    };
  })(),
};

describe('handle', () => {
  test.each<[string, unknown, object]>([
    ['no request', undefined, {}],
    ['a request that cannot be read', throwing, {}],
    ['a signal that is not an AbortSignal', { ...get, signal: {} }, {}],
    ['keys that cannot answer', get, { idempotency: { keys, user: () => 'all' } }],
    [
      'a thrown value that cannot be read',
      get,
      {
        context: (request: JsonApiRequest) => {
          if (!Object.hasOwn(request.headers, 'x-good')) throw revoked();
        },
      },
    ],
  ])('%s: the response is 500, and the next request has its place', async (_, request, options) => {
    const failures: unknown[] = [];
    const list = async () => ({ records: [] });
    const server = createServer(api, { notes: { list, find: () => [] } }, {
      limits: { concurrency: 1, queue: 0 },
      onError: (failure: unknown) => void failures.push(failure),
      ...options,
    } as never);
    const { status, headers, body } = await server.handle(request as never);
    expect([status, headers['Content-Type'], failures.length]).toEqual([500, 'application/vnd.api+json', 1]);
    expect(body).toContain('INTERNAL_ERROR');
    expect((await server.handle({ ...get, headers: { 'x-good': '1' } })).status).toBe(200);
  });
});
