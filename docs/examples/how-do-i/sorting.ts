import { attribute, defineApi, toOne } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

// #region sort
const api = defineApi({
  products: {
    attributes: { price: attribute(z.number(), { sort: true }), addedAt: z.iso.date() },
    relationships: {
      // `sort=maker.name`, but not `sort=maker.revenue`. With `sort: true`, both.
      maker: toOne('makers', { sort: ['name'] }),
    },
    // The order without `sort`. Clients cannot sort by `addedAt` themselves.
    defaultSort: ['-addedAt', 'id'],
  },
  makers: {
    attributes: { name: attribute(z.string(), { sort: true }), revenue: attribute(z.number(), { sort: true }) },
  },
});
// #endregion

const sources = createMemorySources(api, {
  products: [
    { id: '1', price: 5, addedAt: '2026-01-01', maker: '1' },
    { id: '2', price: 7, addedAt: '2026-03-01', maker: '2' },
    { id: '3', price: 6, addedAt: '2026-02-01', maker: '1' },
  ],
  makers: [
    { id: '1', name: 'Zeta', revenue: 1 },
    { id: '2', name: 'Acme', revenue: 2 },
  ],
});
export const server = createServer(api, sources);
