/** The cursor pagination profile, requirement by requirement, over memory, SQLite, and PostgreSQL. */
import { validateDocument } from '@linkage/core';
import { cursorProfile } from '@linkage/core/cursor-pagination';
import { type CursorPaginationOptions, createServer, cursorPagination, type PaginationOptions } from '@linkage/server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { api, item, openPlaces, placeNames, type Stock } from '../test/stock.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents as tests look at them
type AnyDocument = any;

const key = 'a key of thirty-two bytes or more';
const mediaType = 'application/vnd.api+json';
const uri = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

/** Seven items: three grades with ties, and NULL. In the order of `grade,id` they are d g a e b f c. */
const seven = [
  item('a', { grade: 1, label: 'p', shop: 's1', tags: ['t1'] }),
  item('b', { grade: 2, label: 'p', shop: 's2', tags: ['t1'] }),
  item('c', { grade: 3, label: 'q', shop: 's1', tags: ['t1'] }),
  item('d', { label: 'q', shop: 's1' }),
  item('e', { grade: 1, label: 'p', tags: ['t1'] }),
  item('f', { grade: 2, label: 'q', shop: 's1' }),
  item('g', { label: 'q' }),
];

let opened: Awaited<ReturnType<typeof openPlaces>>;
const stocks: Stock[] = [];
beforeAll(async () => {
  opened = await openPlaces();
});
afterEach(async () => {
  for (const stock of stocks.splice(0)) await stock.close();
});
afterAll(() => opened?.stop());

interface Settings {
  readonly profile?: CursorPaginationOptions;
  readonly pagination?: PaginationOptions<typeof api>;
  readonly items?: typeof seven;
}

/** A server over a place, and a function that sends a GET request to it and checks the document. */
async function serve(place: string, { profile = {}, pagination = {}, items = seven }: Settings = {}) {
  const stock = await (opened.places[place] as NonNullable<(typeof opened.places)[string]>)(items);
  stocks.push(stock);
  const failures: unknown[] = [];
  const server = createServer(api, stock.sources, {
    profiles: [cursorPagination({ key, applied: 'always', ...profile })],
    pagination: pagination as never,
    onError: (error) => failures.push(error),
  });
  const ask = async (method: string, url: string, body?: unknown, accept = mediaType) => {
    const headers = { accept, ...(body === undefined ? {} : { 'content-type': mediaType }) };
    const response = await server.handle({ method, url, headers, body: body && JSON.stringify(body) } as never);
    expect(failures).toEqual([]);
    const document: AnyDocument = response.body === undefined ? undefined : JSON.parse(response.body);
    if (document !== undefined) {
      const { issues = [] } = validateDocument(document, { as: 'response', profiles: [cursorProfile] });
      expect(issues).toEqual([]);
    }
    return { status: response.status, headers: response.headers, document };
  };
  const get = async (url: string, accept = mediaType): Promise<AnyDocument> =>
    (await ask('GET', url, undefined, accept)).document;
  return { ask, get, server, stock };
}

const idsOf = (document: AnyDocument): string => document.data.map(({ id }: AnyDocument) => id).join('');
const cursorOf = (document: AnyDocument, id: string): string =>
  document.data.find((it: AnyDocument) => it.id === id).meta.page.cursor;
const problemsOf = (document: AnyDocument): readonly string[] =>
  document.errors.map(({ status, code, source = {} }: AnyDocument) =>
    [status, code, ...Object.values(source)].join(' '),
  );
const isLink = expect.objectContaining({ href: expect.any(String) });

/** The places where pages come from, each with the list that they are pages of: the URL, and the ids in order. */
const lists = [
  ['a collection', '/items?sort=grade', 'dgaebfc'],
  ['a collection without a sort', '/items?', 'abcdefg'],
  ['related resources', '/shops/s1/items?sort=-grade', 'cfad'],
  ['linkage', '/shops/s1/relationships/items?sort=grade', 'dafc'],
  ['linkage through a table', '/tags/t1/relationships/items?', 'abce'],
] as const;

describe.each(placeNames)('%s', (place) => {
  describe.each(lists)('%s', (_, url, ids) => {
    test('CUR-02 CUR-14 CUR-17 CUR-26 the first page is full, and says what is around it', async () => {
      const { get } = await serve(place);
      const document = await get(`${url}&page[size]=3`);
      expect(idsOf(document)).toBe(ids.slice(0, 3));
      expect(document.links).toMatchObject({ first: isLink, last: isLink, prev: null, next: isLink });
      expect((await get(`${url}&page[size]=${ids.length}`)).links).toMatchObject({ prev: null, next: null });
    });

    test('CUR-07 CUR-15 CUR-16 CUR-24 CUR-25 each cursor falls on its item: what is after and before it excludes it', async () => {
      const { get } = await serve(place);
      const document = await get(url);
      for (const [index, id] of [...ids].entries()) {
        const cursor = cursorOf(document, id);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(idsOf(await get(`${url}&page[after]=${cursor}`))).toBe(ids.slice(index + 1));
        expect(idsOf(await get(`${url}&page[before]=${cursor}`))).toBe(ids.slice(0, index));
        const nearest = await get(`${url}&page[before]=${cursor}&page[size]=2`);
        expect(idsOf(nearest)).toBe(ids.slice(Math.max(0, index - 2), index));
      }
    });

    test('CUR-19 CUR-20 a range is everything between two cursors, as many as the maximum', async () => {
      const { get } = await serve(place, { pagination: { types: { items: { pageSize: 1, pageSizeMaximum: 50 } } } });
      const document = await get(`${url}&page[size]=50`);
      const between = (from: string, to: string) =>
        `${url}&page[after]=${cursorOf(document, from)}&page[before]=${cursorOf(document, to)}`;
      const [first = '', last = ''] = [ids[0], ids.at(-1)];
      const range = await get(between(first, last));
      expect(idsOf(range)).toBe(ids.slice(1, -1));
      expect(range.meta?.page?.rangeTruncated).toBeUndefined();
      // Nothing is between a cursor and one in front of it; both links lead on all the same.
      const empty = await get(between(last, first));
      expect(empty.data).toEqual([]);
      const [second = ''] = ids.slice(1);
      const none = await get(between(first, second));
      expect(none.data).toEqual([]);
      expect([idsOf(await get(none.links.prev.href)), idsOf(await get(none.links.next.href))]).toEqual([first, second]);
    });

    test('CUR-21 CUR-39 a range that does not fit on a page: the page without page[before], and rangeTruncated', async () => {
      const { get } = await serve(place);
      const document = await get(url);
      const [after, before] = [cursorOf(document, ids[0] as string), cursorOf(document, ids.at(-1) as string)];
      const range = await get(`${url}&page[after]=${after}&page[before]=${before}&page[size]=1`);
      expect([idsOf(range), range.meta.page.rangeTruncated]).toEqual([ids[1], true]);
      expect(range.data).toEqual((await get(`${url}&page[after]=${after}&page[size]=1`)).data);
      // The next page goes on in the range, up to its end.
      expect(idsOf(await get(range.links.next.href))).toBe(ids[2]);
      expect(range.links.next.href).toContain(`page%5Bbefore%5D=${before}`);
    });

    test('CUR-28 CUR-29 CUR-30 next and prev are null at the ends of the list', async () => {
      const { get } = await serve(place);
      const document = await get(url);
      const [first, last] = [cursorOf(document, ids[0] as string), cursorOf(document, ids.at(-1) as string)];
      expect((await get(`${url}&page[after]=${first}`)).links.next).toBeNull();
      expect((await get(`${url}&page[before]=${last}`)).links.prev).toBeNull();
      const behind = await get(`${url}&page[after]=${last}`);
      expect([behind.data, behind.links.next]).toEqual([[], null]);
      // Back from behind the end comes the last page, its last item included.
      expect(idsOf(await get(behind.links.prev.href))).toBe(ids);
      const before = await get(`${url}&page[before]=${first}`);
      expect([before.data, before.links.prev]).toEqual([[], null]);
      expect(idsOf(await get(before.links.next.href))).toBe(ids);
    });

    test('CUR-27 first and last lead to the first and the last page', async () => {
      const { get } = await serve(place);
      const { links } = await get(`${url}&page[size]=2`);
      expect(idsOf(await get(links.first.href))).toBe(ids.slice(0, 2));
      const last = await get(links.last.href);
      expect([idsOf(last), last.links.next]).toEqual([ids.slice(-2), null]);
      expect(idsOf(await get(last.links.prev.href))).toBe(ids.slice(-4, -2));
    });

    test('CUR-31 the total is that of the whole list', async () => {
      const { get } = await serve(place);
      const document = await get(`${url}&page[size]=2&page[total]=true`);
      expect(document.meta.page.total).toBe(ids.length);
      expect((await get(document.links.next.href)).meta.page.total).toBe(ids.length);
    });
  });

  test('CUR-04 a walk meets items with equal values once, in both directions of the sort', async () => {
    const { get } = await serve(place);
    for (const [sort, ids] of [
      ['label', 'abecdfg'],
      ['-label', 'gfdceba'],
      ['-label,grade', 'dgfcaeb'],
    ] as const) {
      const met: string[] = [];
      let next: string | undefined = `/items?sort=${sort}&page[size]=1`;
      while (next !== undefined) {
        const document: AnyDocument = await get(next);
        met.push(idsOf(document));
        next = document.links.next?.href;
      }
      expect([sort, met.join('')]).toEqual([sort, ids]);
    }
  });

  test('CUR-05 an empty list has an empty page', async () => {
    const { get } = await serve(place);
    for (const url of ['/items?filter[label]=none', '/shops/s2/items?filter[label]=none']) {
      const document = await get(url);
      expect([document.data, document.links.prev, document.links.next]).toEqual([[], null, null]);
      expect((await get(document.links.last.href)).data).toEqual([]);
    }
  });

  test('CUR-08 a cursor whose item was deleted or moved has the same items before and after it', async () => {
    const { get, ask } = await serve(place);
    const document = await get('/items?sort=grade');
    const [a, b] = [cursorOf(document, 'a'), cursorOf(document, 'b')];
    expect((await ask('DELETE', '/items/a')).status).toBe(204);
    const changes = { type: 'items', id: 'b', attributes: { grade: 9 } };
    expect((await ask('PATCH', '/items/b', { data: changes })).status).toBe(200);
    expect(idsOf(await get(`/items?sort=grade&page[after]=${a}`))).toBe('efcb');
    expect(idsOf(await get(`/items?sort=grade&page[before]=${a}`))).toBe('dg');
    expect(idsOf(await get(`/items?sort=grade&page[after]=${b}`))).toBe('fcb');
    expect(idsOf(await get(`/items?sort=grade&page[before]=${b}`))).toBe('dge');
  });

  test('CUR-29 CUR-30 nothing is in front of a cursor any more: prev is null, or leads to an empty page', async () => {
    const { get, ask } = await serve(place);
    const cursor = cursorOf(await get('/items'), 'b');
    for (const id of ['a', 'b']) await ask('DELETE', `/items/${id}`);
    const { data, links } = await get(`/items?page[after]=${cursor}`);
    expect(data[0].id).toBe('c');
    expect(links.prev === null || idsOf(await get(links.prev.href))).toBe(place === 'memory' ? true : '');
  });

  test('CUR-06 CUR-33 CUR-37 an order that the server does not paginate', async () => {
    const supportsSort = (fields: readonly string[]) => !fields.includes('-label');
    const { get } = await serve(place, { profile: { supportsSort } });
    const { errors } = await get('/items?sort=grade,-label');
    expect(errors).toMatchObject([
      { status: '400', source: { parameter: 'sort' }, links: { type: `${uri}unsupported-sort` } },
    ]);
    expect(idsOf(await get('/items?sort=grade,label'))).toBe('dgaebfc');
  });

  test.each(['0', '00', '-1', '+1', '1.0', '1e1', ' 1', '1 ', '', 'x', '٣', '0x1', '1,2'])(
    'CUR-10 CUR-35 %j is not a size',
    async (size) => {
      const { get } = await serve(place);
      expect(problemsOf(await get(`/items?page[size]=${encodeURIComponent(size)}`))).toEqual([
        '400 PAGE_INVALID page[size]',
      ]);
    },
  );

  test('CUR-10 leading zeros are read as decimals', async () => {
    const { get } = await serve(place);
    expect(idsOf(await get('/items?page[size]=0000000000000000000002'))).toBe('ab');
  });

  test.each(['6', '100', '99999999999999999999', '9'.repeat(400)])(
    'CUR-11 CUR-12 CUR-34 CUR-37 %s is above the maximum',
    async (size) => {
      const { get } = await serve(place, { pagination: { types: { items: { pageSizeMaximum: 5 } } } });
      expect((await get(`/items?page[size]=${size}`)).errors).toMatchObject([
        {
          status: '400',
          code: 'PAGE_SIZE_EXCEEDED',
          source: { parameter: 'page[size]' },
          meta: { page: { maxSize: 5 } },
          links: { type: `${uri}max-size-exceeded` },
        },
      ]);
    },
  );

  test('CUR-11 CUR-13 sizes by type; without a maximum, every size is read', async () => {
    const types = { items: { pageSize: 2, pageSizeMaximum: Number.POSITIVE_INFINITY }, shops: { pageSize: 1 } };
    const { get } = await serve(place, { pagination: { types } });
    expect(idsOf(await get('/items'))).toBe('ab');
    expect((await get('/shops')).data).toHaveLength(1);
    expect(idsOf(await get('/items?page[size]=99999999999999999999'))).toBe('abcdefg');
    const document = await get('/items?page[size]=9');
    const range = `page[after]=${cursorOf(document, 'a')}&page[before]=${cursorOf(document, 'g')}`;
    expect(idsOf(await get(`/items?${range}`))).toBe('bcdef');
  });

  test.each(['', 'x', '1', 'null', '1AAAA', 'AAAAAAAAAAAAAAAAAAAAAAAA', '1'.repeat(5000)])(
    'CUR-18 CUR-35 %.9j is not a cursor',
    async (cursor) => {
      const { get } = await serve(place);
      for (const name of ['after', 'before']) {
        const document = await get(`/items?page[${name}]=${cursor}`);
        expect(problemsOf(document)).toEqual([`400 PAGE_INVALID page[${name}]`]);
      }
    },
  );

  test('CUR-19 CUR-36 CUR-37 a server that does not read ranges', async () => {
    const { get } = await serve(place, { profile: { ranges: false } });
    const document = await get('/items');
    const url = `/items?page[after]=${cursorOf(document, 'a')}&page[before]=${cursorOf(document, 'c')}`;
    expect((await get(url)).errors).toMatchObject([
      { status: '400', code: 'PAGE_RANGE_NOT_SUPPORTED', links: { type: `${uri}range-pagination-not-supported` } },
    ]);
  });

  test('CUR-35 all parameters at fault are named at once', async () => {
    const { get } = await serve(place);
    expect(problemsOf(await get('/items?page[size]=0&page[after]=x&page[before]=y&page[number]=1'))).toEqual([
      '400 PAGE_INVALID page[number]',
      '400 PAGE_INVALID page[size]',
      '400 PAGE_INVALID page[after]',
      '400 PAGE_INVALID page[before]',
    ]);
  });

  test('CUR-22 CUR-23 CUR-24 items have cursors in meta.page, or none if the option says so', async () => {
    for (const url of [
      '/items',
      '/shops/s1/items',
      '/shops/s1/relationships/items',
      '/shops/s1/relationships/items?include=items',
    ]) {
      const withCursors = (await (await serve(place)).get(url)).data;
      expect(withCursors.every(({ meta }: AnyDocument) => typeof meta.page.cursor === 'string')).toBe(true);
      const without = (await (await serve(place, { profile: { itemCursors: false } })).get(url)).data;
      expect(without.some(({ meta }: AnyDocument) => meta !== undefined)).toBe(false);
    }
  });

  test('CUR-26 a relationship that is included page by page has links of its own, which lead on', async () => {
    const { get, stock } = await serve(place, { pagination: { types: { items: { includedSize: 2 } } } });
    const ran = stock.queries.length;
    const { data, included } = await get('/shops?include=items');
    // One statement for the shops, and one for the pages of all of them.
    expect(stock.queries.length - ran).toBe(place === 'memory' ? 0 : 2);
    expect(included.map(({ id }: AnyDocument) => id)).toEqual(expect.arrayContaining(['a', 'c']));
    const { items } = data.find(({ id }: AnyDocument) => id === 's1').relationships;
    expect([items.data.map(({ id }: AnyDocument) => id), items.links.prev]).toEqual([['a', 'c'], null]);
    const next = await get(items.links.next.href);
    expect([idsOf(next), next.links.next]).toEqual(['df', null]);
    expect(next.included.map(({ id }: AnyDocument) => id)).toEqual(['d', 'f']);
    expect(idsOf(await get(next.links.prev.href))).toBe('ac');
    expect(idsOf(await get(items.links.last.href))).toBe('df');
    // All members of the other shop are on its page.
    expect(data.find(({ id }: AnyDocument) => id === 's2').relationships.items.links).toMatchObject({
      prev: null,
      next: null,
    });
  });

  test('the port: pages of each parent by positions, in both directions', async () => {
    const { stock } = await serve(place);
    const selection = { attributes: new Set<string>(), relationships: new Set<string>() };
    const call = { context: undefined, signal: new AbortController().signal };
    const read = async (type: 'shops' | 'tags', page: object) => {
      const pagePerParent = { offset: 0, limit: 2, positions: true, ...page };
      const parents = type === 'shops' ? ['s1', 's2'] : ['t1'];
      const found = await stock.sources[type].related?.(
        'items',
        parents,
        { atMost: 99, selection, pagePerParent },
        call,
      );
      return [...(found ?? new Map())].map(([id, given]) => [
        id,
        given.records.map((it: { readonly id: string }) => it.id).join(''),
        given.positions,
      ]);
    };
    const idsIn = (found: readonly (readonly unknown[])[]) =>
      found.filter(([, ids]) => ids !== '').map(([id, ids]) => `${id} ${ids}`);
    const [first = []] = await read('shops', {});
    expect(first.slice(0, 2)).toEqual(['s1', 'ac']);
    const after = (first[2] as readonly unknown[])[1];
    expect(idsIn(await read('shops', { after }))).toEqual(['s1 df']);
    expect(idsIn(await read('shops', { before: after }))).toEqual(['s1 a', 's2 b']);
    expect(idsIn(await read('shops', { before: [] }))).toEqual(['s1 df', 's2 b']);
    expect(idsIn(await read('shops', { after: [] }))).toEqual([]);
    expect(idsIn(await read('tags', { before: [] }))).toEqual(['t1 ce']);
  });
});
