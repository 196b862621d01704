import { createServer } from '@linkage/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, reads, rows, tables } from '../../kysely/test/composite-ids-world.ts';
import { requestsTo } from '../../kysely/test/requests.ts';
import { buildersOf } from '../test/builders.ts';
import { type DrizzlePlace, type OpenDrizzle, places } from '../test/databases.ts';
import { createDrizzleSources } from './index.ts';

function sourcesOf({ name }: DrizzlePlace, { db }: OpenDrizzle) {
  const { foreignKey, integer, pgTable, primaryKey, varchar } = buildersOf(name);
  const text = (column?: string) => varchar(column as string, { length: 20 });
  const purchases = pgTable('purchase', { id: integer().primaryKey(), name: text().notNull() });
  const lines = pgTable(
    'line',
    {
      orderId: integer('order_id')
        .notNull()
        .references(() => purchases.id),
      lineNo: integer('line_no').notNull(),
      ...{ product: text(), revision: integer().notNull().default(1) },
    },
    (row) => [primaryKey({ columns: [row.orderId, row.lineNo] })],
  );
  const shipments = pgTable(
    'shipment',
    {
      ...{ id: text().primaryKey(), carrier: text().notNull() },
      ...{ orderId: integer('order_id'), lineNo: integer('line_no') },
    },
    (row) => [foreignKey({ columns: [row.orderId, row.lineNo], foreignColumns: [lines.orderId, lines.lineNo] })],
  );
  const placesTable = pgTable(
    'place',
    { country: text().notNull(), code: text().notNull(), name: text().notNull() },
    (row) => [primaryKey({ columns: [row.country, row.code] })],
  );
  return createDrizzleSources(api, db, {
    orders: { table: purchases, relationships: { lines: { foreignKey: lines.orderId } } },
    lines: {
      ...{ table: lines, version: lines.revision },
      relationships: {
        order: { column: lines.orderId },
        shipments: { foreignKey: [shipments.orderId, shipments.lineNo] },
      },
    },
    shipments: { table: shipments, relationships: { line: { column: [shipments.orderId, shipments.lineNo] } } },
    places: { table: placesTable },
  } as never);
}

describe.each(places)('$name', (place) => {
  describe.skipIf(place.missing !== undefined)(place.missing ?? 'ids of several columns', () => {
    let database: OpenDrizzle;
    beforeAll(async () => {
      database = await place.open();
      await database.exec(tables);
      await database.exec(rows);
    });
    afterAll(() => database?.close());

    test.each(reads.map(([url, expected]) => [url, expected] as const))('GET %s: %s', async (url, expected) => {
      const { status, ids } = await requestsTo(createServer(api, sourcesOf(place, database)))(`GET ${url}`);
      expect(typeof expected === 'number' ? status : ids).toBe(expected);
    });

    test('a new resource has the id of its columns, and a deletion finds it', async () => {
      const send = requestsTo(createServer(api, sourcesOf(place, database)));
      const order = { data: { type: 'orders', id: '1' } };
      const line = { type: 'lines', attributes: { lineNo: 7, product: 'Cap' }, relationships: { order } };
      const made = await send('POST /lines', line);
      expect([made.status, made.ids]).toEqual([201, '1~7']);
      expect((await send('DELETE /lines/1~7')).status).toBe(204);
    });
  });
});
