import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

const declared = defineApi({
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
type Declared = typeof declared;

// The name that errors and editors print in place of all types.
export interface Blog extends Declared {}
export const api: Blog = declared;
