import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

export const api = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string().min(1), { sort: true, filter: true }),
      body: z.string(),
    },
    relationships: {
      author: toOne('people', { inverse: 'articles' }),
      comments: toMany('comments', { inverse: 'article' }),
    },
  },
  people: {
    attributes: { name: z.string() },
    relationships: { articles: toMany('articles') },
  },
  comments: {
    attributes: { text: z.string() },
    relationships: { article: toOne('articles'), author: toOne('people') },
  },
});
