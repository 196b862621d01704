/** With an idempotency key, no resource of an exempt type reaches the store. */
import { defineAction, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operate } from '../../test/atomic-request.ts';
import { send } from '../../test/support.ts';
import { atomicOperations } from '../extensions/atomic/atomic-operations.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createMemoryIdempotencyStore } from '../memory/memory-idempotency-store.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { StoredAnswer } from '../sources/port/idempotency-store.ts';
import { idempotencyKeys } from './idempotency/idempotency-keys.ts';

const api = defineApi({
  users: {
    attributes: { name: z.string() },
    relationships: { sessions: toMany('sessions'), latest: toOne(['sessions', 'users']) },
    actions: { logIn: defineAction({}) },
  },
  sessions: {
    attributes: { token: z.string() },
    relationships: { user: toOne('users') },
    actions: { renew: defineAction({}) },
  },
});

function start(options: ServerOptions<unknown, typeof api> = {}, require: readonly 'POST'[] = []) {
  const sources = createMemorySources(api, {
    users: [{ id: '1', name: 'Ann', sessions: ['1'], latest: { type: 'sessions', id: '1' } }],
    sessions: [{ id: '1', token: 'a-secret', user: '1' }],
  });
  const store = createMemoryIdempotencyStore({ sharesWith: sources.users });
  const stored: StoredAnswer[] = [];
  const kept = {
    ...store,
    complete: (...given: Parameters<typeof store.complete>) => {
      stored.push(given[1]);
      return store.complete(...given);
    },
  };
  const server = createServer(api, sources, {
    extensions: [atomicOperations()],
    idempotency: { keys: idempotencyKeys({ store: kept, exempt: ['sessions'], require }), user: () => 'all' },
    actions: { users: { logIn: () => undefined }, sessions: { renew: () => undefined } },
    ...options,
  });
  const patch = (url: string) =>
    send(
      server,
      `PATCH ${url}`,
      { data: { type: 'users', id: '1', attributes: { name: 'Bo' } } },
      { 'idempotency-key': 'k' },
    );
  const act = async (url: string, headers: Readonly<Record<string, string>> = { 'idempotency-key': 'k' }) =>
    (await server.handle({ method: 'POST', url, headers: { 'content-type': 'application/vnd.api+json', ...headers } }))
      .status;
  return { server, stored, patch, act };
}

describe('a request with a key', () => {
  test.each(['sessions', 'latest', 'sessions.user', 'latest.sessions'])(
    'is rejected with include=%s',
    async (include) => {
      const { server, stored, patch, act } = start();
      const { status, problems } = await patch(`/users/1?include=${include}`);
      expect([status, problems]).toEqual([400, ['HEADER_INVALID Idempotency-Key']]);
      expect(await act(`/users/1/-actions/logIn?include=${include}`)).toBe(400);
      expect(stored).toEqual([]);
      expect((await send(server, 'GET /users/1')).document.data.attributes.name).toBe('Ann');
    },
  );

  test('is rejected with such a path in `defaultIncludes`, but not with another `include`', async () => {
    const { patch } = start({ defaultIncludes: { users: ['sessions'] } });
    expect((await patch('/users/1')).status).toBe(400);
    expect((await patch('/users/1?include=')).status).toBe(200);
  });

  test('of operations is rejected for an operation on the type', async () => {
    const { server, stored } = start();
    const removal = { op: 'remove', ref: { type: 'sessions', id: '1' } };
    const { status } = await operate(server, [removal], { 'idempotency-key': 'k' });
    expect([status, stored]).toEqual([400, []]);
  });

  test('of an endpoint is rejected if the endpoint fetches such resources', async () => {
    const { act, stored } = start({
      endpoints: [
        {
          name: 'sessions-of',
          method: 'POST',
          path: '/sessions-of/{id}',
          statuses: [200],
          async run({ execute, placeholders: { id } }) {
            const { document } = await execute({ method: 'GET', target: { href: `/users/${id}/sessions` } });
            return { status: 200, document: document as never };
          },
        },
      ],
    });
    expect([await act('/sessions-of/1'), stored]).toEqual([400, []]);
    expect(await act('/sessions-of/1', {})).toBe(200);
  });
});

test('an action of an exempt type ignores and never requires a key', async () => {
  const { server, stored, act } = start({}, ['POST']);
  expect([await act('/sessions/1/-actions/renew'), await act('/sessions/1/-actions/renew', {})]).toEqual([200, 200]);
  expect(await act('/users/1/-actions/logIn', {})).toBe(400);
  expect(stored).toEqual([]);
  const { endpoints } = await server.describe();
  expect(
    endpoints.flatMap(({ action, idempotencyKey }) => (action === undefined ? [] : [[action.name, idempotencyKey]])),
  ).toEqual([
    ['logIn', 'must'],
    ['renew', 'no'],
  ]);
});
