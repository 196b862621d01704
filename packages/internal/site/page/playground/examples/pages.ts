import { attribute, defineApi } from '@linkage/core';
import { z } from 'zod';

export const api = defineApi({
  planets: {
    attributes: {
      name: attribute(z.string(), { sort: true }),
      moons: attribute(z.int().nonnegative(), { sort: true, filter: true }),
    },
    defaultSort: ['name'],
  },
});
