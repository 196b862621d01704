import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toOne } from '@linkage/core';
import { Kysely } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { compareMapping, createNodeSqliteDialect, readDatabaseSchema } from '../index.ts';

const database = new DatabaseSync(':memory:');
database.exec(`
  create table author (id integer primary key, name text not null);
  create table book (id integer primary key, title text, writer integer not null references author, reader integer not null);
`);
const db = new Kysely<unknown>({ dialect: createNodeSqliteDialect(database) });
afterAll(() => db.destroy());
const databaseSchema = await readDatabaseSchema(db);

function compare(title: z.ZodType, column: string, sort = false) {
  const api = defineApi({
    authors: { attributes: { name: z.string() } },
    books: { attributes: { title: attribute(title, { sort }) }, relationships: { author: toOne('authors') } },
  });
  const mapping = {
    authors: { table: 'author', idType: 'integer' },
    books: { table: 'book', idType: 'integer', relationships: { author: { column } } },
  } as const;
  return compareMapping(api, db, mapping, databaseSchema);
}

test('a mapping that fits the database has no differences', () => {
  expect(compare(z.string().nullable(), 'writer')).toEqual([]);
});

test('errors are before warnings, each with its place', () => {
  expect(compare(z.string(), 'reader', true)).toEqual([
    {
      level: 'error',
      where: 'mapping.books.attributes.title',
      message: expect.stringContaining('can be NULL, but the schema of "title" accepts neither'),
    },
    {
      level: 'warning',
      where: 'mapping.books.relationships.author',
      message: 'No foreign key of "book" says what "reader" references.',
    },
  ]);
  expect(compare(z.string().nullable(), 'writer', true)).toEqual([
    {
      level: 'warning',
      where: 'mapping.books.attributes.title',
      message: 'Requests can sort by "title", but no index begins with the column "title".',
    },
  ]);
});

test('a column that does not exist is an error of its part', () => {
  expect(compare(z.string().nullable(), 'writr')).toEqual([
    {
      level: 'error',
      where: 'mapping.books.relationships.author',
      message: expect.stringContaining('the table does not have a column "writr". Did you mean "writer"?'),
    },
  ]);
});
