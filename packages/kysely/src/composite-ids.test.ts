/** Ids of several columns, on every database. */

import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer, cursorPagination } from '@linkage/server';
import { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { createKyselySources, readCatalog } from './index.ts';

const on = { sort: true, filter: true } as const;
const api = defineApi({
  orders: {
    attributes: { name: attribute(z.string(), on) },
    relationships: { lines: toMany('lines', { write: false, filter: true, inverse: 'order' }) },
    clientGeneratedIds: true,
  },
  lines: {
    attributes: {
      lineNo: attribute(z.number().int(), { ...on, write: 'create' }),
      product: attribute(z.string().nullable(), on),
    },
    relationships: {
      order: toOne('orders', { ...on, write: 'create' }),
      shipments: toMany('shipments', { filter: true }),
    },
    clientGeneratedIds: true,
  },
  shipments: {
    attributes: { carrier: attribute(z.string(), on) },
    relationships: { line: toOne('lines', { ...on, inverse: 'shipments' }) },
    clientGeneratedIds: true,
  },
  places: { attributes: { name: attribute(z.string(), on) }, clientGeneratedIds: true },
});
const tables = `
  create table purchase (id integer primary key, name varchar(20) not null);
  create table line (
    order_id integer not null references purchase (id), line_no integer not null, product varchar(20),
    revision integer not null default 1, primary key (order_id, line_no)
  );
  create table shipment (
    id varchar(20) primary key, carrier varchar(20) not null, order_id integer, line_no integer,
    foreign key (order_id, line_no) references line (order_id, line_no)
  );
  create table place (country varchar(20) not null, code varchar(20) not null, name varchar(20) not null,
    primary key (country, code));
`;
const rows = `
  delete from shipment; delete from line; delete from purchase; delete from place;
  insert into purchase values (1, 'One'), (2, 'Two'), (10, 'Ten');
  insert into line (order_id, line_no, product) values
    (10, 1, 'Pen'), (2, 1, 'Ink'), (1, 2, 'Pen'), (1, 10, null), (1, 1, 'Ink');
  insert into shipment values ('a', 'Post', 1, 2), ('b', 'Post', 1, 2), ('c', 'Rail', 10, 1), ('d', 'Air', null, null),
    ('e', 'Air', 2, null);
  insert into place values ('de', 'B', 'Berlin'), ('d', 'e~B', 'Tilde'), ('d~e', 'B', 'Other'), ('d!1e', 'B', 'Escape'),
    ('fr/x y', 'é?', 'Signs');
`;

const reads: readonly (readonly [url: string, expected: string | null | number])[] = [
  ['/lines', '1~1,1~2,1~10,2~1,10~1'],
  ['/lines?sort=product', '1~10,1~1,2~1,1~2,10~1'],
  ['/lines?sort=-id', '10~1,2~1,1~10,1~2,1~1'],
  ['/lines?sort=order.name,-lineNo', '1~10,1~2,1~1,10~1,2~1'],
  ['/lines?page[size]=2&page[number]=2', '1~10,2~1'],
  ['/lines/1~2', '1~2'],
  ...['1', '1~', '~2', '~', '1~2~3', '1~02', '1~x', '1~99', '1~2!0', '1~99999999999999999999', '1%7E2%20'].map(
    (id) => [`/lines/${id}`, 404] as const,
  ),
  ['/lines?filter[id]=1~2,10~1,7', '1~2,10~1'],
  ['/lines?filter[id][ne]=1~2,10~1', '1~1,1~10,2~1'],
  ['/lines?filter[order]=1', '1~1,1~2,1~10'],
  ['/lines?filter[order.name]=Ten', '10~1'],
  ['/lines?filter[shipments]=a,c', '1~2,10~1'],
  ['/lines?filter[shipments]=null', '1~1,1~10,2~1'],
  ['/lines?filter[shipments.carrier]=Rail', '10~1'],
  ['/orders?filter[lines]=1~2', '1'],
  ['/orders?filter[lines.product]=Ink', '1,2'],
  ['/orders/1/lines', '1~1,1~2,1~10'],
  ['/orders/1/lines?page[size]=1&page[number]=2', '1~2'],
  ['/orders/1/lines?sort=-product', '1~2,1~1,1~10'],
  ['/lines/1~2/shipments', 'a,b'],
  ['/lines/1~2/shipments?page[size]=1&page[number]=2', 'b'],
  ['/lines/1~1/shipments', ''],
  ['/lines/1~2/relationships/shipments', 'a,b'],
  ['/shipments/a/line', '1~2'],
  ['/shipments/d/line', null],
  ['/shipments/e/line', null],
  ['/shipments?filter[line]=1~2', 'a,b'],
  ['/shipments?filter[line]=1~2,10~1', 'a,b,c'],
  ['/shipments?filter[line][ne]=1~2', 'c,d,e'],
  ['/shipments?filter[line]=null', 'd,e'],
  ['/shipments?filter[line.product]=Pen', 'a,b,c'],
  ['/shipments?filter[line.id]=10~1', 'c'],
  ['/shipments?filter[line.order.name]=One', 'a,b'],
  ['/shipments?sort=-line.order.name,-id', 'c,b,a,e,d'],
  ['/shipments?sort=line.id,-id', 'e,d,b,a,c'],
  ['/places?sort=name', 'de~B,d!01e~B,d!1e~B,fr/x y~é?,d~e!1B'],
  ['/places/de~B', 'de~B'],
  ['/places/d~e!1B', 'd~e!1B'],
  ['/places/d!1e~B', 'd!1e~B'],
  ['/places/d!01e~B', 'd!01e~B'],
  ['/places/fr%2Fx%20y~%C3%A9%3F', 'fr/x y~é?'],
  ['/places/DE~B', 404],
  ['/places/d!e~B', 404],
  ['/places?filter[id]=d~e!1B', 'd~e!1B'],
];

function hrefOf(link: string | { readonly href: string } | null): string | null {
  return typeof link === 'object' ? (link?.href ?? null) : link;
}

describe.each(databases)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'several columns', () => {
    let database: Awaited<ReturnType<typeof open>>;
    let db: Kysely<never>;
    let send: ReturnType<typeof requestsTo>;
    let paged: ReturnType<typeof requestsTo>;
    let sources: ReturnType<typeof sourcesOf>;
    const failures: unknown[] = [];
    const statements: string[] = [];
    const sourcesOf = (catalog: Awaited<ReturnType<typeof readCatalog>>) =>
      createKyselySources(
        api,
        db,
        {
          orders: { table: 'purchase', idType: 'integer', relationships: { lines: { foreignKey: 'order_id' } } },
          lines: {
            ...{ table: 'line', id: ['order_id', 'line_no'], idType: 'integer', version: 'revision' },
            attributes: { lineNo: 'line_no' },
            relationships: { order: { column: 'order_id' }, shipments: { foreignKey: ['order_id', 'line_no'] } },
          },
          shipments: { table: 'shipment', relationships: { line: { column: ['order_id', 'line_no'] } } },
          places: { table: 'place', id: ['country', 'code'] },
        },
        { catalog },
      );
    beforeAll(async () => {
      database = await open();
      db = new Kysely<never>({ dialect: database.dialect, log: ({ query }) => void statements.push(query.sql) });
      await database.exec(tables);
      sources = sourcesOf(await readCatalog(db));
      const onError = (error: unknown) => void failures.push(error);
      send = requestsTo(createServer(api, sources, { onError }));
      const profiles = [cursorPagination({ key: 'a key of thirty-two bytes or more', applied: 'always' })];
      paged = requestsTo(createServer(api, sources, { onError, profiles, pagination: { includedSize: 2 } }));
    }, 60_000);
    beforeEach(async () => {
      await database.exec(rows);
      failures.length = 0;
      statements.length = 0;
    });
    afterAll(async () => {
      await db?.destroy();
      await database?.close();
    });

    test.each(reads)('GET %s: %s', async (url, expected) => {
      const { status, ids } = await send(`GET ${url}`);
      expect(status === 200 ? ids : status).toBe(expected);
      expect(failures).toEqual([]);
    });

    test('linkage contains ids, and each edge of an include is one statement', async () => {
      const { document } = await send('GET /orders?include=lines.shipments.line');
      expect(document.included.map(({ type, id }: { type: string; id: string }) => `${type} ${id}`).sort()).toEqual([
        ...['lines 10~1', 'lines 1~1', 'lines 1~10', 'lines 1~2', 'lines 2~1'],
        ...['shipments a', 'shipments b', 'shipments c'],
      ]);
      expect(statements).toHaveLength(3);
      const shipments = await send('GET /shipments?include=line');
      expect(
        shipments.document.data.map((it: { relationships: { line: { data: unknown } } }) => it.relationships.line.data),
      ).toEqual([
        { type: 'lines', id: '1~2' },
        { type: 'lines', id: '1~2' },
        { type: 'lines', id: '10~1' },
        null,
        null,
      ]);
      expect(shipments.document.included).toHaveLength(2);
      expect(statements).toHaveLength(5);
    });

    test('cursors walk through all rows, in both directions', async () => {
      for (const sort of ['', 'sort=product&', 'sort=-product&', 'sort=-id&', 'sort=-product,lineNo&']) {
        const all = (await send(`GET /lines?${sort}`)).document.data.map(({ id }: { id: string }) => id);
        const expected = sort === 'sort=-product&' ? ['10~1', '1~2', '2~1', '1~1', '1~10'] : all;
        const found: string[] = [];
        let link: string | null = `/lines?${sort}page[size]=2`;
        let last = link;
        for (let pages = 0; link !== null && pages < 9; pages++) {
          last = link;
          const answer = await paged(`GET ${link}`);
          found.push(...String(answer.ids).split(',').filter(Boolean));
          link = hrefOf(answer.document.links.next);
        }
        expect([sort, found]).toEqual([sort, expected]);
        const { document } = await paged(`GET ${last}`);
        expect((await paged(`GET ${hrefOf(document.links.prev)}`)).ids).toBe(expected.slice(2, 4).join());
      }
      expect(failures).toEqual([]);
    });

    test('an include shows a page of the members of each parent, and leads on', async () => {
      const { document } = await paged('GET /orders?include=lines');
      const [order] = document.data;
      expect(order.relationships.lines.data.map(({ id }: { id: string }) => id)).toEqual(['1~1', '1~2']);
      const next = await paged(`GET ${hrefOf(order.relationships.lines.links.next)}`);
      expect([next.ids, failures]).toEqual(['1~10', []]);
      const lines = await paged('GET /lines?include=shipments');
      expect(lines.document.included).toHaveLength(3);
      expect(failures).toEqual([]);
    });

    test('many ids are read in chunks', async () => {
      const call = { context: undefined, signal: new AbortController().signal };
      const ids = Array.from({ length: 1200 }, (_, index) => `1~${index}`);
      const selection = { attributes: new Set(['product'] as const), relationships: new Set<never>() };
      const found = await sources.lines.find(ids, selection, call);
      expect(found.map(({ id }) => id).sort()).toEqual(['1~1', '1~10', '1~2']);
      expect(statements).toHaveLength(3);
    });

    test('a new id consists of the fields of its columns', async () => {
      const line = (order: string, lineNo: number | undefined, id?: string) => ({
        ...{ type: 'lines', ...(id === undefined ? {} : { id }) },
        attributes: { product: 'New', ...(lineNo === undefined ? {} : { lineNo }) },
        relationships: { order: { data: { type: 'orders', id: order } } },
      });
      const created = await send('POST /lines', line('2', 7));
      expect([created.status, created.document.data.id]).toEqual([201, '2~7']);
      expect(created.document.data.relationships.order.data).toEqual({ type: 'orders', id: '2' });
      expect((await send('GET /lines/2~7')).ids).toBe('2~7');
      expect((await send('POST /lines', line('2', 7))).status).toBe(409);
      expect((await send('POST /lines', line('2', 8, '2~8'))).status).toBe(201);
      const other = await send('POST /lines', line('2', 9, '2~10'));
      expect([other.status, other.document.errors[0].source.pointer]).toEqual([422, '/data/id']);
      for (const id of ['2', '2~x', '2~9~9']) {
        const wrong = await send('POST /lines', line('2', 9, id));
        expect([wrong.status, wrong.document.errors[0].source.pointer]).toEqual([400, '/data/id']);
      }
      expect((await send('POST /lines', line('404', 1))).status).toBe(404);
      expect((await send('POST /places', { type: 'places', id: 'it~RM', attributes: { name: 'Rome' } })).status).toBe(
        201,
      );
      expect((await send('POST /places', { type: 'places', id: 'it~RM', attributes: { name: 'Rome' } })).status).toBe(
        409,
      );
      expect((await send('POST /places', { type: 'places', attributes: { name: 'Rome' } })).status).toBe(422);
      const shipments = { data: [{ type: 'shipments', id: 'd' }] };
      const withMembers = line('2', 11);
      const related = { ...withMembers, relationships: { ...withMembers.relationships, shipments } };
      expect((await send('POST /lines', related)).status).toBe(201);
      expect((await send('GET /shipments/d/line')).ids).toBe('2~11');
      expect(failures).toEqual([]);
    });

    test('a resource is updated and deleted, and its version counts writes', async () => {
      const data = { type: 'lines', id: '1~2', attributes: { product: 'Nib' } };
      const before = await send('GET /lines/1~2');
      expect((await send('PATCH /lines/1~2', data)).document.data.attributes.product).toBe('Nib');
      expect((await send('PATCH /lines/1~2', { ...data, attributes: { lineNo: 3 } })).status).toBe(403);
      expect((await send('PATCH /lines/1~3', { ...data, id: '1~3' })).status).toBe(404);
      expect((await send('GET /lines/1~10')).document.data.attributes.product).toBe(null);
      expect(before.status).toBe(200);
      expect((await send('DELETE /lines/1~2')).status).toBe(409);
      expect((await send('DELETE /lines/1~1')).status).toBe(204);
      expect((await send('DELETE /lines/1~1')).status).toBe(404);
      expect((await send('GET /lines')).ids).toBe('1~2,1~10,2~1,10~1');
      expect(failures).toEqual([]);
    });

    test('foreign keys of several columns are written from both sides', async () => {
      const line = (id: string) => ({ type: 'lines', id });
      expect((await send('PATCH /shipments/a/relationships/line', line('2~1'))).status).toBeLessThan(300);
      expect((await send('GET /shipments/a/line')).ids).toBe('2~1');
      expect((await send('PATCH /shipments/a/relationships/line', line('2~99'))).status).toBe(404);
      expect((await send('PATCH /shipments/a/relationships/line', line('2'))).status).toBe(404);
      expect((await send('PATCH /shipments/a/relationships/line', null)).status).toBeLessThan(300);
      expect((await send('GET /shipments/a/line')).ids).toBe(null);
      const shipments = (...ids: string[]) => ids.map((id) => ({ type: 'shipments', id }));
      expect((await send('POST /lines/1~10/relationships/shipments', shipments('a', 'd'))).status).toBe(204);
      expect((await send('GET /lines/1~10/shipments')).ids).toBe('a,d');
      expect((await send('DELETE /lines/1~10/relationships/shipments', shipments('d', 'c'))).status).toBe(204);
      expect((await send('PATCH /lines/1~2/relationships/shipments', shipments('a'))).status).toBe(204);
      expect((await send('GET /lines/1~2/shipments')).ids).toBe('a');
      expect((await send('GET /shipments?filter[line]=null')).ids).toBe('b,d,e');
      expect((await send('POST /lines/1~77/relationships/shipments', shipments('a'))).status).toBe(404);
      expect(failures).toEqual([]);
    });
  });
});
