import { type ApiWith, createClient } from '@linkage/client';
import { defineApi, defineQueryParameters } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createMemorySources, createServer, extendSource } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({ articles: { attributes: { title: z.string() } } });
const parameters = defineQueryParameters({ searchText: z.string().min(2) });
const { articles = {} } = createMemorySources(api, {
  articles: [
    { id: 1, title: 'Trees' },
    { id: 2, title: 'Stones' },
  ],
});
const searchable = extendSource(
  articles,
  {
    list(query, call) {
      const found = { field: 'title', operator: 'contains', values: [query.parameters?.searchText ?? ''] } as const;
      return articles.list?.({ ...query, filter: [...query.filter, found] }, call) ?? { records: [] };
    },
  },
  { applies: ['list'], parameters: { list: parameters } },
);
const server = createServer(api, { articles: searchable }, { parameters });

// #region names
/** The declared parameters of the server, and the page names of its strategy. */
type Articles = ApiWith<typeof api, { parameters: typeof parameters; page: 'number' | 'size' }>;
const client = createClient<Articles>({ baseUrl: 'https://example.com', fetch: toFetchHandler(server) });

export async function search(searchText: string) {
  const { data } = await client.list('articles', { parameters: { searchText }, page: { size: 5 } });
  return data.map(({ title }) => title);
}
// #endregion
