import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import {
  createMemorySources,
  createServer,
  offsetStrategy,
  type PaginationStrategy,
  pageNumberStrategy,
  type Sources,
} from '@linkage/server';
import fc from 'fast-check';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createKyselySources, createNodeSqliteDialect } from './index.ts';

const on = { sort: true, filter: true } as const;
const api = defineApi({
  shops: {
    attributes: { name: attribute(z.string(), on) },
    relationships: { items: toMany('items', { filter: true }) },
  },
  items: {
    attributes: { label: attribute(z.string(), on), price: attribute(z.number().nullable(), on) },
    relationships: { shop: toOne('shops', on) },
  },
});

interface Item {
  readonly id: string;
  readonly label: string;
  readonly price: number | null;
  readonly shop: string | null;
}

const shops = [
  { id: 's1', name: 'Corner' },
  { id: 's2', name: 'Ännchen' },
];

function inMemory(items: readonly Item[]): Sources<typeof api> {
  const itemsOf = (shop: string) => items.filter((item) => item.shop === shop).map(({ id }) => id);
  return createMemorySources(api, { items, shops: shops.map((shop) => ({ ...shop, items: itemsOf(shop.id) })) });
}

function inSql(items: readonly Item[]): Sources<typeof api> {
  const database = new DatabaseSync(':memory:');
  database.exec('create table shop (id text primary key, name text)');
  database.exec('create table item (id text primary key, label text, price integer, shop_id text)');
  const insert = database.prepare('insert into item values (?, ?, ?, ?)');
  for (const { id, label, price, shop } of items) insert.run(id, label, price, shop);
  for (const { id, name } of shops) database.prepare('insert into shop values (?, ?)').run(id, name);
  const db = new Kysely({ dialect: createNodeSqliteDialect(database) });
  return createKyselySources(api, db, {
    shops: { table: 'shop', relationships: { items: { foreignKey: 'shop_id' } } },
    items: { table: 'item', relationships: { shop: { column: 'shop_id' } } },
  });
}

const item = fc.record({
  label: fc.constantFrom('a', 'b', 'B', 'ä', ''),
  price: fc.option(fc.integer({ min: -2, max: 2 })),
  shop: fc.option(fc.constantFrom('s1', 's2')),
});
const items = fc
  .array(item, { maxLength: 25 })
  // Ids in another order than that of creation.
  .map((all): Item[] => all.map((it, index) => ({ ...it, id: `i${(index * 17) % 29}` })));
const sort = fc
  .uniqueArray(fc.constantFrom('label', 'price', 'shop.name'), { maxLength: 3 })
  .chain((names) => fc.tuple(...names.map((name) => fc.constantFrom(name, `-${name}`))))
  .map((names) => names.join(','));
const filters: Readonly<Record<string, (item: Item) => boolean>> = {
  '': () => true,
  'filter[price][ge]=0': ({ price }) => price !== null && price >= 0,
  'filter[label]=a,b': ({ label }) => label === 'a' || label === 'b',
  'filter[shop]=s1': ({ shop }) => shop === 's1',
  'filter[shop.name]=Corner': ({ shop }) => shop === 's1',
  'filter[price]=null': ({ price }) => price === null,
};

// biome-ignore lint/suspicious/noExplicitAny: documents as tests look at them
type AnyDocument = any;

function compareBy(keys: string): (left: AnyDocument, right: AnyDocument) => number {
  const keyOf = ({ attributes, relationships }: AnyDocument, name: string) =>
    name === 'shop.name' ? shops.find(({ id }) => id === relationships.shop.data?.id)?.name : attributes[name];
  return (left, right) => {
    for (const key of keys === '' ? [] : keys.split(',')) {
      const name = key.replace('-', '');
      const [a, b] = [keyOf(left, name) ?? null, keyOf(right, name) ?? null];
      if (a === b) continue;
      const isLess = a === null || (b !== null && a < b);
      return isLess === key.startsWith('-') ? 1 : -1;
    }
    return 0;
  };
}

/** Walks `next` from the first page and `prev` back from the last, and gives the resources of the pages. */
async function walk(sources: Sources<typeof api>, strategy: PaginationStrategy, start: string) {
  const server = createServer(api, sources, { pagination: { strategy } });
  const get = async (url: string): Promise<AnyDocument> => {
    const { status, body = '' } = await server.handle({ method: 'GET', url, headers: {} });
    expect(status).toBe(200);
    return JSON.parse(body);
  };
  const pages: AnyDocument[] = [];
  for (let url: string | null = start; url !== null; url = pages.at(-1).links.next) pages.push(await get(url));
  let back = pages.at(-1);
  for (const page of pages.slice(0, -1).reverse()) {
    back = await get(back.links.prev);
    expect(back.data).toEqual(page.data);
  }
  expect(back.links.prev).toBeNull();
  for (const { links, meta } of pages) {
    expect(meta.page.total).toBe(pages.flatMap(({ data }) => data).length);
    expect((await get(links.first)).data).toEqual(pages[0].data);
    expect((await get(links.last)).data).toEqual(pages.at(-1).data);
  }
  return pages.flatMap(({ data }) => data);
}

test.each([
  ['memory', inMemory, pageNumberStrategy],
  ['memory', inMemory, offsetStrategy],
  ['SQLite', inSql, pageNumberStrategy],
  ['SQLite', inSql, offsetStrategy],
])('PAG-04 %s: next meets every resource once, in order, and prev leads back', async (_, sourcesOf, strategy) => {
  const given = [items, sort, fc.constantFrom(...Object.keys(filters)), fc.integer({ min: 1, max: 9 })] as const;
  await fc.assert(
    fc.asyncProperty(...given, fc.constantFrom('/items', '/shops/s1/items'), async (all, keys, filter, size, path) => {
      const page = `page[${strategy.sizeName}]=${size}&page[total]=true`;
      const url = `${path}?${[page, ...(keys === '' ? [] : [`sort=${keys}`]), filter].join('&')}`;
      const met: AnyDocument[] = await walk(sourcesOf(all), strategy, url);
      const isThere = (it: Item): boolean => (path === '/items' || it.shop === 's1') && filters[filter]?.(it) === true;
      const expected = all.filter(isThere).map(({ id }) => id);
      expect(met.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
      const inOrder = compareBy(keys);
      for (let index = 1; index < met.length; index++) {
        expect(inOrder(met[index - 1], met[index])).toBeLessThanOrEqual(0);
      }
    }),
    { numRuns: 60 },
  );
});
