import { DatabaseSync } from 'node:sqlite';
import { createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { api, everyPath, orderSources, pathsTo } from '../test/orders.ts';
import { createNodeSqliteDialect } from './index.ts';

const tables = `
  create table customer (id text primary key, name text not null);
  create table purchase (
    id text primary key collate nocase, freight numeric, units integer not null, code text not null collate nocase,
    level integer not null, day text not null, customer_id text references customer (id)
  );
  create table liked (customer_id text not null, order_id text not null, primary key (customer_id, order_id));
  insert into customer values ('all', 'All');
  insert into purchase values
    ('a', 113.04, 9, 'ABC', 0, '2026-01-09', 'all'), ('b', 5.26, 10, 'abc', 1, '2026-01-10', 'all'),
    ('c', 20, 9007199254740993, 'x', 2, '2025-12-31', 'all'), ('d', null, -1, 'Y', 1, '2026-01-10', 'all');
  insert into liked select 'all', id from purchase;
`;
const ids = ['a', 'b', 'c', 'd'];

/** As drivers do that return `numeric` and `int8` as text. */
function open() {
  const database = new DatabaseSync(':memory:', { readBigInts: true } as object);
  database.exec(tables);
  return orderSources(createNodeSqliteDialect(database), String, false);
}

const lt = 'lt' as const;
test.each<[string, Parameters<typeof pathsTo>[1][number], readonly string[]]>([
  ['a number as text', { field: 'freight', operator: lt, values: ['20'] }, ['b']],
  ['a number', { field: 'freight', operator: lt, values: [20] }, ['b']],
  ['a number that is equal', { field: 'freight', values: ['20.0'] }, ['c']],
  ['null', { field: 'freight', values: [null] }, ['d']],
  ['an int8 as text', { field: 'units', operator: 'ge', values: ['10'] }, ['b', 'c']],
  ['an int8 without a number of its own', { field: 'units', values: [9007199254740993n] }, ['c']],
  ['a negative number', { field: 'units', operator: lt, values: ['0'] }, ['d']],
  ['a collation without case', { field: 'code', values: ['abc'] }, ['a', 'b']],
  ['its order', { field: 'code', operator: 'gt', values: ['X'] }, ['d']],
  ['an order of its own', { field: 'level', operator: 'gt', values: ['low'] }, ['b', 'c', 'd']],
  ['a day', { field: 'day', operator: 'ge', values: ['2026-01-09'] }, ['a', 'b', 'd']],
  ['an id without case', { field: 'id', values: ['A', 'b'] }, ['a', 'b']],
  ['a relationship', { field: 'customer', values: ['all'] }, ids],
  ['nothing that is there', { field: 'freight', operator: lt, values: ['0'] }, []],
])('every path agrees with the database on %s', async (_, condition, expected) => {
  expect(await pathsTo(open().sources, [condition], ids)).toEqual(everyPath(expected));
});

test.each<[string, number]>([
  ['5.26', 201],
  ['113.04', 403],
])('a write is judged by the same comparison: freight %s is %i', async (freight, status) => {
  const server = createServer(api, open().sources, {
    defaultAccess: 'allow',
    access: { orders: { read: () => [{ field: 'freight', operator: 'lt', values: ['20'] }] } },
  });
  const attributes = { freight, units: '1', code: 'n', level: 'low', day: '2026-02-01' };
  const body = JSON.stringify({ data: { type: 'orders', attributes } });
  const headers = { 'content-type': 'application/vnd.api+json' };
  expect((await server.handle({ method: 'POST', url: '/orders', headers, body })).status).toBe(status);
});

test.each<[string, readonly string[]]>([
  ['/customers?filter[orders.code]=abc', ['all']],
  ['/customers?filter[liked.freight][lt]=20', ['all']],
  // Only order b meets the rule, and its freight is less than 100.
  ['/customers?filter[orders.freight][ge]=100', []],
  ['/orders?filter[customer.liked.freight][ge]=100', []],
  ['/orders?filter[customer.liked.freight][lt]=100', ['b']],
  ['/customers?filter[liked.customer]=all', ['all']],
  ['/customers?filter[orders]=a', []],
])('a filter looks at what meets the rule alone: %s', async (url, expected) => {
  const server = createServer(api, open().sources, {
    defaultAccess: 'allow',
    access: { orders: { read: () => [{ field: 'freight', operator: 'lt', values: ['20'] }] } },
  });
  const { status, body } = await server.handle({ method: 'GET', url, headers: {} });
  expect([status, JSON.parse(body ?? '{}').data?.map(({ id }: { readonly id: string }) => id)]).toEqual([
    200,
    expected,
  ]);
});

describe('the database paginates if it applies the rule', () => {
  const count = 2000;
  function many() {
    const database = new DatabaseSync(':memory:');
    database.exec(tables.slice(0, tables.indexOf('insert into')));
    database.exec(`
      insert into customer values ('all', 'All');
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
      insert into purchase select 'p' || printf('%05d', i), i, i, 'c', 0, '2026-01-01', 'all' from n;
      insert into liked select 'all', id from purchase;
    `);
    return orderSources(createNodeSqliteDialect(database), String, false);
  }
  const options = { pagination: { includedSize: 3 }, limits: { includedLinkage: 20, includedResources: 20 } } as const;
  const rule = { read: () => [{ field: 'freight', operator: 'ge', values: ['11'] }] as const };

  test.each(['orders', 'liked'])('includedSize of %s is kept: 200, one page, and links to the rest', async (name) => {
    const { sources, statements } = many();
    const server = createServer(api, sources, { ...options, defaultAccess: 'allow', access: { orders: rule } });
    const { status, body } = await server.handle({ method: 'GET', url: `/customers?include=${name}`, headers: {} });
    const document = JSON.parse(body ?? '{}');
    expect([status, document.included.map(({ id }: { readonly id: string }) => id)]).toEqual([
      200,
      ['p00011', 'p00012', 'p00013'],
    ]);
    expect(document.data[0].relationships[name].links.next).toMatch('number%5D=2');
    expect(statements.filter((it) => it.includes('dense_rank'))).toHaveLength(1);
  });

  test('a filter through a to-many relationship returns the same for any number of matching resources', async () => {
    for (const access of [{}, { orders: rule }]) {
      const server = createServer(api, many().sources, { ...options, defaultAccess: 'allow', access });
      const url = '/customers?filter[orders.code]=c&filter[liked.freight][ge]=5';
      const { status, body } = await server.handle({ method: 'GET', url, headers: {} });
      expect([status, JSON.parse(body ?? '{}').data?.length]).toEqual([200, 1]);
    }
  });
});
