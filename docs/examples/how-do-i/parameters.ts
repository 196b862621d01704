import { defineApi } from '@linkage/core';
import { createMemorySources, createServer, extendSource } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({
  orders: { attributes: { price: z.number() } },
  people: { attributes: { name: z.string() } },
});
const sources = createMemorySources(api, { orders: [{ id: '1', price: 7 }], people: [] });
export const received: unknown[] = [];

// #region parameters
const { orders = {} } = sources;
const watched = extendSource(
  orders,
  {
    list(query, call) {
      received.push(query.parameters); // { 'orderStats[total]': 'count' }
      return orders.list?.(query, call) ?? { records: [] };
    },
  },
  { applies: ['list'] },
);
const typeParameters = { orders: { 'orderStats[*]': z.enum(['count', 'sum']) } }; // a family, only for orders
const parameters = { dryRun: z.boolean() }; // at all URLs
export const server = createServer(api, { ...sources, orders: watched }, { parameters, typeParameters });
// #endregion
