/** The events of writes whose statements Drizzle runs. */

import { createOutboxTable, readDatabaseSchema, readEvents, readOutbox } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { expect, test } from 'vitest';
import { api, mapping, openShop, requestsTo } from '../test/shop.ts';
import { createDrizzleSources, kyselyOf } from './index.ts';

test('a write and its events, of the resource and of the inverse relationship, are in one transaction of Drizzle', async () => {
  const { db, database } = openShop();
  const kysely = kyselyOf(db);
  await createOutboxTable(kysely);
  const databaseSchema = await readDatabaseSchema(kysely);
  const sources = createDrizzleSources(api, db, mapping, { databaseSchema, outbox: 'outbox' });
  const send = requestsTo(createServer(api, sources, { context: () => 'one', onError: () => undefined } as never));
  const attributes = { title: 'Ink', tags: [], isOpen: false, releasedAt: '2026-05-06T07:08:09.010Z', price: '1.05' };
  const shop = { data: { type: 'shops', id: '1' } };
  const { status, document } = await send('POST /products', { type: 'products', attributes, relationships: { shop } });
  expect(status).toBe(201);
  const found = (await readEvents(api, kysely)).events.map(({ type, id, operation }) => [type, id, operation]);
  expect(found).toEqual([
    ['products', document.data.id, 'create'],
    ['shops', '1', 'updateRelationship'],
  ]);
  const stop = new AbortController();
  const received: string[] = [];
  await readOutbox(api, kysely, {
    name: 'test',
    signal: stop.signal,
    run({ type }) {
      received.push(type);
      if (received.length === 2) stop.abort();
    },
  });
  expect(received).toEqual(['products', 'shops']);
  // Neither the write nor an event remains.
  database.exec('drop table outbox');
  expect((await send('PATCH /shops/1', { type: 'shops', id: '1', attributes: { name: 'Other' } })).status).toBe(500);
  expect(JSON.stringify(database.prepare('select * from shops').all())).not.toContain('Other');
});

test('the database schema is required', () => {
  expect(() => createDrizzleSources(api, openShop().db, mapping, { outbox: 'outbox' })).toThrow(
    'createDrizzleSources: `outbox` requires `databaseSchema: await readDatabaseSchema(kyselyOf(db))`',
  );
});
