import { test } from 'vitest';
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
