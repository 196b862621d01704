import { attribute, buildDocument, defineApi, resourceUrls, serialize, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

const api = defineApi({
  articles: {
    attributes: {
      title: z.string(),
      // A codec: records contain a Date, documents contain the string.
      publishedAt: attribute(instant, { encode: (value) => z.encode(instant, value) }),
    },
    relationships: { author: toOne('people'), comments: toMany('comments') },
  },
  comments: { attributes: { body: z.string() } },
  people: { attributes: { name: z.string() } },
});

// The records of an ORM: nested records, ids, null for "none", absent for "not loaded".
const author = { id: 9n, name: 'Dan', passwordHash: 'stays here' };
const records = [
  { id: 1, title: 'Hello', publishedAt: new Date(0), author, comments: [5, 6], views: 17 },
  { id: 2, title: 'Again', publishedAt: new Date(0), author: null, views: 3 },
];

const options = {
  include: ['author'],
  fields: { articles: ['title', 'author', 'comments'] },
  // Links in your own scheme. For all recommended links, use `baseUrl: '/api'` instead.
  urls: { resource: resourceUrls('/api').resource },
  links: { self: '/api/articles?include=author' },
  meta: { total: 2 },
  // Members of resource objects besides their fields, as functions of the record.
  resources: { articles: { meta: (record: object) => ({ views: (record as { views?: number }).views }) } },
} as const;

/** JSON text: the fastest way. */
export const text = serialize(api, 'articles', records, options);

/** The same document as a frozen object, typed by `include` and `fields`. */
export const document = buildDocument(api, 'articles', records, options);
export const name = document.included[0]?.attributes.name;
