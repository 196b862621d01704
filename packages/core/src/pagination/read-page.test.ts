import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { cursorProfile, cursorStrategy } from '../cursor-pagination.ts';
import { negotiate } from '../media-type/negotiate.ts';
import { parseQuery } from '../query/parse-query.ts';
import { attribute } from '../schema/attribute.ts';
import { defineApi } from '../schema/define-api.ts';
import { offsetStrategy } from './offset.ts';
import { type PageOptions, readPage } from './read-page.ts';

const api = defineApi({
  cities: {
    attributes: { name: attribute(z.string(), { sort: true }), size: attribute(z.int(), { sort: true, filter: true }) },
  },
});
const cities = Array.from({ length: 7 }, (_, index) => ({ id: index + 1, name: `City ${index + 1}`, size: index % 3 }));

/** Reads the page of a URL, as a backend does with an array that is in the order of the collection. */
function pageAt(url: string, options: PageOptions = {}, negotiated?: ReturnType<typeof negotiate>) {
  const query = parseQuery(api, 'cities', url.split(/[?#]/)[1] ?? '');
  const page = readPage({ query, negotiated }, url, options);
  const { offset, limit } = page.slice;
  const total = page.needsTotal ? cities.length : undefined;
  return page.result({ records: cities.slice(offset, offset + limit), total });
}

const idsOf = ({ records }: { readonly records: readonly { readonly id: number }[] }) => records.map(({ id }) => id);

describe('pages by number and offset', () => {
  test.each<readonly [string, string, PageOptions, readonly number[], object, object | undefined]>([
    [
      'PAG-03 the first page',
      '/cities',
      { pageSize: 3 },
      [1, 2, 3],
      { self: '/cities', first: '/cities?page%5Bnumber%5D=1', prev: null, next: '/cities?page%5Bnumber%5D=2' },
      undefined,
    ],
    [
      'PAG-03 the last page, with a total',
      '/cities?sort=name&page[number]=3&page[size]=3&page[total]=true',
      {},
      [7],
      {
        self: '/cities?sort=name&page%5Bnumber%5D=3&page%5Bsize%5D=3&page%5Btotal%5D=true',
        first: '/cities?sort=name&page%5Bnumber%5D=1&page%5Bsize%5D=3&page%5Btotal%5D=true',
        last: '/cities?sort=name&page%5Bnumber%5D=3&page%5Bsize%5D=3&page%5Btotal%5D=true',
        prev: '/cities?sort=name&page%5Bnumber%5D=2&page%5Bsize%5D=3&page%5Btotal%5D=true',
        next: null,
      },
      { page: { total: 7 } },
    ],
    [
      'DOC-20 the links keep every other parameter, of an absolute URL too',
      'https://example.com/cities?fields[cities]=name,size&filter[size][ge]=0&page[offset]=2#part',
      { strategy: offsetStrategy, pageSize: 2, total: 'always', totalName: 'count' },
      [3, 4],
      {
        self: 'https://example.com/cities?fields%5Bcities%5D=name,size&filter%5Bsize%5D%5Bge%5D=0&page%5Boffset%5D=2',
        first: 'https://example.com/cities?fields%5Bcities%5D=name,size&filter%5Bsize%5D%5Bge%5D=0&page%5Boffset%5D=0',
        last: 'https://example.com/cities?fields%5Bcities%5D=name,size&filter%5Bsize%5D%5Bge%5D=0&page%5Boffset%5D=6',
        prev: 'https://example.com/cities?fields%5Bcities%5D=name,size&filter%5Bsize%5D%5Bge%5D=0&page%5Boffset%5D=0',
        next: 'https://example.com/cities?fields%5Bcities%5D=name,size&filter%5Bsize%5D%5Bge%5D=0&page%5Boffset%5D=4',
      },
      { count: 7 },
    ],
  ])('%s', (_, url, options, ids, links, meta) => {
    const page = pageAt(url, options);
    expect([idsOf(page), page.links, page.meta]).toEqual([ids, links, meta]);
  });

  test.each<readonly [string, string, PageOptions, readonly string[]]>([
    [
      'QRY-13 a size above the maximum, and a name that the strategy does not read',
      'page[size]=101&page[after]=x',
      {},
      ['page[after]', 'page[size]'],
    ],
    ['a total that is not offered', 'page[total]=true', { total: 'never' }, ['page[total]']],
    ['a total that is none', 'page[total]=yes', {}, ['page[total]']],
    ['a maximum of the application', 'page[size]=6', { pageSizeMaximum: 5 }, ['page[size]']],
  ])('%s is a 400 that names each parameter', (_, search, options, parameters) => {
    const sources = parameters.map((parameter) => expect.objectContaining({ status: '400', source: { parameter } }));
    expect(() => pageAt(`/cities?${search}`, options)).toThrow(
      expect.objectContaining({ status: 400, errors: sources }),
    );
  });

  test('a total that is asked for and not found is a 400; without a request, it is absent', () => {
    const query = parseQuery(api, 'cities', 'page[total]=true');
    const page = readPage({ query }, '/cities?page[total]=true');
    expect(page.needsTotal).toBe(true);
    expect(() => page.result({ records: [] })).toThrow(expect.objectContaining({ status: 400 }));
    const always = readPage({ query: parseQuery(api, 'cities', '') }, '/cities', { total: 'always' });
    expect(always.result({ records: [] }).meta).toBeUndefined();
  });

  test.each<readonly [object, RegExp]>([
    [{ pageSize: 0 }, /pageSize must be a whole number of 1 or more/],
    [{ pageSize: 30, pageSizeMaximum: 20 }, /pageSize must be at most `pageSizeMaximum`, 20/],
    [{ pageSizes: 30 }, /pageSizes/],
    [{ strategy: { names: [], sizeName: 'size' } }, /readPage: strategy.*`read`/],
    [{ strategy: { names: ['size'], sizeName: 'size', read: async () => ({}) } }, /must not return a promise/],
    [{ totalName: 'page' }, /totalName must be/],
  ])('the options %o are rejected', (options, message) => {
    expect(() => readPage({ query: parseQuery(api, 'cities', '') }, '/cities', options)).toThrow(message);
  });

  test('a misspelled member of the result, and a total that is not a number, are rejected', () => {
    const page = readPage({ query: parseQuery(api, 'cities', '') }, '/cities', { total: 'always' });
    expect(() => page.result({ records: [], hasmore: true } as never)).toThrow(/Did you mean `hasMore`/);
    expect(() => page.result({ records: [], total: '7' as never })).toThrow(/`total` must be a whole number/);
  });
});

describe('pages by cursor', () => {
  const strategy = cursorStrategy({ key: 'a key of thirty-two bytes or more' });
  const negotiated = negotiate(
    { accept: `application/vnd.api+json; profile="${cursorProfile.uri}"`, contentType: undefined, body: false },
    { profiles: [cursorProfile] },
  );
  /** The result of a database: the rows behind a position of `-size`, whose ids decide between equal ones. */
  const rows = cities.toSorted((left, right) => right.size - left.size || right.id - left.id);

  /** Reads a page as a backend does whose table answers `(size, id) < (?, ?)`. */
  function at(url: string, options: PageOptions = {}) {
    const query = parseQuery(api, 'cities', url.split('?')[1] ?? '');
    const page = readPage({ query, negotiated }, url, { strategy, pageSize: 3, ...options });
    const { after, limit } = page.slice;
    const [[size], [id]] = (after ?? [[Number.POSITIVE_INFINITY], ['0']]) as [[number], [string]];
    const behind = rows.filter((row) => row.size < size || (row.size === size && row.id < Number(id)));
    return page.result({ records: behind.slice(0, limit) });
  }

  test('CUR-15 CUR-28 following next returns each record once, and the last page has none', () => {
    const met: number[] = [];
    let url: string | undefined = '/cities?sort=-size&fields[cities]=name';
    while (url !== undefined) {
      const { records, links } = at(url);
      met.push(...records.map(({ id }) => id));
      const { next } = links;
      expect(links.self).toMatchObject({ type: negotiated.contentType });
      url = next === null || next === undefined ? undefined : (next as { readonly href: string }).href;
      if (url !== undefined) expect(url).toMatch(/^\/cities\?sort=-size&fields%5Bcities%5D=name&page%5Bafter%5D=/);
    }
    expect(met).toEqual(rows.map(({ id }) => id));
  });

  test('CUR-24 a record has its cursor, which leads behind it', () => {
    const page = at('/cities?sort=-size');
    const shown = page.recordMeta(page.records[1] as object) as { readonly page: { readonly cursor: string } };
    const { cursor } = shown.page;
    expect(at(`/cities?sort=-size&page[after]=${cursor}`).records).toEqual(rows.slice(2, 5));
    expect(page.recordMeta({})).toBeUndefined();
  });

  test.each<readonly [string, string, PageOptions, object]>([
    ['CUR-35 a size that is not a number', 'page[size]=x', {}, { source: { parameter: 'page[size]' } }],
    [
      'CUR-12 CUR-34 a size above the maximum',
      'page[size]=11',
      { pageSizeMaximum: 10 },
      {
        code: 'PAGE_SIZE_EXCEEDED',
        source: { parameter: 'page[size]' },
        meta: { page: { maxSize: 10 } },
        links: { type: `${cursorProfile.uri}max-size-exceeded` },
      },
    ],
    ['CUR-18 a cursor that is none', 'page[after]=x', {}, { source: { parameter: 'page[after]' } }],
    [
      'CUR-19 CUR-36 a range',
      'page[after]=x&page[before]=y',
      { strategy: cursorStrategy({ key: 'a key of thirty-two bytes or more', ranges: false }) },
      { source: { parameter: 'page[before]' }, links: { type: `${cursorProfile.uri}range-pagination-not-supported` } },
    ],
    [
      'CUR-06 CUR-33 an order without an index',
      'sort=name',
      {
        strategy: cursorStrategy({
          key: 'a key of thirty-two bytes or more',
          supportsSort: (it) => !it.includes('name'),
        }),
      },
      { source: { parameter: 'sort' }, links: { type: `${cursorProfile.uri}unsupported-sort` } },
    ],
  ])('CUR-37 %s is a 400', (_, search, options, error) => {
    expect(() => at(`/cities?${search}`, options)).toThrow(
      expect.objectContaining({ status: 400, errors: expect.arrayContaining([expect.objectContaining(error)]) }),
    );
  });

  test('a cursor is valid for its URL, order, and user', () => {
    const { links } = at('/cities?sort=-size', { user: 7 });
    const { href } = links.next as { readonly href: string };
    expect(at(href, { user: 7 }).records).toEqual(rows.slice(3, 6));
    for (const [url, user] of [
      [href, 8],
      [href.replace('-size', 'size'), 7],
      [href.replace('/cities', '/towns'), 7],
    ] as const)
      expect(() => at(url, { user })).toThrow(/must be a cursor/);
  });

  test('an order through relationships needs positions', () => {
    const query = { page: new Map(), sort: [{ field: 'author.name', descending: false }], filter: [] };
    const page = readPage({ query }, '/articles', { strategy });
    expect(() => page.result({ records: cities })).toThrow(/`positions` must contain one position for each record/);
  });
});
