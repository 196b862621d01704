import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { z } from 'zod';
import { describeIdempotency, keyedOptions } from '../../../test/idempotency-suite.ts';
import { atomicOperations } from '../../extensions/atomic/atomic-operations.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createMemoryIdempotencyStore } from '../../memory/memory-idempotency-store.ts';
import { memoryRecords } from '../../memory/memory-records.ts';
import { createServer } from '../../pipeline/create-server.ts';

const api = defineApi({
  orders: {
    attributes: { reference: attribute(z.string().min(1), { filter: true }), note: z.string().nullable().optional() },
    relationships: { lines: toMany('lines') },
  },
  lines: {
    attributes: { product: z.string(), quantity: z.int().min(1) },
    relationships: { order: toOne('orders') },
  },
});

describeIdempotency(async () => {
  const sources = createMemorySources(api, {
    orders: [
      { id: 1, reference: 'A-1', note: null, lines: [1, 2] },
      { id: 2, reference: 'A-2', note: 'late' },
    ],
    lines: [
      { id: 1, product: 'tea', quantity: 1, order: 1 },
      { id: 2, product: 'milk', quantity: 2, order: 1 },
    ],
  });
  const store = createMemoryIdempotencyStore({ sharesWith: sources.orders });
  return {
    open: (options) =>
      createServer(api, sources, { extensions: [atomicOperations()], ...keyedOptions(store, options) } as never),
    store,
    count: async () => (await memoryRecords(sources)).orders?.length ?? 0,
    close: async () => undefined,
  };
});
