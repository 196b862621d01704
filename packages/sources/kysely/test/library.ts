import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, parseQuery, toMany, toOne } from '@linkage/core';
import { type CollectionQuery, createMemorySources, type DataSource } from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';
import { booleanColumn, createKyselySources, createNodeSqliteDialect } from '../src/index.ts';
import { call, select } from './newsroom.ts';

const on = { sort: true, filter: true } as const;

/** Books, their authors, who employs them, tags and reviews: every way to store a relationship, and gaps in each. */
const api = defineApi({
  books: {
    attributes: { title: attribute(z.string(), on), pages: attribute(z.number().nullable(), on) },
    relationships: {
      author: toOne('people', on),
      tags: toMany('tags', { filter: true }),
      reviews: toMany('reviews', { filter: true }),
    },
  },
  people: {
    attributes: { name: attribute(z.string(), on), age: attribute(z.number().nullable(), on) },
    relationships: { employer: toOne('people', on), books: toMany('books', { filter: true }) },
  },
  tags: {
    attributes: { label: attribute(z.string().nullable(), on), hot: attribute(z.boolean(), on) },
    relationships: { books: toMany('books', { filter: true }) },
  },
  reviews: {
    attributes: { stars: attribute(z.number().nullable(), on), text: attribute(z.string(), on) },
    relationships: { by: toOne('people', on), book: toOne('books', on) },
  },
});
type Type = 'books' | 'people' | 'tags' | 'reviews';

const memory = createMemorySources(api, {
  books: [
    { id: 'a', title: 'Alpha', pages: 300, author: 1, tags: ['t1', 't2'], reviews: [1, 2] },
    { id: 'b', title: 'Beta', pages: 100, author: 2, tags: ['t2', 't3'], reviews: [3] },
    { id: 'c', title: 'Gamma', pages: null, author: 1, tags: ['t1'], reviews: [4, 5] },
    { id: 'd', title: 'Delta', pages: 100, author: null, tags: [], reviews: [] },
    { id: 'e', title: 'Beta', pages: 200, author: 3, tags: ['t1', 't2', 't3'], reviews: [] },
  ],
  people: [
    { id: 1, name: 'Ada', age: 36, employer: 3, books: ['a', 'c'] },
    { id: 2, name: 'Bo', age: null, employer: null, books: ['b'] },
    { id: 3, name: 'Cy', age: 50, employer: 2, books: ['e'] },
  ],
  tags: [
    { id: 't1', label: 'sea', hot: true, books: ['a', 'c', 'e'] },
    { id: 't2', label: 'sky', hot: false, books: ['a', 'b', 'e'] },
    { id: 't3', label: null, hot: true, books: ['b', 'e'] },
  ],
  reviews: [
    { id: 1, stars: 5, text: 'good', by: 2, book: 'a' },
    { id: 2, stars: 1, text: 'bad', by: 3, book: 'a' },
    { id: 3, stars: null, text: 'good', by: null, book: 'b' },
    { id: 4, stars: 3, text: 'fair', by: 1, book: 'c' },
    { id: 5, stars: 5, text: 'bad', by: 1, book: 'c' },
  ],
});

const database = new DatabaseSync(':memory:');
database.exec(`
  create table person (id integer primary key, name text not null, age integer, employer_id integer references person (id));
  create table book (id text primary key, title text not null, pages integer, author_id integer references person (id));
  create table tag (id text primary key, label text, hot integer not null);
  create table book_tag (book_id text not null, tag_id text not null, primary key (book_id, tag_id));
  create table review (id integer primary key, stars integer, text text not null, by_id integer, book_id text);
  insert into person values (2, 'Bo', null, null), (3, 'Cy', 50, 2), (1, 'Ada', 36, 3);
  insert into book values ('a', 'Alpha', 300, 1), ('b', 'Beta', 100, 2), ('c', 'Gamma', null, 1), ('d', 'Delta', 100, null),
    ('e', 'Beta', 200, 3);
  insert into tag values ('t1', 'sea', 1), ('t2', 'sky', 0), ('t3', null, 1);
  insert into book_tag values ('a', 't1'), ('a', 't2'), ('b', 't2'), ('b', 't3'), ('c', 't1'), ('e', 't1'), ('e', 't2'), ('e', 't3');
  insert into review values (1, 5, 'good', 2, 'a'), (2, 1, 'bad', 3, 'a'), (3, null, 'good', null, 'b'), (4, 3, 'fair', 1, 'c'),
    (5, 5, 'bad', 1, 'c');
`);
const db = new Kysely({ dialect: createNodeSqliteDialect(database) });
const sql = createKyselySources(api, db, {
  books: {
    table: 'book',
    relationships: {
      author: { column: 'author_id' },
      tags: { through: 'book_tag', from: 'book_id', to: 'tag_id' },
      reviews: { foreignKey: 'book_id' },
    },
  },
  people: {
    table: 'person',
    idType: 'integer',
    relationships: { employer: { column: 'employer_id' }, books: { foreignKey: 'author_id' } },
  },
  tags: {
    table: 'tag',
    attributes: { hot: booleanColumn() },
    relationships: { books: { through: 'book_tag', from: 'tag_id', to: 'book_id' } },
  },
  reviews: {
    table: 'review',
    idType: 'integer',
    relationships: { by: { column: 'by_id' }, book: { column: 'book_id' } },
  },
});

const places = { memory, SQLite: sql };

/** Every kind of source that holds the library. */
export const placeNames = Object.keys(places) as (keyof typeof places)[];

/** Asks a place for a collection, the query written as in a URL, and gives the ids in order and their total. */
export async function ask(place: keyof typeof places, type: Type, text: string, page = { offset: 0, limit: 100 }) {
  const { filter, sort } = parseQuery(api, type, text);
  const query: CollectionQuery = { filter, sort, page, selection: select([]), total: true };
  const source = places[place][type] as Required<DataSource>;
  const { records, total } = await source.list(query, call);
  return { ids: records.map(({ id }) => id).join(''), total };
}
