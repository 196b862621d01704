import { attribute, defineAction, defineApi, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

export const api = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string().min(1).max(60), { sort: true }),
      publishedAt: attribute(z.iso.datetime().nullable(), { write: false }),
    },
    relationships: { author: toOne('people') },
    actions: { publish: defineAction() },
  },
  people: { attributes: { name: z.string().min(1) }, relationships: { articles: toMany('articles') } },
});
