import { createServer } from '@linkage/server';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { api, labels, mapping, notes, openShop, products, requestsTo, shops } from '../test/shop.ts';
import { createDrizzleSources, transactionOf } from './index.ts';

let shop: ReturnType<typeof openShop>;
let send: ReturnType<typeof requestsTo>;
const serverOf = (given: object = mapping, options: object = {}) =>
  createServer(api, createDrizzleSources(api, shop.db, given as never), { context: () => 'one', ...options } as never);
const rowOf = (id: string) => shop.database.prepare('select * from products where id = ?').get(id) as never;
beforeEach(() => {
  shop = openShop();
  send = requestsTo(serverOf());
});

test('an attribute has the value that Drizzle reads, as JSON', async () => {
  const { document } = await send('GET /products/a');
  expect(document.data.attributes).toEqual({
    ...{ title: 'Pen', tags: ['new', 'blue'], isOpen: true, releasedAt: '2026-01-01T00:00:00.500Z', price: '2.50' },
    ...{ letters: 3, addedAt: '1970-01-01T00:00:00.000Z', changedAt: null },
  });
});

test.each([
  ['/products', 'a,b'],
  ['/products?sort=-letters', 'b,a'],
  ['/products?filter[letters][gt]=3', 'b'],
  ['/products?filter[isOpen]=true', 'a'],
  ['/products?filter[releasedAt]=2026-01-01T00:00:00.500Z', 'a'],
  ['/products?filter[releasedAt][lt]=2026-01-01T00:00:00Z', ''],
  ['/products?filter[price]=10.00', 'b'],
  ['/products?sort=price', 'a,b'],
  ['/shops?filter[name]=Annex', '2'],
  ['/shops/1/products', 'a'],
  ['/products/a/notes', '1'],
  ['/shops/1/notes', '2'],
  ['/notes/2/about', '1'],
  ['/products/a/label', '1'],
])('GET %s: %s', async (url, ids) => {
  expect((await send(`GET ${url}`)).ids).toBe(ids);
});

test.each(['c', 'd'])('product %s, which the row filter excludes, does not exist', async (id) => {
  expect((await send(`GET /products/${id}`)).status).toBe(404);
});

test('a new resource has the values of `$defaultFn`, of `$onUpdate`, and of the row filter', async () => {
  const attributes = {
    title: 'Ink',
    tags: ['x'],
    isOpen: false,
    releasedAt: '2026-05-06T07:08:09.010Z',
    price: '1.05',
  };
  const { status, document } = await send('POST /products', { type: 'products', attributes });
  expect([status, document.data.attributes]).toEqual([201, expect.objectContaining(attributes)]);
  expect(document.data.id).toMatch(/^p-/);
  expect(rowOf(document.data.id)).toEqual({
    ...{ id: document.data.id, title: 'Ink', tags: '["x"]', is_open: 0, released_at: 1778051289010, price: 105 },
    ...{ added_at: 1767323045, changed_at: 1770091506, deleted_at: null, tenant: 'one', shop_id: null },
  });
});

test('an update writes the values of `$onUpdate`', async () => {
  const change = { type: 'products', id: 'a', attributes: { title: 'Pencil' } };
  expect((await send('PATCH /products/a', change)).status).toBe(200);
  expect(rowOf('a')).toMatchObject({ title: 'Pencil', changed_at: 1770091506, added_at: 0 });
});

test('a deletion writes the values of `softDelete`, and applies `onDelete`', async () => {
  expect((await send('DELETE /products/a')).status).toBe(204);
  expect(rowOf('a')).toMatchObject({ deleted_at: 1772600767 });
  expect((await send('GET /notes')).ids).toBe('2');
  expect((await send('DELETE /shops/2')).status).toBe(409);
});

test('with `where: true`, a deleted row stays a resource', async () => {
  const own = { ...mapping, products: { ...mapping.products, where: true } };
  const sendOwn = requestsTo(serverOf(own));
  expect((await sendOwn('DELETE /products/a')).status).toBe(204);
  expect(rowOf('a')).toMatchObject({ deleted_at: 1772600767 });
  expect((await sendOwn('GET /products/a')).status).toBe(200);
});

test('a row filter can be a condition of Drizzle, also with subqueries and values', async () => {
  const rowFilter = (row: typeof products) =>
    and(
      isNull(row.deletedAt),
      eq(row.tenant, 'two'),
      sql`exists (select 1 from ${shops} where ${shops.id} = ${row.shopId})`,
    );
  const own = { ...mapping, products: { ...mapping.products, where: rowFilter } };
  expect((await requestsTo(serverOf(own))('GET /products')).ids).toBe('d');
});

test('a hook writes with Drizzle in the transaction of the request', async () => {
  const after = async ({ call }: { call: { transaction?: unknown } }, isFailing = false) => {
    const tx = (await transactionOf(shop.db, call)) as unknown as { run(query: unknown): unknown };
    tx.run(sql`insert into notes (text, about_type, about_id) values ('by a hook', 'shop', '2')`);
    if (isFailing) throw new Error('stop');
  };
  const shape = { type: 'shops', attributes: { name: 'New' } };
  const ok = serverOf(mapping, { hooks: { shops: { create: { after: (it: never) => after(it) } } } });
  expect((await requestsTo(ok)('POST /shops', shape)).status).toBe(201);
  expect((await send('GET /shops/2/notes')).ids).toBe('3');
  const failing = serverOf(mapping, {
    hooks: { shops: { create: { after: (it: never) => after(it, true) } } },
    onError: () => undefined,
  });
  expect((await requestsTo(failing)('POST /shops', shape)).status).toBe(500);
  expect((await send('GET /shops/2/notes')).ids).toBe('3');
  expect((await send('GET /shops')).ids?.split(',')).toHaveLength(3);
});

describe('mistakes at start', () => {
  const products_ = mapping.products;
  test.each<[string, object, string | RegExp]>([
    ['an unknown type', { ...mapping, items: { table: products } }, 'unknown resource type "items"'],
    ['no table', { labels: { table: 'labels' } }, 'mapping.labels'],
    [
      'an error of a constraint without a text',
      { ...mapping, labels: { ...mapping.labels, constraints: { one: {} } } },
      'labels.constraints.one: `detail` is required',
    ],
    ['an unknown member', { labels: { ...mapping.labels, attribute: {} } }, 'Did you mean `attributes`?'],
    [
      'a type without a property for an attribute',
      { shops: { ...mapping.shops, attributes: {} } },
      'mapping.shops.attributes.name: the table "shops" has no property "name". It has id, shopName.',
    ],
    [
      'a column of another table as an attribute',
      { ...mapping, shops: { ...mapping.shops, attributes: { name: notes.text } } },
      '"text" must be a column of the table "shops"',
    ],
    [
      'a relationship without a mapping',
      { ...mapping, labels: { table: labels, relationships: {} } },
      /relationships\.product.*required|must/,
    ],
    [
      'a foreign key in a third table',
      {
        ...mapping,
        shops: {
          ...mapping.shops,
          relationships: { ...mapping.shops.relationships, products: { foreignKey: labels.id } },
        },
      },
      '`foreignKey` must be a column of the table "products" of the related type',
    ],
    [
      'a foreign key of another table as `column`',
      { ...mapping, labels: { table: labels, relationships: { product: { column: notes.aboutId } } } },
      '`column` must be a column of the table "labels"',
    ],
    [
      'columns of two tables',
      { ...mapping, labels: { table: labels, relationships: { product: { from: labels.id, to: notes.id } } } },
      'the columns must be those of one table',
    ],
    [
      'a name in place of a column',
      { ...mapping, labels: { table: labels, relationships: { product: { column: 'product_id' } } } },
      'relationships.product.column must be a column of a table of Drizzle',
    ],
    [
      'a foreign key that references another table',
      {
        ...mapping,
        products: { ...products_, relationships: { ...products_.relationships, label: { foreignKey: labels.id } } },
      },
      /label/,
    ],
    [
      'an attribute whose schema rejects the type',
      { ...mapping, notes: { ...mapping.notes, attributes: { text: notes.id } } },
      'are read as number, but the schema of "text" accepts string only',
    ],
    [
      'an unknown property in values',
      { ...mapping, products: { ...products_, where: { tenants: 'x' } } },
      'mapping.products.where: the table has no property "tenants"',
    ],
  ])('%s', (_, given, message) => {
    expect(() => createDrizzleSources(api, shop.db, given as never)).toThrow(message);
    expect(() => createDrizzleSources(api, shop.db, given as never)).toThrow(/^createDrizzleSources: /);
  });
});
