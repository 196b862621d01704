/** Cursors: pages by positions contain each resource once, in the order of the memory sources. */
import * as mysql from 'drizzle-orm/mysql-core';
import * as postgres from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { expectMixedAgrees, expectWalkAgrees, orders, stockScript } from '../../kysely/test/cursor-agreement.ts';
import { api } from '../../kysely/test/stock.ts';
import { buildersOf } from '../test/builders.ts';
import { type DrizzlePlace, type OpenDrizzle, places } from '../test/databases.ts';
import { createDrizzleSources } from './index.ts';

function sourcesOf({ name }: DrizzlePlace, { db }: OpenDrizzle) {
  const { integer, pgTable, primaryKey, varchar } = buildersOf(name);
  const text = (column?: string) => varchar(column as string, { length: 100 });
  const exact = {
    SQLite: () => ({ price: text(), at: text() }),
    MariaDB: () => ({ price: mysql.decimal({ precision: 30, scale: 18 }), at: mysql.datetime({ fsp: 6 }) }),
    PostgreSQL: () => ({ price: postgres.numeric(), at: postgres.timestamp({ withTimezone: true }) }),
    PGlite: () => ({}),
  };
  const shopTable = pgTable('shop', { id: text().primaryKey(), name: text().notNull() });
  const tagTable = pgTable('tag', { id: text().primaryKey(), name: text().notNull() });
  const itemTable = pgTable('item', {
    ...{ id: text().primaryKey(), label: text().notNull(), grade: integer(), shopId: text('shop_id') },
    ...(exact[name]() as { price: never; at: never }),
  });
  const itemTags = pgTable(
    'item_tag',
    { itemId: text('item_id').notNull(), tagId: text('tag_id').notNull() },
    (row) => [primaryKey({ columns: [row.itemId, row.tagId] })],
  );
  return createDrizzleSources(api, db, {
    items: {
      table: itemTable,
      relationships: { shop: { column: itemTable.shopId }, tags: { from: itemTags.itemId, to: itemTags.tagId } },
    },
    shops: { table: shopTable, relationships: { items: { foreignKey: itemTable.shopId } } },
    tags: { table: tagTable, relationships: { items: { from: itemTags.tagId, to: itemTags.itemId } } },
  } as never);
}

describe.each(places)('$name', (place) => {
  describe.skipIf(place.missing !== undefined)(place.missing ?? 'cursors', () => {
    let database: OpenDrizzle;
    beforeAll(async () => {
      database = await place.open();
      await database.exec(stockScript(place.name));
    });
    afterAll(() => database?.close());

    test.each(orders)('sort=%s', (sort) => expectWalkAgrees(sourcesOf(place, database), sort));

    test('a collection of several types', () => expectMixedAgrees(sourcesOf(place, database)));
  });
});
