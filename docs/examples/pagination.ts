import { defineApi, toMany } from '@linkage/core';
import { createMemorySources, createServer, offsetStrategy } from '@linkage/server';
import { z } from 'zod';

export const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { comments: toMany('comments') } },
  comments: { attributes: { body: z.string() } },
});
const ids = Array.from({ length: 7 }, (_, index) => index + 1);
const sources = createMemorySources(api, {
  articles: ids.map((id) => ({ id, title: `Article ${id}`, comments: ids })),
  comments: ids.map((id) => ({ id, body: `Comment ${id}` })),
});

export const server = createServer(api, sources, {
  limits: { pageSize: 25, pageSizeMaximum: 100 }, // for every type without its own sizes
  pagination: {
    total: 'never',
    types: {
      articles: { strategy: offsetStrategy, pageSize: 3, pageSizeMaximum: 1000, total: 'on-request' },
      comments: { includedSize: 2 },
    },
  },
});
// #region total
export const counting = createServer(api, sources, { pagination: { total: 'always', totalName: 'totalResults' } });
// #endregion
const url = '/articles?page[offset]=3&page[total]=true&include=comments&fields[articles]=comments';
export const page = await server.handle({ method: 'GET', url, headers: {} });
