import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

export const api = defineApi({
  categories: {
    attributes: { name: attribute(z.string(), { sort: true, filter: true }) },
    relationships: {
      parent: toOne('categories', { inverse: 'children', filter: true }),
      children: toMany('categories'),
    },
  },
});
