import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { everyPath, orderSources, pathsTo } from '../test/orders.ts';
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
