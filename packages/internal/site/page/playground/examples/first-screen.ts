import { defineApi, toOne } from '@linkage/core';
import { z } from 'zod';

const declared = defineApi({
  articles: {
    attributes: { title: z.string().min(1) },
    relationships: { author: toOne('people') },
  },
  people: { attributes: { name: z.string() } },
});
type Declared = typeof declared;
interface Blog extends Declared {}
export const api: Blog = declared;
