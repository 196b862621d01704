import { createServer } from '@linkage/server';
import { z } from 'zod';
import { api, sources } from './write-hooks.ts';

// #region types
export const server = createServer(api, sources, {
  // At all URLs.
  parameters: { dryRun: z.boolean() },
  // At URLs whose primary data are orders. `[*]` is any name: `orderStats[total]=count`.
  typeParameters: { orders: { minPrice: z.number(), 'orderStats[*]': z.enum(['count', 'sum']) } },
});
// #endregion
