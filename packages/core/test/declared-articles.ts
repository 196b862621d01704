import { z } from 'zod';
import { defineApi, toMany, toOne } from '../src/index.ts';

/** The API that rules which compare with a declaration are tested with. */
export const declaredArticles = defineApi({
  articles: {
    attributes: { title: z.string(), tags: z.array(z.string()) },
    relationships: { author: toOne('people'), comments: toMany('comments') },
  },
  people: {},
  comments: {},
});
