import { defineApi, toMany, toOne } from '@linkage/core';
import { type AccessRules, createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({
  orders: {
    attributes: { open: z.boolean(), cost: z.number() },
    relationships: { owner: toOne('people'), lines: toMany('lines') },
  },
  lines: { attributes: { text: z.string() }, relationships: { order: toOne('orders') } },
  people: { attributes: { name: z.string() } },
});

// #region columns
const sources = createMemorySources(api, {
  // Names with `@` are data that no document shows. In SQL: `columns` in the mapping of `@linkage/kysely`.
  orders: [
    { id: '1', open: true, cost: 1, owner: '7', lines: ['1'], '@tenant': 'a', '@hold': false },
    { id: '2', open: false, cost: 2, owner: '8', lines: ['2'], '@tenant': 'a', '@hold': false },
    { id: '3', open: true, cost: 3, owner: '7', lines: [], '@tenant': 'b', '@hold': false },
    { id: '4', open: true, cost: 4, owner: '7', lines: [], '@tenant': 'a', '@hold': true },
  ],
  // #endregion
  lines: [
    { id: '1', text: 'Tea', order: '1' },
    { id: '2', text: 'Cup', order: '2' },
  ],
  people: [{ id: '7', name: 'Ada' }],
});

interface User {
  readonly id: string;
  readonly tenant: string;
}
const context = (): User => ({ id: '7', tenant: 'a' });

// #region rules
const isOpen = { field: 'open', values: [true] } as const;
const access: AccessRules<typeof api, User> = {
  orders: {
    read: ({ id, tenant }) => [
      { field: '@tenant', values: [tenant] }, // and
      { or: [isOpen, { field: 'owner', values: [id] }] },
      { not: { field: '@hold', values: [true] } },
    ],
    fields: () => ({ except: ['cost'] }), // every other field
  },
  lines: { read: ({ id }) => [{ field: 'order.owner', values: [id] }] }, // a path
  people: { read: () => true }, // a type or an action without a rule is denied
};
// #endregion
export const server = createServer(api, sources, { context, access });
