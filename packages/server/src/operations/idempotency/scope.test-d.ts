import { defineApi } from '@linkage/core';
import { test } from 'vitest';
import { z } from 'zod';
import { createServer } from '../../door/create-server.ts';
import { defineContext } from '../../door/define-context.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createMemoryIdempotencyStore } from '../../memory/memory-idempotency-store.ts';
import { idempotencyKeys } from './idempotency-keys.ts';

interface User {
  readonly id: string;
}
const store = createMemoryIdempotencyStore();

test('a scope is a string', () => {
  idempotencyKeys({ store, scope: ({ id }: User) => id });
  // @ts-expect-error A promise would be one scope for all callers.
  idempotencyKeys({ store, scope: async ({ id }: User) => id });
  // @ts-expect-error So would an object.
  idempotencyKeys({ store, scope: (user: User) => user });
  // @ts-expect-error And a missing id.
  idempotencyKeys({ store, scope: (user: User | undefined) => user?.id });
});

test('the option `context` types the parameter of the scope', () => {
  const api = defineApi({ orders: { attributes: { reference: z.string() } } });
  const sources = createMemorySources(api);
  const context = defineContext(({ method }): User => ({ id: method }));
  const idempotency = idempotencyKeys({ store, context, scope: ({ id }) => id });
  createServer(api, sources, { context, idempotency });
  // @ts-expect-error A user has no name.
  idempotencyKeys({ store, context, scope: ({ name }) => name });
  // @ts-expect-error The server has another context.
  createServer(api, sources, { context: () => ({ name: 'Ann' }), idempotency });
});
