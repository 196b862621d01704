import { createServer, type DataSource } from '@linkage/server';
import { api } from './core.ts';

const rows = new Map([['1', { id: '1', title: 'Hello', author: '9' }]]);

const articles: DataSource<typeof api, 'articles'> = {
  // A page for GET /articles. The server requests one more record, to detect the next page.
  list: ({ page }) => ({ records: [...rows.values()].slice(page.offset, page.offset + page.limit) }),
  // Records by id, in any order, without missing ones. The id of the author in a record is linkage.
  find: (ids) => ids.flatMap((id) => rows.get(id) ?? []),
  // `related(relationship, parentIds, …)` would return relationships that records do not contain.
  delete: (id) => rows.delete(id),
};
const people: DataSource<typeof api, 'people'> = {
  find: (ids) => ids.filter((id) => id === '9').map((id) => ({ id, name: 'Dan' })),
};

export const server = createServer(api, { articles, people }, { baseUrl: 'https://example.com/api' });
export const response = await server.handle({ method: 'GET', url: '/articles?include=author', headers: {} });
