import { attribute, defineApi, defineQueryParameters, formatQuery, parseQuery, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

// Off unless declared: each attribute and each relationship on the way says whether clients may filter or sort by it.
const on = { filter: true, sort: true } as const;
export const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string(), on), words: attribute(z.number().nullable(), on), body: z.string() },
    relationships: { author: toOne('people', on), comments: toMany('comments', { filter: true }) },
  },
  people: { attributes: { name: attribute(z.string(), on), email: z.string() } },
  comments: { attributes: { likes: attribute(z.number(), { filter: true }) } },
});

// Query parameters of your own: their names have a character other than a-z.
export const parameters = defineQueryParameters({ dryRun: z.boolean() });

// What the compiler knows to be wrong does not compile: paths, fields, names to sort and to filter by.
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
