import { attribute, defineApi, toOne } from '@linkage/core';
import { z } from 'zod';

export const api = defineApi({
  books: {
    attributes: {
      title: z.string(),
      isbn: z.string().length(13),
      pages: z.int().positive(),
      // In the document only if `fields[books]` lists it.
      summary: attribute(z.string(), { onDemand: true }),
    },
    relationships: { publisher: toOne('publishers') },
  },
  publishers: { attributes: { name: z.string(), city: z.string() } },
});
