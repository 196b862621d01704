import { attribute, defineApi, toOne } from '@linkage/core';
import { z } from 'zod';

const sortable = { sort: true } as const;

export const api = defineApi({
  films: {
    attributes: {
      title: attribute(z.string(), sortable),
      year: attribute(z.int(), sortable),
      rating: attribute(z.number().min(0).max(10).nullable(), sortable),
    },
    // `sort=director.name` follows the relationship.
    relationships: { director: toOne('directors', { sort: ['name'] }) },
    defaultSort: ['-year'],
  },
  directors: { attributes: { name: attribute(z.string(), sortable) } },
});
