import { defineApi, toOne } from '@linkage/core';
import { z } from 'zod';

export const api = defineApi({
  articles: {
    attributes: { title: z.string().min(1) },
    relationships: { author: toOne('people') },
  },
  people: { attributes: { name: z.string() } },
});
