import { deserialize, formatQuery } from '@linkage/core';
import { request } from './client-fetch.ts';
import { api } from './core.ts';

/** Options for `useQuery` of TanStack Query: `useQuery(articlesQuery('/api', '-title'))`. */
export const articlesQuery = (origin: string, sort: 'title' | '-title') => ({
  queryKey: ['articles', sort] as const,
  async queryFn({ signal }: { readonly signal: AbortSignal }) {
    const query = formatQuery(api, 'articles', { include: ['author'], sort: [sort] });
    const { document } = await request(`${origin}/articles?${query}`, { signal });
    return deserialize(document, { api, type: 'articles', include: ['author'], collection: true }).data;
  },
});
