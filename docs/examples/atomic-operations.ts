import { defineApi, formatMediaType, toMany, toOne } from '@linkage/core';
import { atomicExtension } from '@linkage/core/atomic';
import { atomicOperations, createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({
  orders: { attributes: { reference: z.string() }, relationships: { lines: toMany('lines') } },
  lines: {
    attributes: { product: z.string(), quantity: z.int().min(1) },
    relationships: { order: toOne('orders') },
  },
});
const server = createServer(api, createMemorySources(api), { extensions: [atomicOperations()] });

const order = { type: 'orders', lid: 'order' };
const line = (lid: string, product: string, quantity: number) => ({
  op: 'add',
  data: { type: 'lines', lid, attributes: { product, quantity }, relationships: { order: { data: order } } },
});

const operations = [
  // The local id stands for the order until it has an id.
  { op: 'add', data: { ...order, attributes: { reference: 'A-7' } } },
  line('tea', 'Tea', 2),
  line('milk', 'Milk', 1),
  {
    op: 'update',
    ref: { ...order, relationship: 'lines' },
    data: [
      { type: 'lines', lid: 'tea' },
      { type: 'lines', lid: 'milk' },
    ],
  },
];

const mediaType = formatMediaType({ extensions: [atomicExtension.uri], profiles: [] });

export const response = await server.handle({
  method: 'POST',
  url: '/operations',
  headers: { accept: mediaType, 'content-type': mediaType },
  body: JSON.stringify({ 'atomic:operations': operations }),
});
export const { 'atomic:results': results } = JSON.parse(response.body ?? '{}');
