import { pageNumberStrategy } from '@linkage/core/http';
import { describe, expect, test } from 'vitest';
import { blogServer, identities, send } from '../../../test/support.ts';

const read = (page: Readonly<Record<string, string>>) =>
  pageNumberStrategy.read({
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
    ['a number', { number: '3' }, { offset: 50, limit: 25 }],
    ['a size', { size: '10' }, { offset: 0, limit: 10 }],
    ['both', { number: '2', size: '10' }, { offset: 10, limit: 10 }],
    ['the largest size', { size: '100' }, { offset: 0, limit: 100 }],
    ['leading zeros', { number: '007', size: '01' }, { offset: 6, limit: 1 }],
    ['the largest number', { number: '9999999999' }, { offset: 249_999_999_950, limit: 25 }],
  ])('%s', (_, page, slice) => {
    expect(read(page).slice).toEqual(slice);
  });

  test.each([
    ['size', ''],
    ['size', '0'],
    ['size', '-1'],
    ['size', '+1'],
    ['size', '1.0'],
    ['size', '1e1'],
    ['size', '0x1'],
    ['size', ' 1'],
    ['size', '1\n'],
    ['size', '٣'],
    ['size', '101'],
    ['number', '0'],
    ['number', '99999999999'],
    ['number', 'NaN'],
  ])('QRY-13 page[%s]=%j is rejected', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(
      expect.objectContaining({
        errors: [expect.objectContaining({ status: '400', source: { parameter: `page[${name}]` } })],
      }),
    );
  });
});

describe('links to the first, previous, and next page', () => {
  const [one, two, three] = [{ number: '1' }, { number: '2' }, { number: '3' }];
  test.each([
    ['the first of several', {}, { hasMore: true }, { prev: null, next: two }],
    ['the only one', {}, {}, { prev: null, next: null }],
    ['one in the middle', two, { hasMore: true }, { prev: one, next: three }],
    ['the last', three, {}, { prev: two, next: null }],
    ['the last of those counted', three, { total: 75 }, { prev: two, next: null, last: three }],
    ['one more would be a page of its own', one, { total: 26, hasMore: true }, { prev: null, next: two, last: two }],
    ['nothing at all: the one page there is, is empty', one, { total: 0 }, { prev: null, next: null, last: one }],
    ['behind the last: back to the last', { number: '9' }, { total: 60 }, { prev: three, next: null, last: three }],
  ])('PAG-03 %s', (_, page, found, neighbours) => {
    const all = { count: 25, hasMore: false, total: undefined, positions: [], ...found };
    expect(read(page).neighbours(all)).toEqual({ first: one, ...neighbours });
  });
});

describe('over a server', () => {
  const { server } = blogServer();

  test('PAG-04 DOC-20 following next returns each resource once, in order, with the same filter and sort', async () => {
    let url: string | null = '/articles?filter[views][gt]=0&sort=-title&page[size]=1';
    const met: string[] = [];
    while (url !== null) {
      const { document } = await send(server, `GET ${url}`);
      met.push(...identities(document.data));
      url = document.links.next;
      if (url !== null) expect(url).toMatch(/filter%5Bviews%5D%5Bgt%5D=0&sort=-title&page%5Bsize%5D=1/);
    }
    expect(met).toEqual(['articles 3', 'articles 1', 'articles 2']);
  });

  test('a page after the last page is empty and has no next link', async () => {
    const { document } = await send(server, 'GET /articles?page[number]=9');
    expect(document.data).toEqual([]);
    expect(document.links).toMatchObject({ first: '/articles?page%5Bnumber%5D=1', next: null });
    // Without a total, the last page is unknown: page 8 does not exist.
    expect(document.links).not.toHaveProperty('prev');
    const second = await send(server, 'GET /articles?page[number]=2');
    expect(second.document.links).toMatchObject({ prev: '/articles?page%5Bnumber%5D=1' });
  });

  test('QRY-14 the error names the parameter as the client sent it', async () => {
    const { status, problems } = await send(server, 'GET /articles?page%5Bsize%5D=0');
    expect([status, ...problems]).toEqual([400, 'PAGE_INVALID page[size]']);
    expect((await send(server, 'GET /articles?page[]=1')).problems).toEqual(['PARAMETER_UNKNOWN page[]']);
  });
});
