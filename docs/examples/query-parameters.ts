import { attribute, defineApi, defineQueryParameters, formatQuery, parseQuery, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

// Off by default: each attribute, and each relationship on a path, must allow filters and sorting.
const on = { filter: true, sort: true } as const;
export const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string(), on), words: attribute(z.number().nullable(), on), body: z.string() },
    relationships: { author: toOne('people', on), comments: toMany('comments', { filter: true }) },
  },
  people: { attributes: { name: attribute(z.string(), on), email: z.string() } },
  comments: { attributes: { likes: attribute(z.number(), { filter: true }) } },
});

// Your own query parameters: their names need a character other than a-z.
export const parameters = defineQueryParameters({ dryRun: z.boolean() });

// The compiler checks paths, fields, and the names to sort and filter by.
export const text = formatQuery(api, 'articles', {
  include: ['author'],
  fields: { people: ['name'] },
  sort: ['author.name', '-words'],
  filter: [
    { field: 'author.name', values: ['Ada', 'Bo'] },
    { field: 'comments.likes', operator: 'ge', values: [10] },
  ],
  parameters: { dryRun: true },
});
export const query = parseQuery(api, 'articles', text, { parameters, limits: { sortFields: 3 } });
