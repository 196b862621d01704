import { atomicRequests, createClient, ImportError, importRows } from '@linkage/client';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
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
  const [created] = await client.atomic((transaction) => {
    const order = transaction.add('orders', { attributes: { number } });
    for (const line of lines) transaction.add('lines', { attributes: line, relationships: { order } });
    return [order];
  });
  return created;
}
// #endregion

// #region each
/** Creates the orders that the server accepts, each with its lines, and returns the others with the reasons. */
export async function createEach(orders: readonly NewOrder[], key: string) {
  const rejected = new Map<number, unknown>();
  let from: ImportError['progress'] | undefined;
  for (;;) {
    const run = importRows(client, orders, {
      key,
      from,
      write(transaction, { number, lines }, index) {
        if (rejected.has(index)) return;
        const order = transaction.add('orders', { attributes: { number } });
        for (const line of lines) transaction.add('lines', { attributes: line, relationships: { order } });
      },
    });
    try {
      for await (const progress of run) from = progress;
      return rejected;
    } catch (error) {
      if (!(error instanceof ImportError) || error.index === undefined) throw error;
      rejected.set(error.index, error.cause);
      from = error.progress;
    }
  }
}
// #endregion
