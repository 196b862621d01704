import { atomicRequests, createClient, importRows } from '@linkage/client';
import { attribute, defineApi, type JsonApiError, toMany, toOne } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import {
  atomicOperations,
  createMemoryIdempotencyStore,
  createMemorySources,
  createServer,
  idempotencyKeys,
} from '@linkage/server';
import { z } from 'zod';

const api = defineApi({
  orders: {
    attributes: { number: attribute(z.string(), { filter: true }) },
    relationships: { lines: toMany('lines', { write: false }) },
  },
  lines: {
    attributes: { item: z.string(), count: z.int().min(1) },
    relationships: { order: toOne('orders', { inverse: 'lines', required: true }) },
  },
});
const sources = createMemorySources(api);
const server = createServer(api, sources, {
  extensions: [atomicOperations()],
  idempotency: {
    keys: idempotencyKeys({ store: createMemoryIdempotencyStore({ sharesWith: sources.orders }) }),
    user: () => 'shop',
  },
});
export const client = createClient<typeof api>({
  baseUrl: 'http://localhost',
  fetch: toFetchHandler(server),
  atomic: atomicRequests(),
});

// #region together
interface NewOrder {
  readonly number: string;
  readonly lines: readonly { readonly item: string; readonly count: number }[];
}

/** Creates an order and its lines: all of them, or none. */
export async function createOrder({ number, lines }: NewOrder) {
  const { data } = await client.create('orders', {
    attributes: { number },
    relationships: {
      // The lines are created after the order, and refer to it.
      lines: (order) => lines.map((attributes) => ({ type: 'lines', attributes, relationships: { order } })),
    },
  });
  return data;
}
// #endregion

// #region each
/** Creates the orders that the server accepts, each with its lines, and returns the errors of the others by their index. */
export async function createEach(orders: readonly NewOrder[], key: string) {
  const rejected = new Map<number, JsonApiError>();
  const run = importRows(client, orders, {
    key,
    onRejected: ({ index, error }) => rejected.set(index, error),
    write(transaction, { number, lines }) {
      const order = transaction.add('orders', { attributes: { number } });
      for (const line of lines) transaction.add('lines', { attributes: line, relationships: { order } });
    },
  });
  for await (const { done } of run) console.log(`${done} of ${orders.length}`);
  return rejected;
}
// #endregion
