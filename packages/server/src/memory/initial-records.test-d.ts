import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources } from './create-memory-sources.ts';
import { memoryRecords } from './memory-records.ts';

const api = defineApi({
  users: {
    attributes: {
      name: z.string(),
      password: attribute(z.string(), { read: false }),
      biography: attribute(z.string(), { onDemand: true }),
      label: attribute(z.string(), { compute: ({ name }) => name, needs: ['name'] }),
    },
    relationships: { sponsor: toOne('users', { read: false }), friends: toMany('users', { onDemand: true }) },
  },
});

test('records of memory can contain fields that documents do not contain, and only these', async () => {
  const sources = createMemorySources(api, {
    users: [
      { id: '1', name: 'Ada', password: 'secret', biography: 'Long', sponsor: '1', friends: ['1'] },
      { id: '2', name: 'Bo' },
      // @ts-expect-error a password is a string
      { id: '3', name: 'Cy', password: 5 },
      // @ts-expect-error a to-one relationship has one member
      { id: '4', name: 'Di', sponsor: ['1'] },
      // @ts-expect-error a computed attribute is not stored
      { id: '5', name: 'Ed', label: 'Ed' },
    ],
  });
  type User = NonNullable<Awaited<ReturnType<typeof memoryRecords<typeof api>>>['users']>[number];
  expectTypeOf<User['password']>().toEqualTypeOf<string | undefined>();
  expectTypeOf(memoryRecords(sources)).resolves.toHaveProperty('users');
});
