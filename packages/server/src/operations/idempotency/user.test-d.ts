import { defineApi } from '@linkage/core';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createMemoryIdempotencyStore } from '../../memory/memory-idempotency-store.ts';
import { createServer } from '../../pipeline/create-server.ts';
import { defineContext } from '../../pipeline/define-context.ts';
import { idempotencyKeys } from './idempotency-keys.ts';
import type { UserKeys } from './keyed-server.ts';

interface User {
  readonly id: string;
}
const api = defineApi({ orders: { attributes: { reference: z.string() } } });
const sources = createMemorySources(api);
const keys = idempotencyKeys({ store: createMemoryIdempotencyStore() });

test('a user is a string', () => {
  const context = (): User => ({ id: 'ann' });
  createServer(api, sources, { context, idempotency: { keys, user: ({ id }) => id } });
  // @ts-expect-error A promise would be one user for all.
  createServer(api, sources, { context, idempotency: { keys, user: async ({ id }) => id } });
  // @ts-expect-error So would an object.
  createServer(api, sources, { context, idempotency: { keys, user: (user) => user } });
  // @ts-expect-error And a missing id.
  createServer(api, sources, { context, idempotency: { keys, user: (user: User | undefined) => user?.id } });
  // @ts-expect-error And no function.
  createServer(api, sources, { context, idempotency: { keys } });
});

test('the option `context` types the parameter of `user`', () => {
  createServer(api, sources, {
    context: ({ method }): User => ({ id: method }),
    idempotency: {
      keys,
      user(user) {
        expectTypeOf(user).toEqualTypeOf<User>();
        return user.id;
      },
    },
  });
  const context = defineContext(({ method }): User => ({ id: method }));
  createServer(api, sources, { context, idempotency: { keys, user: ({ id }) => id } });
  // @ts-expect-error A user has no name.
  createServer(api, sources, { context, idempotency: { keys, user: ({ name }) => name } });
  const idempotency: UserKeys<User> = { keys, user: ({ id }) => id };
  createServer(api, sources, { context, idempotency });
  // @ts-expect-error The server has another context.
  createServer(api, sources, { context: () => ({ name: 'Ann' }), idempotency });
});
