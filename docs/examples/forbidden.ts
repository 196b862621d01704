import { defineApi, toMany, toOne } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people', { inverse: 'articles' }) } },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
});
const sources = createMemorySources(api, {
  articles: [
    { id: '1', title: 'Mine', author: '7' },
    { id: '2', title: 'Theirs', author: '8' },
  ],
  people: [
    { id: '7', name: 'Ada' },
    { id: '8', name: 'Bob' },
  ],
});
export const log: string[] = [];

// #region debug
export const server = createServer(api, sources, {
  context: ({ headers }) => headers['x-user'] as string | undefined,
  access: {
    articles: {
      read: (user) => user !== undefined && [{ field: 'author', values: [user] }],
      create: (user) => user !== undefined,
      update: (user, { record }) => record.author?.id === user,
    },
    people: { read: () => true, update: (user, { id }) => id === user },
  },
  debug: process.env['NODE_ENV'] === 'development' || process.env['NODE_ENV'] === 'test',
  onRequest:
    ({ method, route, headers }) =>
    ({ status, rejection }) => {
      if (rejection !== undefined) log.push(`${method} ${route} ${status} by ${headers['x-user']}: ${rejection}`);
    },
});
// #endregion
