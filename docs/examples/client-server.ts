import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { atomicOperations, createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

export const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string().min(1), { sort: true, filter: true }) },
    relationships: { author: toOne('people') },
  },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
});
const sources = createMemorySources(api, {
  articles: [
    { id: '1', title: 'Hello', author: '9' },
    { id: '2', title: 'Again', author: '9' },
    { id: '3', title: 'Zero', author: null },
  ],
  people: [{ id: '9', name: 'Dan', articles: ['1', '2'] }],
});
export const server = createServer(api, sources, { baseUrl: '/api', extensions: [atomicOperations()] });
