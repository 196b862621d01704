import { defineApi, toMany, toOne } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

// #region declare
const api = defineApi({
  lines: {
    attributes: { text: z.string() },
    relationships: {
      // A POST must contain it, and null is rejected. Both relationships change together. Deleting the order deletes its lines.
      order: toOne('orders', { required: true, inverse: 'lines', onDelete: 'cascade' }),
      // A product with lines cannot be deleted: 409. With 'clear', the relationship becomes null.
      product: toOne('products', { onDelete: 'restrict' }),
    },
  },
  orders: { attributes: {}, relationships: { lines: toMany('lines') } },
  products: { attributes: {} },
});
// #endregion

const sources = createMemorySources(api, {
  lines: [{ id: '1', text: 'Tea', order: '1', product: '1' }],
  orders: [{ id: '1' }],
  products: [{ id: '1' }],
});
export const server = createServer(api, sources);

// #region hidden
const reports = defineApi({
  reports: {
    attributes: { text: z.string() },
    relationships: {
      // Requests can set it with the resource; no response shows it, and it does not have URLs.
      reviewer: toOne('people', { read: false }),
      // Only with `fields[reports]=sources` or `include=sources`.
      sources: toMany('reports', { onDemand: true }),
      // At least one: a POST must contain it, and the last one cannot be removed.
      authors: toMany('people', { required: true }),
    },
  },
  people: {},
});
// #endregion

export const reportServer = createServer(
  reports,
  createMemorySources(reports, {
    reports: [{ id: '1', text: 'Tea', sources: [], authors: ['9'] }],
    people: [{ id: '9' }],
  }),
);
