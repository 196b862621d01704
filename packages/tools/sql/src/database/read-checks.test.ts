import { DatabaseSync } from 'node:sqlite';
import { createNodeSqliteDialect } from '@linkage/kysely';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { readChecksOf } from './read-checks.ts';

test('SQLite: the expressions of the statement that created the table', async () => {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table film (
      id integer primary key, rating text CHECK (rating in ('G)', 'PG''(')), -- check (x)
      length integer check(length > 0), check_out text default 'check (y)', constraint c check
      (length < (100 + 1) and rating <> '')
    );
    create table plain (id integer primary key, "check" text);
  `);
  const db = new Kysely<unknown>({ dialect: createNodeSqliteDialect(database) });
  const checks = await readChecksOf(db, 'sqlite', '');
  expect(checks({ schema: 'main', name: 'film' })).toEqual([
    "rating in ('G)', 'PG''(')",
    'length > 0',
    "length < (100 + 1) and rating <> ''",
  ]);
  expect(checks({ schema: 'main', name: 'plain' })).toEqual([]);
  await db.destroy();
});
