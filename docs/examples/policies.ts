import { defineApi, toMany, toOne } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({
  orders: {
    attributes: { open: z.boolean(), note: z.string(), cost: z.number() },
    relationships: { owner: toOne('people'), lines: toMany('lines') },
  },
  lines: { attributes: { text: z.string() }, relationships: { order: toOne('orders') } },
  people: { attributes: { name: z.string() } },
});

// A name that begins with `@` is data that the API does not show.
const sources = createMemorySources(api, {
  orders: [
    { id: '1', open: true, note: '', cost: 1, owner: '7', lines: ['1'], '@tenant': 'a' },
    { id: '2', open: false, note: '', cost: 2, owner: '8', lines: ['2'], '@tenant': 'a' },
    { id: '3', open: true, note: '', cost: 3, owner: '7', lines: [], '@tenant': 'b' },
  ],
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

// #region rules
export const server = createServer(api, sources, {
  context: (): User => ({ id: '7', tenant: 'a' }),
  access: {
    orders: {
      // Orders of the tenant that are open or the user's own.
      read: ({ id, tenant }) => [
        { field: '@tenant', values: [tenant] },
        {
          or: [
            { field: 'open', values: [true] },
            { field: 'owner', values: [id] },
          ],
        },
      ],
      // All fields but this one.
      fields: () => ({ except: ['cost'] }),
    },
    // Lines of the user's orders.
    lines: { read: ({ id }) => [{ field: 'order.owner', values: [id] }] },
    people: { read: () => true },
    // The server denies what no rule allows: no user can write.
  },
});
// #endregion
