import { offsetStrategy } from '@linkage/core/http';
import { describe, expect, test } from 'vitest';
import { blogServer, identities, send } from '../../../test/support.ts';

const read = (page: Readonly<Record<string, string>>) =>
  offsetStrategy.read({
    parameters: new Map(Object.entries(page)),
    pageSize: 25,
    pageSizeMaximum: 100,
    sort: [],
    url: '/articles',
    filter: [],
    types: ['articles'],
    profiles: [],
    context: undefined,
    user: undefined,
  });

describe('reads', () => {
  test.each([
    ['LIM-02 nothing: the first page of the default size', {}, { offset: 0, limit: 25 }],
    ['an offset', { offset: '3' }, { offset: 3, limit: 25 }],
    ['zero', { offset: '0' }, { offset: 0, limit: 25 }],
    ['both', { offset: '9999999999', limit: '100' }, { offset: 9_999_999_999, limit: 100 }],
  ])('%s', (_, page, slice) => {
    expect(read(page).slice).toEqual(slice);
  });

  test.each([
    ['limit', ''],
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '1e1'],
    ['offset', '-1'],
    ['offset', ''],
    ['offset', '1.5'],
    ['offset', '99999999999'],
  ])('QRY-13 page[%s]=%j is rejected', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(
      expect.objectContaining({
        errors: [expect.objectContaining({ status: '400', source: { parameter: `page[${name}]` } })],
      }),
    );
  });
});

describe('links to the first, previous, and next page', () => {
  const at = (offset: number) => ({ offset: String(offset) });
  test.each([
    ['the first of several', 0, { hasMore: true }, { prev: null, next: at(10) }],
    ['one in the middle', 10, { hasMore: true }, { prev: at(0), next: at(20) }],
    ['the last', 20, {}, { prev: at(10), next: null }],
    ['the last of those counted', 20, { total: 25 }, { prev: at(10), next: null, last: at(20) }],
    ['a last page that is full', 10, { total: 20 }, { prev: at(0), next: null, last: at(10) }],
    ['less than a page from the start', 3, { total: 25, hasMore: true }, { prev: at(0), next: at(13), last: at(23) }],
    ['nothing at all', 0, { total: 0 }, { prev: null, next: null, last: at(0) }],
    ['behind the last, which is unknown', 90, { count: 0 }, { next: null }],
    ['behind the first, which always exists', 10, { count: 0 }, { prev: at(0), next: null }],
    ['behind the last: back to the last', 90, { total: 25 }, { prev: at(20), next: null, last: at(20) }],
  ])('PAG-03 %s', (_, offset, found, neighbours) => {
    const all = { count: 10, hasMore: false, total: undefined, positions: [], ...found };
    expect(read({ ...at(offset), limit: '10' }).neighbours(all)).toEqual({ first: at(0), ...neighbours });
  });
});

describe('over a server', () => {
  const { server } = blogServer({ pagination: { strategy: offsetStrategy } });

  test('PAG-04 DOC-20 the links keep the limit', async () => {
    const { document } = await send(server, 'GET /articles?sort=title&page[limit]=2');
    expect(identities(document.data)).toEqual(['articles 2', 'articles 1']);
    const next = '/articles?sort=title&page%5Blimit%5D=2&page%5Boffset%5D=2';
    expect(document.links).toMatchObject({ prev: null, next });
    expect(identities((await send(server, `GET ${next}`)).document.data)).toEqual(['articles 3']);
  });

  test('QRY-14 rejects the names of the other strategy and names such as constructor', async () => {
    for (const name of ['number', 'size', 'constructor', 'after']) {
      const { problems } = await send(server, `GET /articles?page[${name}]=1`);
      expect(problems).toEqual([`PAGE_INVALID page[${name}]`]);
    }
  });
});
