import { defineApi, toMany, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sqliteDialect } from '../dialects/sqlite.ts';
import { booleanColumn } from './columns.ts';
import { resolveTables as resolve, type UntypedMapping } from './resolve-tables.ts';

const resolveTables = (of: Parameters<typeof resolve>[0], mapping: Parameters<typeof resolve>[1]) =>
  resolve(of, mapping, { dialect: sqliteDialect, databaseSchema: undefined });

const api = defineApi({
  books: {
    attributes: { title: z.string(), lent: z.boolean() },
    relationships: { author: toOne('people'), topics: toMany(['books', 'people']) },
  },
  people: { attributes: { name: z.string() }, relationships: { books: toMany('books') } },
});

const books: UntypedMapping = { table: 'book', relationships: { author: { column: 'author_id' }, topics: null } };
const people: UntypedMapping = { table: 'person', relationships: { books: { foreignKey: 'author_id' } } };

test('adds defaults, and resolves relationships to tables', () => {
  const tables = resolveTables(api, { books: { ...books, attributes: { lent: booleanColumn('is_lent') } }, people });
  const book = tables.get('books');
  expect(book).toMatchObject({ name: 'book', key: [{ name: 'id', idType: 'text' }] });
  expect([...(book?.columns ?? [])].map(([name, column]) => [name, column.name])).toEqual([
    ['title', 'title'],
    ['lent', 'is_lent'],
  ]);
  expect(book?.storages.get('author')?.target).toBe(tables.get('people'));
  expect(book?.storages.has('topics')).toBe(false);
});

test('a related type can be stored elsewhere', () => {
  expect(resolveTables(api, { books }).get('books')?.storages.get('author')?.target).toBeUndefined();
});

test.each([
  [{ books, people, films: books }, 'createKyselySources: mapping: unknown resource type "films".'],
  [
    { books: { ...books, attributes: { name: 'x' } }, people },
    'createKyselySources: mapping.books.attributes: unknown attribute "name".',
  ],
  [{ books, people: { ...people, relationships: { ...people.relationships, films: null } } }, 'films'],
  [{ books, people: { table: 'person' } }, 'must contain `relationships.books`'],
  [{ people }, 'people.books requires a mapping of "books"'],
  [
    { books: { ...books, relationships: { author: { through: 'x' }, topics: null } }, people },
    'author must contain either `column` or `foreignKey`',
  ],
  [
    { books, people: { ...people, relationships: { books: { column: 'x' } } } },
    'people.books must contain `foreignKey` or `through`',
  ],
  [
    { books: { ...books, relationships: { ...books.relationships, topics: { foreignKey: 'x' } } }, people },
    'several target types',
  ],
] as const)('rejects a mapping that does not fit: %#', (mapping, message) => {
  expect(() => resolveTables(api, mapping as never)).toThrow(message);
});

test('clients cannot change an id through a relationship that its column stores', () => {
  const shared = (write: boolean) =>
    defineApi({
      people: { relationships: { passport: toOne('passports', { write: false }) } },
      passports: { relationships: { person: toOne('people', { write }) } },
    });
  const mapping = {
    people: { table: 'person', relationships: { passport: { foreignKey: 'id' } } },
    passports: { table: 'passport', relationships: { person: { column: 'id' } } },
  };
  expect(resolveTables(shared(false), mapping).size).toBe(2);
  expect(() => resolveTables(shared(true), mapping)).toThrow(
    'mapping.passports.id: clients can change the column "id" of the id as `passports.person`. Declare the field with `write: false`.',
  );
});

test('NULL is null, and undefined for an attribute that may be absent but not null', () => {
  const optional = defineApi({
    notes: {
      attributes: {
        text: z.string(),
        nullable: z.string().nullable(),
        absent: z.string().optional(),
        both: z.string().nullish(),
        later: z.string().refine(async () => true),
      },
    },
  });
  const columns = resolveTables(optional, { notes: { table: 'note' } }).get('notes')?.columns ?? new Map();
  const empty = [...columns].map(([name, column]) => [name, column.empty]);
  expect(Object.fromEntries(empty)).toStrictEqual({
    text: null,
    nullable: null,
    absent: undefined,
    both: null,
    later: null,
  });
});
