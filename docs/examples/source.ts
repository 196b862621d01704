import { createServer, type DataSource } from '@linkage/server';
import { api } from './core.ts';

const rows = new Map([['1', { id: '1', title: 'Hello', author: '9' }]]);

const articles: DataSource<typeof api, 'articles'> = {
  // A page: GET /articles. It is asked for one record more than it shows, which tells whether there is a next page.
  list: ({ page }) => ({ records: [...rows.values()].slice(page.offset, page.offset + page.limit) }),
  // Records by id, in any order; a missing one is left out. The author's id in a record is linkage that costs nothing.
  find: (ids) => ids.flatMap((id) => rows.get(id) ?? []),
  // `related(relationship, parentIds, …)` would answer for many parents at once what records do not carry themselves.
  delete: (id) => rows.delete(id),
};
const people: DataSource<typeof api, 'people'> = {
  find: (ids) => ids.filter((id) => id === '9').map((id) => ({ id, name: 'Dan' })),
};

export const server = createServer(api, { articles, people }, { baseUrl: 'https://example.com/api' });
export const response = await server.handle({ method: 'GET', url: '/articles?include=author', headers: {} });
