/** A database whose ids have several columns. */

import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { createKyselySources, type DatabaseSchema } from '../src/index.ts';

const on = { sort: true, filter: true } as const;
/** The API of the tests. */
export const api = defineApi({
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
/** The tables. */
export const tables: string = `
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
/** Replaces all rows. */
export const rows: string = `
  delete from shipment; delete from line; delete from purchase; delete from place;
  insert into purchase values (1, 'One'), (2, 'Two'), (10, 'Ten');
  insert into line (order_id, line_no, product) values
    (10, 1, 'Pen'), (2, 1, 'Ink'), (1, 2, 'Pen'), (1, 10, null), (1, 1, 'Ink');
  insert into shipment values ('a', 'Post', 1, 2), ('b', 'Post', 1, 2), ('c', 'Rail', 10, 1), ('d', 'Air', null, null),
    ('e', 'Air', 2, null);
  insert into place values ('de', 'B', 'Berlin'), ('d', 'e~B', 'Tilde'), ('d~e', 'B', 'Other'), ('d!1e', 'B', 'Escape'),
    ('fr/x y', 'é?', 'Signs');
`;

/** Requests, and the ids of their responses, or the status. */
export const reads: readonly (readonly [url: string, expected: string | null | number])[] = [
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

/** Creates sources over the tables of the database. */
export function sourcesOf(
  db: Kysely<never>,
  databaseSchema?: DatabaseSchema,
  onDelete?: 'cascade',
  where?: { readonly revision: number },
) {
  return createKyselySources(
    api,
    db,
    {
      orders: {
        table: 'purchase',
        idType: 'integer',
        relationships: { lines: { foreignKey: 'order_id', ...(onDelete && { onDelete }) } },
      },
      lines: {
        ...{ table: 'line', id: ['order_id', 'line_no'], idType: 'integer', version: 'revision' },
        attributes: { lineNo: 'line_no' },
        relationships: {
          order: { column: 'order_id' },
          shipments: { foreignKey: ['order_id', 'line_no'], ...(onDelete && { onDelete: 'set null' }) },
        },
        ...(where && { where, softDelete: { revision: -1 } }),
      },
      shipments: { table: 'shipment', relationships: { line: { column: ['order_id', 'line_no'] } } },
      places: { table: 'place', id: ['country', 'code'] },
    },
    { databaseSchema },
  );
}
