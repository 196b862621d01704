import { attribute, defineApi } from '@linkage/core';
import { z } from 'zod';

const address = z.object({
  street: z.string(),
  city: z.string(),
  zip: z
    .string()
    .regex(/^\d{5}$/)
    .optional(),
});
const range = z.tuple([z.iso.time(), z.iso.time()]);

export const api = defineApi({
  places: {
    attributes: {
      name: z.string().describe('The name on the sign.'),
      address,
      position: z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)]),
      tags: z.array(z.string()).max(10),
      opening: z.record(z.enum(['sat', 'sun']), range.nullable()),
      contact: z.union([z.email(), z.object({ phone: z.string() })]),
      status: attribute(z.enum(['open', 'closed']), { filter: true }),
      stars: z.literal([1, 2, 3, 4, 5]).nullable(),
    },
  },
});
