import { createClient, relatedQuery } from '@linkage/client';
import { attribute, defineApi, toMany } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createMemorySources, createServer, relatedQueries } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { comments: toMany('comments') } },
  comments: {
    attributes: {
      state: attribute(z.enum(['open', 'done']), { filter: true }),
      at: attribute(z.int(), { sort: true }),
    },
  },
});

const sources = createMemorySources(api, {
  articles: [{ id: '1', title: 'Hello', comments: ['1', '2', '3', '5'] }],
  comments: [
    { id: '1', state: 'open', at: 10 },
    { id: '2', state: 'done', at: 20 },
    { id: '3', state: 'open', at: 30 },
    { id: '5', state: 'open', at: 50 },
  ],
});

// #region related-queries
export const server = createServer(api, sources, { profiles: [relatedQueries({ applied: 'always' })] });

/** The two latest open comments of an article. */
const query =
  'relatedQuery[comments][filter][state]=open&relatedQuery[comments][sort]=-at&relatedQuery[comments][page][size]=2';
export const latest = await server.handle({ method: 'GET', url: `/articles/1?include=comments&${query}`, headers: {} });
// #endregion

const client = createClient<typeof api>({ baseUrl: 'https://example.com', fetch: toFetchHandler(server) });

// #region client
const parameters = relatedQuery(client, 'articles', 'comments', {
  filter: [{ field: 'state', values: ['open'] }],
  sort: ['-at'],
  page: { size: 2 },
});
export const article = await client.get('articles', '1', { include: ['comments'], parameters });
// #endregion
