import { createServer, cursorPagination, type ServerOptions } from '@linkage/server';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type Item, item, openPlaces, placeNames, type StockSources, shops } from '../test/stock.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents as tests look at them
type AnyDocument = any;

const key = 'a key of thirty-two bytes or more';
const profiles = [cursorPagination({ key, applied: 'always' })];
const runs = Number(process.env['PROPERTY_RUNS'] ?? 60);

let opened: Awaited<ReturnType<typeof openPlaces>>;
beforeAll(async () => {
  opened = await openPlaces();
});
afterAll(() => opened?.stop());

/** @param seen The shops that the user can read. */
function getterOf(sources: StockSources, seen: readonly string[]) {
  const read = () => seen.length === shops.length || [{ field: 'id' as const, values: seen }];
  const access = { shops: { read } };
  const options: ServerOptions = {
    profiles,
    access,
    defaultAccess: 'allow',
    limits: { pageSizeMaximum: 1000, requestTime: 0, sourceTime: 0 },
  };
  const failures: unknown[] = [];
  const server = createServer(api, sources, { ...options, onError: (it: unknown) => failures.push(it) } as never);
  return async (url: string): Promise<AnyDocument> => {
    const { status, body = '' } = await server.handle({ method: 'GET', url, headers: {} });
    expect([failures, status, status === 200 ? '' : body]).toEqual([[], 200, '']);
    return JSON.parse(body);
  };
}

const idsOf = (document: AnyDocument): readonly string[] => document.data.map(({ id }: AnyDocument) => id);
const hrefOf = (link: AnyDocument): string => link.href;

const anItem = fc.record({
  label: fc.constantFrom('a', 'b', 'B', 'ä', ''),
  grade: fc.option(fc.integer({ min: -2, max: 2 })),
  price: fc.option(fc.constantFrom('1.10', '1.100000000000000001', '1.100000000000000002')),
  at: fc.option(fc.constantFrom('2024-01-01 00:00:00.000001+00', '2024-01-01 00:00:00.000002+00')),
  shop: fc.option(fc.constantFrom('s1', 's2')),
});
const items = fc
  .array(anItem, { maxLength: 25 })
  // Ids in another order than that of creation.
  .map((all): Item[] => all.map((it, index) => item(`i${(index * 17) % 29}`, it)));
const sort = fc
  .uniqueArray(fc.constantFrom('label', 'grade', 'price', 'at', 'shop.name'), { maxLength: 3 })
  .chain((names) => fc.tuple(...names.map((name) => fc.constantFrom(name, `-${name}`))));
const filters: Readonly<Record<string, (it: Item, seen: readonly string[]) => boolean>> = {
  '': () => true,
  'filter[grade][ge]=0': ({ grade }) => grade !== null && grade >= 0,
  'filter[label]=a,b': ({ label }) => label === 'a' || label === 'b',
  'filter[shop.name]=Corner': ({ shop }, seen) => shop === 's1' && seen.includes(shop),
  'filter[grade]=null': ({ grade }) => grade === null,
};

/** The plain model: all keys, null least or where the attribute says, the id last in the direction of the key in front of it. */
function modelOrder(keys: readonly string[], seen: readonly string[]): (left: Item, right: Item) => number {
  const directed = [...keys, `${keys.at(-1)?.startsWith('-') ? '-' : ''}id`];
  const keyIn = (it: Item, name: string) =>
    name === 'shop.name'
      ? (shops.find(({ id }) => id === it.shop && seen.includes(id))?.name ?? null)
      : it[name as 'label'];
  return (left, right) => {
    for (const key of directed) {
      const name = key.replace('-', '');
      const [a, b] = [keyIn(left, name), keyIn(right, name)];
      if (a === b) continue;
      if (a === null && name === 'price') return -1;
      if (b === null && name === 'price') return 1;
      if (a === null && name === 'at') return 1;
      if (b === null && name === 'at') return -1;
      const isLess = a === null || (b !== null && a < b);
      return isLess === key.startsWith('-') ? 1 : -1;
    }
    return 0;
  };
}

describe.each(placeNames)('%s', (place) => {
  test('CUR-03 CUR-04 CUR-05 CUR-15 CUR-16 pages are those of a plain model, and prev of next is the page itself', async () => {
    const given = [items, sort, fc.constantFrom(...Object.keys(filters)), fc.integer({ min: 1, max: 9 })] as const;
    await fc.assert(
      fc.asyncProperty(
        ...given,
        fc.constantFrom('/items', '/shops/s1/items'),
        fc.constantFrom(['s1', 's2'], ['s1'], ['s2']),
        async (all, keys, filter, size, path, some) => {
          const seen = path === '/items' ? some : ['s1', ...some];
          const stock = await (opened.places[place] as NonNullable<(typeof opened.places)[string]>)(all);
          try {
            const get = getterOf(stock.sources, seen);
            const isThere = (it: Item): boolean =>
              (path === '/items' || it.shop === 's1') && filters[filter]?.(it, seen) === true;
            const expected = all
              .filter(isThere)
              .toSorted(modelOrder(keys, seen))
              .map(({ id }) => id);
            const parameters = [`page[size]=${size}`, ...(keys.length === 0 ? [] : [`sort=${keys.join(',')}`]), filter];
            const start = `${path}?${parameters.join('&')}`;
            const pages: AnyDocument[] = [await get(start)];
            while (pages.at(-1).links.next !== null) pages.push(await get(hrefOf(pages.at(-1).links.next)));
            expect(pages.flatMap(idsOf)).toEqual(expected);
            expect(pages.slice(0, -1).every((page) => page.data.length === size)).toBe(true);
            // Back again: prev of each page is the page in front of it.
            let back = pages.at(-1);
            for (const page of pages.slice(0, -1).reverse()) {
              back = await get(hrefOf(back.links.prev));
              expect(idsOf(back)).toEqual(idsOf(page));
            }
            expect(back.links.prev === null || idsOf(await get(hrefOf(back.links.prev))).length === 0).toBe(true);
            expect(idsOf(await get(hrefOf(pages[0].links.last)))).toEqual(expected.slice(-size));
            expect(idsOf(await get(hrefOf(pages.at(-1).links.first)))).toEqual(expected.slice(0, size));
            // Each cursor falls on its resource, and two of them enclose what is between.
            const cursors = pages.flatMap(({ data }) => data.map(({ meta }: AnyDocument) => meta.page.cursor));
            const [low, high] = [Math.floor(cursors.length / 4), Math.ceil(cursors.length / 2)];
            if (high < cursors.length && low < high) {
              const range = `${path}?${parameters.slice(1).join('&')}&page[after]=${cursors[low]}&page[before]=${cursors[high]}`;
              expect(idsOf(await get(range))).toEqual(expected.slice(low + 1, high));
            }
          } finally {
            await stock.close();
          }
        },
      ),
      { numRuns: Math.ceil(runs / (place === 'MariaDB' ? 4 : place === 'PostgreSQL' ? 2 : 1)) },
    );
  }, 120_000);
});
