import { describe, expect, test } from 'vitest';
import { blogServer, identities, send } from '../../test/support.ts';
import { pageNumberStrategy } from './page-number.ts';

const limits = { pageSize: 25, pageSizeMaximum: 100 };
const read = (page: Readonly<Record<string, string>>) => pageNumberStrategy.read(new Map(Object.entries(page)), limits);

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
    ['offset', '1'],
    ['constructor', '1'],
  ])('QRY-13 page[%s]=%j is refused', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(
      expect.objectContaining({
        errors: [expect.objectContaining({ status: '400', source: { parameter: `page[${name}]` } })],
      }),
    );
  });
});

describe('names the pages around', () => {
  test.each([
    ['the first of several', {}, true, { prev: null, next: { 'page[number]': '2' } }],
    ['the only one', {}, false, { prev: null, next: null }],
    ['one in the middle', { number: '2' }, true, { prev: { 'page[number]': '1' }, next: { 'page[number]': '3' } }],
    ['the last', { number: '3' }, false, { prev: { 'page[number]': '2' }, next: null }],
  ])('PAG-03 %s', (_, page, hasMore, neighbours) => {
    expect(read(page).neighbours(hasMore)).toEqual({ first: { 'page[number]': '1' }, ...neighbours });
  });
});

describe('over a server', () => {
  const { server } = blogServer();

  test('PAG-04 DOC-20 walking next meets everything once, in order; filter and sort stay', async () => {
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

  test('a page behind the last one is empty and leads back', async () => {
    const { document } = await send(server, 'GET /articles?page[number]=9');
    expect(document.data).toEqual([]);
    expect(document.links).toMatchObject({ first: '/articles?page%5Bnumber%5D=1', next: null });
  });

  test('QRY-14 the error names the parameter as it was sent', async () => {
    const { status, problems } = await send(server, 'GET /articles?page%5Bsize%5D=0');
    expect([status, ...problems]).toEqual([400, 'PAGE_INVALID page[size]']);
    expect((await send(server, 'GET /articles?page[]=1')).problems).toEqual(['PARAMETER_UNKNOWN page[]']);
  });
});
