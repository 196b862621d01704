import { expect, test } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { send } from '../../../test/support.ts';
import { cursorPagination } from '../../extensions/cursor-pagination/cursor-pagination.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { PaginationOptions } from './page-rules.ts';

const serverWith = (pagination: PaginationOptions, more: object = {}) =>
  createServer(blog, blogSources(), { pagination, ...more });

test.each<[string, PaginationOptions, object]>([
  ['GET /articles', {}, { page: { total: 3 } }],
  ['GET /articles', { totalName: 'total' }, { total: 3 }],
  ['GET /articles', { totalName: 'page.totalCount' }, { page: { totalCount: 3 } }],
  ['GET /articles', { totalName: 'results.total' }, { results: { total: 3 } }],
  ['GET /articles', { totalName: 'total', types: { articles: { totalName: 'count' } } }, { count: 3 }],
  ['GET /people', { totalName: 'total', types: { articles: { totalName: 'count' } } }, { total: 3 }],
  ['GET /articles/1/comments', { totalName: 'total' }, { total: 3 }],
  ['GET /articles/1/relationships/comments', { totalName: 'total' }, { total: 3 }],
  ['GET /shelves/1/items', { totalName: 'total', types: { articles: { totalName: 'count' } } }, { total: 2 }],
])('%s with %o', async (line, pagination, meta) => {
  const { document } = await send(serverWith(pagination), `${line}?page[total]=true`);
  expect(document.meta).toEqual(meta);
});

test.each([
  ['GET /people', { page: { total: 3 } }, {}],
  ['GET /people', { 'total-count': 3 }, { totalName: 'total-count' }],
  ['GET /people', { stats: { total: 3 } }, { totalName: 'stats.total' }],
  ['GET /articles/1/relationships/comments', { count: 3 }, { totalName: 'count' }],
])('%s: without the parameter, the meta is %j with the page rules %j', async (line, meta, rules) => {
  expect((await send(serverWith({ total: 'always', ...rules }), line)).document.meta).toEqual(meta);
});

test('the meta of the application joins the object of the total', async () => {
  const documents = { meta: () => ({ page: { note: 'x' }, total: 'none' }) };
  const { document } = await send(
    serverWith({ total: 'always', totalName: 'page.all' }, { documents }),
    'GET /articles',
  );
  expect(document.meta).toEqual({ page: { note: 'x', all: 3 }, total: 'none' });
});

test('a profile with pagination defines the name of its total', async () => {
  const key = crypto.getRandomValues(new Uint8Array(32));
  const profiles = [cursorPagination({ key: [key] as never, applied: 'always' })];
  const server = createServer(blog, blogSources(), { profiles, pagination: { totalName: 'count' } } as never);
  const { body = '' } = await server.handle({ method: 'GET', url: '/articles?page[total]=true', headers: {} });
  expect(JSON.parse(body).meta.page.total).toBe(3);
});

test.each(['', 'page', 'a.b.c', 'a b.', '.total', 'a:b', 5])('the name %j is rejected at the start', (totalName) => {
  expect(() => serverWith({ totalName } as never)).toThrow(/pagination.totalName must be/);
});
