import type { Client } from '@linkage/client';
import { QueryClient } from '@tanstack/query-core';
import { expect, test } from 'vitest';
import { applyChange, createReads, createWrites } from './index.ts';

const client = { baseUrl: 'https://example.com' } as unknown as Client<never>;
const reads = createReads(client) as unknown as { list(type: string, query?: unknown): unknown };
const writes = createWrites(client) as unknown as { update(type: string): { mutationFn(given?: unknown): unknown } };
const apply = (...given: readonly unknown[]) => (applyChange as (...given: readonly unknown[]) => unknown)(...given);
const queries = new QueryClient();
const condition = { field: 'name' };

test.each<[string, () => unknown, string]>([
  ['createReads of null', () => createReads(null as never), 'createReads: `client` must be an object'],
  ['createReads of {}', () => createReads({} as never), 'createReads: client: `baseUrl` must be a string'],
  ['createWrites of undefined', () => createWrites(undefined as never), 'createWrites: `client` must be an object'],
  ['createWrites of {}', () => createWrites({} as never), 'createWrites: client: `baseUrl` must be a string'],
  ['a query that is null', () => reads.list('people', null), '`query` must be an object, but it is null.'],
  ['a condition without values', () => reads.list('people', { filter: [condition] }), '`values` must be an array'],
  ['fields that are null', () => reads.list('people', { fields: null }), '`fields` must be an object'],
  ['no variables', () => writes.update('people').mutationFn(), 'writes.update: `variables` must be an object'],
  ['no cache', () => apply(), 'applyChange: `queryClient` must be an object, but it is undefined.'],
  ['no client', () => apply(queries, null, {}), 'applyChange: `client` must be an object, but it is null.'],
  ['no change', () => apply(queries, client), 'applyChange: `change` must be an object, but it is undefined.'],
  ['another kind', () => apply(queries, client, { kind: 'move' }), 'change: `kind` must be "create" or "update"'],
  ['no resource', () => apply(queries, client, { kind: 'delete' }), 'change: `resource` must be an object'],
  [
    'members that are not a list',
    () =>
      apply(queries, client, {
        kind: 'updateRelationship',
        resource: { type: 'people', id: '1' },
        members: 'x' as never,
      }),
    'change: `members` must be an array of objects, but it is "x".',
  ],
])('%s is a TypeError that names it', async (_, run, message) => {
  const error = await Promise.resolve()
    .then(run)
    .catch((it: unknown) => it);
  expect(error).toBeInstanceOf(TypeError);
  expect((error as Error).message).toContain(message);
});
