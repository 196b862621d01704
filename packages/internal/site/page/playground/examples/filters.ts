import { attribute, defineApi, toOne } from '@linkage/core';
import { z } from 'zod';

export const api = defineApi({
  products: {
    attributes: {
      name: attribute(z.string(), { filter: true }),
      // Only these operators.
      price: attribute(z.number().nonnegative(), { filter: ['lt', 'le', 'gt', 'ge', 'between'] }),
      stock: attribute(z.enum(['none', 'few', 'many']), { filter: ['eq', 'ne'] }),
    },
    relationships: { maker: toOne('makers', { filter: ['id', 'country'] }) },
  },
  makers: {
    attributes: { name: z.string(), country: attribute(z.string().length(2), { filter: true }) },
  },
});
