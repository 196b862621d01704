import { toFetchHandler } from '@linkage/fetch';
import { createServer, type DataSource } from '@linkage/server';
import { api } from './core.ts';

const articles: DataSource<typeof api, 'articles'> = {
  // All records that match `filter`, in the order of `sort`: here those of a database cursor.
  async *stream() {
    for (let id = 1; id <= 100_000; id++) yield { id, title: `Article ${id}` };
  },
  list: () => ({ records: [] }), // for requests with `page`
};
export const server = createServer(api, { articles, people: {} }, { stream: { articles: true } });
export const exporting = toFetchHandler(server); // or any other framework
