import { expect, test } from 'vitest';
import type { blog } from '../../test/blog.ts';
import { blogServer, send } from '../../test/support.ts';
import type { PaginationOptions } from './page-rules.ts';

async function metaOf(pagination: PaginationOptions<typeof blog>, url: string): Promise<unknown> {
  const { server } = blogServer({ pagination, onError() {} });
  const { status, document } = await send(server, `GET ${url}`);
  return status === 200 ? document.meta : status;
}

const named: PaginationOptions<typeof blog> = { total: 'always', totalMeta: (total) => ({ 'total-count': total }) };

test.each<[string, PaginationOptions<typeof blog>, string, unknown]>([
  ['without `totalMeta`, the name is page.total', { total: 'always' }, '/people', { page: { total: 3 } }],
  ['a name of the application', named, '/people', { 'total-count': 3 }],
  ['a total on request', { totalMeta: named.totalMeta }, '/people?page[total]=true', { 'total-count': 3 }],
  ['a total that is not requested', { totalMeta: named.totalMeta }, '/people', undefined],
  ['linkage', named, '/people/7/relationships/articles', { 'total-count': 2 }],
  [
    'one type alone',
    { total: 'always', types: { people: { totalMeta: (count) => ({ count }) } } },
    '/people',
    { count: 3 },
  ],
  [
    'the other types keep the name of the server',
    { total: 'always', types: { people: { totalMeta: (count) => ({ count }) } } },
    '/people/7/articles',
    { page: { total: 2 } },
  ],
  ['undefined adds nothing', { total: 'always', totalMeta: () => undefined }, '/people', undefined],
  ['another value is an error of the application', { total: 'always', totalMeta: (() => 7) as never }, '/people', 500],
  ['so is a promise', { total: 'always', totalMeta: (async () => ({})) as never }, '/people', 500],
])('%s', async (_, pagination, url, expected) => {
  expect(await metaOf(pagination, url)).toEqual(expected);
});
