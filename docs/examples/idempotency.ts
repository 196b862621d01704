import { defineApi } from '@linkage/core';
import { createMemoryIdempotencyStore, createMemorySources, createServer, idempotencyKeys } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({ orders: { attributes: { reference: z.string() } } });
const sources = createMemorySources(api);

const server = createServer(api, sources, {
  context: ({ headers }) => ({ user: String(headers['x-user']) }),
  idempotency: {
    // With SQL: createKyselyIdempotencyStore(db) of @linkage/kysely.
    keys: idempotencyKeys({ store: createMemoryIdempotencyStore({ sharesWith: sources.orders }) }),
    user: ({ user }) => user,
  },
});

const mediaType = 'application/vnd.api+json';
const request = {
  method: 'POST',
  url: '/orders',
  headers: { accept: mediaType, 'content-type': mediaType, 'x-user': 'ada', 'idempotency-key': '"8e03978e-40d5"' },
  body: JSON.stringify({ data: { type: 'orders', attributes: { reference: 'A-7' } } }),
};

export const first = await server.handle(request);
// The connection broke, so the client sends the same request again: the server does not create a second order.
export const second = await server.handle(request);
