/** The sentences of the pages about SQL. */

import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { fact } from './fact.ts';

const database = new DatabaseSync(':memory:');
database.exec(`
  create table note (id text primary key, title varchar(2), size integer);
  insert into note values (null, 'long', 'text')`);
fact('guide/sql.md', '- **Types.** A column of integers stores strings, too, unless its table is `strict`.', () => {
  expect(database.prepare('select typeof(size) as type from note').get()).toMatchObject({ type: 'text' });
  database.exec('create table exact (size integer) strict');
  expect(() => database.exec("insert into exact values ('text')")).toThrow(/cannot store TEXT/);
});
fact('guide/sql.md', '- **Lengths and ranges.** `varchar(40)` is not enforced, also with a database schema.', () => {
  expect(database.prepare('select length(title) as length from note').get()).toMatchObject({ length: 4 });
});
fact('guide/sql.md', '`pragma foreign_keys = on`, for each connection; `node:sqlite` sets it.', () => {
  expect(database.prepare('pragma foreign_keys').get()).toMatchObject({ foreign_keys: 1 });
});
fact('guide/sql.md', '- **Primary keys** accept NULL, except integers and tables `without rowid`', () => {
  expect(database.prepare('select count(*) as rows from note where id is null').get()).toMatchObject({ rows: 1 });
  database.exec('create table other (id text primary key) without rowid');
  expect(() => database.exec('insert into other values (null)')).toThrow(/NOT NULL/);
});
