import { DatabaseSync } from 'node:sqlite';
import { defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { createKyselySources } from './index.ts';
import { createNodeSqliteDialect } from './node-sqlite.ts';

const database = new DatabaseSync(':memory:');
database.exec(`
  create table product (id text primary key);
  create table "order" (id text primary key, customer_id text);
  create table line (id text primary key, product_id text, order_id text);
  insert into product values ('1'), ('2');
  insert into "order" values ('1', 'ada'), ('2', 'bob');
  insert into line values ('1', '1', '1'), ('2', '2', '2');
`);
const api = defineApi({
  products: { attributes: {}, relationships: { lines: toMany('lines', { filter: true }) } },
  orders: { attributes: {}, relationships: { customer: toOne('people'), lines: toMany('lines', { filter: true }) } },
  lines: { attributes: {}, relationships: { order: toOne('orders', { filter: true }) } },
  people: { attributes: {} },
});
const sources = createKyselySources(api, new Kysely({ dialect: createNodeSqliteDialect(database) }), {
  products: { table: 'product', relationships: { lines: { foreignKey: 'product_id' } } },
  orders: { table: 'order', relationships: { customer: { column: 'customer_id' }, lines: { foreignKey: 'order_id' } } },
  lines: { table: 'line', relationships: { order: { column: 'order_id' } } },
  people: { table: 'person' },
});
const server = createServer(api, sources, {
  defaultAccess: 'allow',
  access: { lines: { read: () => [{ field: 'order.customer', values: ['ada'] }] } },
});

test.each([
  ['/products?filter[lines]=1', ['1']],
  ['/products?filter[lines]=2', []],
  ['/products?filter[lines.order]=1', ['1']],
  ['/products?filter[lines.order]=2', []],
  ['/orders?filter[lines.order]=2', []],
])('a filter through a type whose rule has a path: GET %s', async (url, ids) => {
  const response = await server.handle({ method: 'GET', url, headers: {} });
  expect([response.status, JSON.parse(response.body ?? '{}').data?.map(({ id }: { id: string }) => id)]).toEqual([
    200,
    ids,
  ]);
});
