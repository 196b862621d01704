/** A shop on SQLite whose tables have names, conversions, and rows that the API does not show. */
import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { sql } from 'drizzle-orm';
import { customType, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import { requestsTo } from '../../kysely/test/requests.ts';
import { overNodeSqlite } from './databases.ts';

const on = { sort: true, filter: true } as const;

export const api = defineApi({
  products: {
    attributes: {
      title: attribute(z.string(), on),
      tags: z.array(z.string()).default([]),
      isOpen: attribute(z.boolean().default(true), on),
      releasedAt: attribute(z.iso.datetime().nullable().default(null), on),
      price: attribute(z.string().default('0'), on),
      letters: attribute(z.number(), { ...on, write: false }),
      addedAt: attribute(z.iso.datetime(), { write: false }),
      changedAt: attribute(z.iso.datetime().nullable(), { write: false }),
    },
    relationships: {
      shop: toOne('shops', { filter: true, inverse: 'products' }),
      notes: toMany('notes', { inverse: 'about' }),
      label: toOne('labels'),
    },
  },
  shops: {
    attributes: { name: attribute(z.string(), on) },
    relationships: { products: toMany('products'), notes: toMany('notes', { inverse: 'about' }) },
  },
  notes: { attributes: { text: z.string() }, relationships: { about: toOne(['products', 'shops']) } },
  labels: { attributes: { text: z.string() }, relationships: { product: toOne('products', { inverse: 'label' }) } },
});

/** Cents in the database, a decimal text in Drizzle. */
const cents = customType<{ data: string; driverData: number }>({
  dataType: () => 'integer',
  fromDriver: (stored) => (stored / 100).toFixed(2),
  toDriver: (value) => Math.round(Number(value) * 100),
});

export const shops = sqliteTable('shops', { id: text().primaryKey(), shopName: text('shop_name').notNull() });
export const products = sqliteTable('products', {
  id: text()
    .primaryKey()
    .$defaultFn(() => `p-${crypto.randomUUID()}`),
  title: text().notNull(),
  tags: text({ mode: 'json' }).$type<string[]>().notNull(),
  isOpen: integer({ mode: 'boolean' }).notNull(),
  releasedAt: integer({ mode: 'timestamp_ms' }),
  price: cents().notNull(),
  addedAt: integer({ mode: 'timestamp' })
    .notNull()
    .$defaultFn(() => new Date('2026-01-02T03:04:05Z')),
  changedAt: integer({ mode: 'timestamp' }).$onUpdate(() => new Date('2026-02-03T04:05:06Z')),
  deletedAt: integer({ mode: 'timestamp' }),
  tenant: text().notNull(),
  shopId: text().references(() => shops.id),
});
export const notes = sqliteTable('notes', {
  ...{ id: integer().primaryKey(), text: text().notNull() },
  ...{ aboutType: text().notNull(), aboutId: text().notNull() },
});
export const labels = sqliteTable(
  'labels',
  { id: integer().primaryKey(), text: text().notNull(), productId: text().references(() => products.id) },
  (row) => [uniqueIndex('label_of_product').on(row.productId)],
);

/** The mapping of each type. */
export const mapping = {
  products: {
    table: products,
    attributes: { letters: { expression: (row: typeof products) => sql`length(${row.title})` } },
    where: { tenant: (call: { readonly context: unknown }) => String(call.context), deletedAt: null },
    softDelete: { deletedAt: () => new Date('2026-03-04T05:06:07Z') },
    relationships: {
      shop: { column: products.shopId },
      notes: { foreignKey: notes.aboutId, typeColumn: notes.aboutType, typeValue: 'product', onDelete: 'cascade' },
      label: { foreignKey: labels.productId },
    },
  },
  shops: {
    table: shops,
    attributes: { name: shops.shopName },
    relationships: {
      products: { foreignKey: products.shopId, onDelete: 'restrict' },
      notes: { foreignKey: notes.aboutId, typeColumn: notes.aboutType, typeValue: 'shop' },
    },
  },
  notes: {
    table: notes,
    relationships: {
      about: { column: notes.aboutId, typeColumn: notes.aboutType, types: { products: 'product', shops: 'shop' } },
    },
  },
  labels: { table: labels, relationships: { product: { column: labels.productId } } },
} as const;

/** An open database with rows of two tenants. The columns have names in snake case. */
export function openShop() {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table shops (id text primary key, shop_name text not null);
    create table products (
      id text primary key, title text not null, tags text not null, is_open integer not null, released_at integer,
      price integer not null, added_at integer not null, changed_at integer, deleted_at integer, tenant text not null,
      shop_id text references shops (id)
    );
    create table notes (id integer primary key, text text not null, about_type text not null, about_id text not null);
    create table labels (id integer primary key, text text not null, product_id text unique references products (id));
    insert into shops values ('1', 'Corner'), ('2', 'Annex');
    insert into products values
      ('a', 'Pen', '["new","blue"]', 1, 1767225600500, 250, 0, null, null, 'one', '1'),
      ('b', 'Paper', '[]', 0, null, 1000, 0, null, null, 'one', '2'),
      ('c', 'Gone', '[]', 0, null, 1000, 0, null, 5, 'one', '1'),
      ('d', 'Foreign', '[]', 0, null, 1000, 0, null, null, 'two', '1');
    insert into notes values (1, 'about a', 'product', 'a'), (2, 'about 1', 'shop', '1');
    insert into labels values (1, 'label of a', 'a');
  `);
  const db = overNodeSqlite(database, { casing: 'snake_case' });
  return { database, db };
}

export { requestsTo };
