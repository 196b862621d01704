import { defineApi } from '@linkage/core';
import {
  atomicOperations,
  createMemoryIdempotencyStore,
  createMemorySources,
  createServer,
  idempotencyKeys,
} from '@linkage/server';
import { z } from 'zod';

export const api = defineApi({
  customers: { attributes: { name: z.string().min(1) }, clientGeneratedIds: true },
});
const sources = createMemorySources(api);

// #region server
export const server = createServer(api, sources, {
  extensions: [atomicOperations({ limit: 500, upsert: true })],
  idempotency: {
    // With SQL: createKyselyIdempotencyStore(db) of @linkage/kysely.
    keys: idempotencyKeys({ store: createMemoryIdempotencyStore({ sharesWith: sources.customers }) }),
    user: () => 'importer',
  },
});
// #endregion
