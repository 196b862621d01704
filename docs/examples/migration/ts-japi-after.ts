import { defineApi, serialize, toOne } from '@linkage/core';
import { z } from 'zod';
import { articles, baseUrl } from './data.ts';

// #region serialize
const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
});

export const text = serialize(api, 'articles', articles, {
  include: ['author'],
  jsonapi: { version: '1.1' },
  resources: { articles: { links: ({ id }) => ({ self: `${baseUrl}/articles/${id}` }) } },
});
// #endregion
