import type { Server } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { brackets, graphiti, offset, plain, spatie } from './client-conventions.ts';

async function read(server: Server, query: string) {
  const url = `/articles?${encodeURI(query)}`;
  const { status, body = '{}' } = await server.handle({ method: 'GET', url, headers: {} });
  const { data = [], meta, errors = [] } = JSON.parse(body);
  const problems = errors.map(({ code }: { code: string }) => code);
  return { status, ids: data.map(({ id }: { id: string }) => id).join(), meta, problems };
}

// The queries are those that the libraries sent to a server that recorded them.
test.each<[string, Server, string, string, unknown]>([
  ['TanStack Query, jsona', plain, 'filter[title]=Hello,Again&sort=-words&page[number]=2&page[size]=1', '1', 2],
  ['Warp Drive', plain, 'filter[id]=1,2&filter[title]=Again&page[number]=1&page[size]=2&sort=-title', '2', 1],
  [
    'Coloquent',
    plain,
    'filter[title]=Again&filter[id]=1,2&include=author&page[number]=1&page[size]=2&sort=-title',
    '2',
    1,
  ],
])('%s: page numbers and meta.page.total', async (_, server, query, ids, total) => {
  expect(await read(server, query)).toMatchObject({ status: 200, ids, meta: { page: { total } } });
});

test.each([
  ['kitsu', 'filter[title]=Again&filter[words][gt]=3&sort=-title&page[limit]=2&page[offset]=0', '2', 1],
  ['kitsu, the second page', 'sort=-title&page[limit]=2&page[offset]=2', '2', 3],
  ['Coloquent', 'filter[author]=9&page[offset]=1&page[limit]=1&sort=title', '1', 2],
])('%s: offsets and meta.count', async (_, query, ids, count) => {
  expect(await read(offset, query)).toMatchObject({ status: 200, ids, meta: { count } });
});

test.each([
  ['devour', 'filter[title]=Again&filter[id][]=1&filter[id][]=2&sort=-title&page[number]=1&page[size]=2', '2', 1],
  ['react-admin: GET_MANY', 'filter[id][]=1&filter[id][]=3', '1,3', 2],
  ['react-admin: GET_MANY_REFERENCE', 'page[number]=1&page[size]=1&filter[author]=9&sort=title', '2', 2],
  ['react-admin: GET_LIST', 'page[number]=2&page[size]=2&sort=-title', '2', 3],
])('%s: lists with brackets and meta.total', async (_, query, ids, total) => {
  expect(await read(brackets, query)).toMatchObject({ status: 200, ids, meta: { total } });
});

describe('Spraypaint', () => {
  test.each([
    ['page[number]=1&page[size]=2&filter[words][gte]=20&filter[id]=1,2&sort=-title&include=author', '2', 1],
    ['filter[title][prefix]=Hel', '1', 1],
    ['filter[title][match]=ell&sort=id', '1,3', 2],
    ['filter[title][not_eq]=Hello&sort=id', '2,3', 2],
  ])('%s: its operators and meta.stats', async (query, ids, total) => {
    expect(await read(graphiti, query)).toMatchObject({ status: 200, ids, meta: { stats: { total } } });
  });

  test('its `stats` method sends a name that the specification reserves', async () => {
    expect(await read(graphiti, 'stats[total]=count')).toMatchObject({ status: 400, problems: ['PARAMETER_UNKNOWN'] });
  });
});

test.each([
  ['filter[title]=ell&sort=id', '1,3', 2],
  ['filter[title]=hello,again&sort=-id&page[number]=1&page[size]=1', '2', 2],
  ['filter[id]=1,2&sort=id', '1,2', 2],
])('conventions of Spatie: %s', async (query, ids, total) => {
  expect(await read(spatie, query)).toMatchObject({ status: 200, ids, meta: { total } });
});

test.each([brackets, graphiti, spatie])('each language keeps the permissions of the declaration', async (server) => {
  expect(await read(server, 'filter[secret]=1')).toMatchObject({ status: 400, problems: ['FILTER_NOT_SUPPORTED'] });
});
