import { defineApi, toMany, toOne } from '@linkage/core';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { atomicOperations } from '../extensions/atomic/atomic-operations.ts';
import { cursorPagination } from '../extensions/cursor-pagination/cursor-pagination.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createMemoryIdempotencyStore } from '../memory/memory-idempotency-store.ts';
import { idempotencyKeys } from '../operations/idempotency/idempotency-keys.ts';
import { createServer } from './create-server.ts';

const api = defineApi({ ships: { attributes: { length: z.number() } } });
const sources = createMemorySources(api, { ships: [] });

interface User {
  readonly isCaptain: boolean;
}

test('only the option `context` determines the type of the context', () => {
  createServer(api, sources, {
    context: ({ method }): User => ({ isCaptain: method === 'GET' }),
    access: {
      ships: {
        read: (user) => {
          expectTypeOf(user).toEqualTypeOf<User>();
          return user.isCaptain;
        },
      },
    },
    extensions: [atomicOperations()],
    profiles: [cursorPagination({ key: 'k' })],
    idempotency: { keys: idempotencyKeys({ store: createMemoryIdempotencyStore() }), user: () => '' },
  });
});

test('functions of records need attributes and to-one relationships', () => {
  const fleet = defineApi({
    ships: { attributes: { length: z.number() }, relationships: { home: toOne('ships'), visits: toMany('ships') } },
  });
  const fleetSources = createMemorySources(fleet, { ships: [] });
  createServer(fleet, fleetSources, { resources: { ships: { needs: ['length', 'home'] } } });
  // @ts-expect-error Records can omit a to-many relationship.
  createServer(fleet, fleetSources, { resources: { ships: { needs: ['visits'] } } });
});

test('the user of cursors and the headers follow from the context', () => {
  createServer(api, sources, {
    context: ({ method }): User => ({ isCaptain: method === 'GET' }),
    profiles: [cursorPagination()],
    pagination: {
      user(user) {
        expectTypeOf(user).toEqualTypeOf<User>();
        return user.isCaptain;
      },
    },
    cacheControl: ({ context }) => {
      expectTypeOf(context).toEqualTypeOf<User>();
      return undefined;
    },
  });
  createServer(api, sources, {
    context: ({ method }): User => ({ isCaptain: method === 'GET' }),
    // @ts-expect-error The context has no name.
    pagination: { user: (user: { readonly name: string }) => user.name },
  });
});
