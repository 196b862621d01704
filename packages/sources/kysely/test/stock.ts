import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createMemorySources, type Sources } from '@linkage/server';
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { z } from 'zod';
import { createKyselySources, createNodeSqliteDialect, readDatabaseSchema } from '../src/index.ts';
import { openMariadb } from './databases.ts';
import { noMariadb } from './mariadb.ts';
import { noPostgres, startPostgres } from './postgres.ts';

const on = { sort: true, filter: true } as const;

/** Items of shops: an API whose orders have ties, NULL, and keys behind a relationship. */
export const api = defineApi({
  items: {
    attributes: {
      label: attribute(z.string(), on),
      grade: attribute(z.number().nullable(), on),
      // Decimals, and moments with microseconds: no number and no Date of JavaScript holds them.
      price: attribute(z.string().nullable(), { ...on, nulls: 'first' }),
      at: attribute(z.string().nullable(), { ...on, nulls: 'last' }),
    },
    relationships: { shop: toOne('shops', on), tags: toMany('tags') },
    clientGeneratedIds: true,
  },
  shops: {
    attributes: { name: attribute(z.string(), on) },
    relationships: { items: toMany('items', { filter: true }) },
    clientGeneratedIds: true,
  },
  tags: { attributes: { name: attribute(z.string(), on) }, relationships: { items: toMany('items') } },
});

/** The sources of all types. */
export type StockSources = Required<Sources<typeof api>>;

export interface Item {
  readonly id: string;
  readonly label: string;
  readonly grade: number | null;
  readonly price: string | null;
  readonly at: string | null;
  readonly shop: string | null;
  readonly tags: readonly string[];
}

/** An item with little of its own. */
export function item(id: string, changes: Partial<Item> = {}): Item {
  return { id, label: 'x', grade: null, price: null, at: null, shop: null, tags: [], ...changes };
}

export const shops = [
  { id: 's1', name: 'Corner' },
  { id: 's2', name: 'Annex' },
] as const;
const tags = [{ id: 't1', name: 'new' }] as const;

const mapping = {
  items: {
    table: 'item',
    relationships: {
      shop: { column: 'shop_id' },
      tags: { through: 'item_tag', from: 'item_id', to: 'tag_id' },
    },
  },
  shops: { table: 'shop', relationships: { items: { foreignKey: 'shop_id' } } },
  tags: { table: 'tag', relationships: { items: { through: 'item_tag', from: 'tag_id', to: 'item_id' } } },
} as const;

const tablesOf = (price: string, at: string, text = 'text'): readonly string[] => [
  `create table shop (id ${text} primary key, name ${text} not null)`,
  `create table tag (id ${text} primary key, name ${text} not null)`,
  `create table item (id ${text} primary key, label ${text} not null, grade integer, price ${price}, at ${at}, shop_id ${text})`,
  `create table item_tag (item_id ${text} not null, tag_id ${text} not null, primary key (item_id, tag_id))`,
];

/** Where items are kept, and how to be rid of it. */
export interface Stock {
  readonly sources: StockSources;
  /** The database; in memory there is none. */
  readonly db: Kysely<never>;
  /** The statements that were run. */
  readonly queries: CompiledQuery[];
  readonly close: () => Promise<void>;
}

/** A place for items: opens a stock with these items and nothing else. */
export type OpenStock = (items: readonly Item[]) => Promise<Stock>;

async function openMemory(items: readonly Item[]): Promise<Stock> {
  const idsOf = (isIn: (it: Item) => boolean) => items.filter(isIn).map(({ id }) => id);
  const sources = createMemorySources(api, {
    items,
    shops: shops.map((shop) => ({ ...shop, items: idsOf((it) => it.shop === shop.id) })),
    tags: tags.map((tag) => ({ ...tag, items: idsOf((it) => it.tags.includes(tag.id)) })),
  });
  return { sources: sources as StockSources, db: undefined as never, queries: [], close: async () => undefined };
}

async function fill(db: Kysely<never>, items: readonly Item[]): Promise<void> {
  const any = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  await any
    .insertInto('shop')
    .values([...shops])
    .execute();
  await any
    .insertInto('tag')
    .values([...tags])
    .execute();
  for (let from = 0; from < items.length; from += 500) {
    const part = items.slice(from, from + 500);
    await any
      .insertInto('item')
      .values(part.map(({ tags: _, shop, ...it }) => ({ ...it, shop_id: shop })))
      .execute();
    const links = part.flatMap(({ id, tags: own }) => own.map((tag) => ({ item_id: id, tag_id: tag })));
    if (links.length > 0) await any.insertInto('item_tag').values(links).execute();
  }
}

async function openSqlite(items: readonly Item[]): Promise<Stock> {
  const database = new DatabaseSync(':memory:');
  for (const table of tablesOf('text', 'text')) database.exec(table);
  const queries: CompiledQuery[] = [];
  const log = ({ query }: { readonly query: CompiledQuery }) => void queries.push(query);
  const db = new Kysely<never>({ dialect: createNodeSqliteDialect(database), log });
  await fill(db, items);
  const sources = createKyselySources(api, db, mapping) as unknown as StockSources;
  return { sources, db, queries, close: () => db.destroy() };
}

/** Places for tests: memory, SQLite, and the installed database servers. */
export async function openPlaces() {
  const postgres = noPostgres === undefined ? await startPostgres() : undefined;
  const openPostgres: OpenStock = async (items) => {
    const pool = new Pool({ ...postgres?.connection, max: 2 });
    // The server can stop before an idle client has closed.
    pool.on('connect', (client) => client.on('error', () => undefined));
    pool.on('error', () => undefined);
    const queries: CompiledQuery[] = [];
    const log = ({ query }: { readonly query: CompiledQuery }) => void queries.push(query);
    const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }), log });
    for (const table of ['item', 'shop', 'tag', 'item_tag'])
      await sql`drop table if exists ${sql.id(table)}`.execute(db);
    for (const table of tablesOf('numeric', 'timestamptz')) await sql.raw(table).execute(db);
    await fill(db, items);
    const text = { decode: (stored: unknown) => (stored instanceof Date ? stored.toISOString() : String(stored)) };
    const sources = createKyselySources(api, db, {
      ...mapping,
      items: { ...mapping.items, attributes: { at: text, price: text } },
    }) as unknown as StockSources;
    return { sources, db, queries, close: () => db.destroy() };
  };
  const openInMariadb: OpenStock = async (items) => {
    const { dialect, exec, close } = await openMariadb();
    const queries: CompiledQuery[] = [];
    const log = ({ query }: { readonly query: CompiledQuery }) => void queries.push(query);
    const db = new Kysely<never>({ dialect, log });
    for (const table of tablesOf('decimal(30, 18)', 'datetime(6)', 'varchar(100)')) await exec(table);
    // A `datetime` does not have a time zone.
    await fill(
      db,
      items.map((it) => ({ ...it, at: it.at === null ? null : it.at.replace(/\+00$/, '') })),
    );
    const text = { decode: (stored: unknown) => (stored instanceof Date ? stored.toISOString() : String(stored)) };
    const databaseSchema = await readDatabaseSchema(db);
    const sources = createKyselySources(
      api,
      db,
      { ...mapping, items: { ...mapping.items, attributes: { at: text, price: text } } },
      { databaseSchema },
    ) as unknown as StockSources;
    queries.splice(0);
    const closeBoth = async () => {
      await db.destroy();
      await close();
    };
    return { sources, db, queries, close: closeBoth };
  };
  const places: Readonly<Record<string, OpenStock | undefined>> = {
    memory: openMemory,
    SQLite: openSqlite,
    PostgreSQL: postgres && openPostgres,
    MariaDB: noMariadb === undefined ? openInMariadb : undefined,
  };
  return { places, stop: async () => postgres?.stop() };
}

/** The names of the places. */
export const placeNames: readonly string[] = [
  'memory',
  'SQLite',
  ...(noPostgres === undefined ? ['PostgreSQL'] : []),
  ...(noMariadb === undefined ? ['MariaDB'] : []),
];
