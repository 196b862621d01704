import { z } from 'zod';
import { attribute, defineApi, toMany, toOne } from '../src/index.ts';

/** The API that tests of documents share: articles, their people, comments on articles or on other comments. */
export const blog = defineApi({
  articles: {
    attributes: {
      title: z.string().min(1),
      createdAt: attribute(z.iso.datetime().optional(), { write: false, sort: true }),
      tags: z.array(z.object({ name: z.string() })).optional(),
    },
    relationships: { author: toOne('people'), comments: toMany('comments') },
  },
  people: {
    attributes: { name: z.string() },
    relationships: { articles: toMany('articles', { write: false }), friend: toOne('people') },
    clientGeneratedIds: true,
  },
  comments: {
    attributes: { body: z.string() },
    relationships: { author: toOne('people'), on: toOne(['articles', 'comments']) },
  },
  // A type without fields: an id is all there is to know of it.
  markers: {},
  collections: { relationships: { items: toMany(['articles', 'comments']), marker: toOne('markers') } },
});
