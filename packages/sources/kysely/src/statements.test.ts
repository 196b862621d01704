/** How many statements a request takes: 1 + the relationships of the include tree + 1 for a total, whatever the number of rows. */

import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createMemorySources, createServer, type Sources } from '@linkage/server';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createKyselySources, createNodeSqliteDialect } from './index.ts';

const named = {
  attributes: { name: attribute(z.string(), { sort: true, filter: true }), note: z.string().nullable() },
};
const api = defineApi({
  books: { ...named, relationships: { author: toOne('people'), tags: toMany('tags'), reviews: toMany('reviews') } },
  people: { ...named, relationships: { books: toMany('books'), friend: toOne('people') } },
  tags: { ...named, relationships: { books: toMany('books') } },
  reviews: { ...named, relationships: { by: toOne('people'), book: toOne('books') } },
  // In memory, and leading to tables: sources of several kinds in one API.
  shelves: {
    attributes: { label: z.string() },
    relationships: { items: toMany(['books', 'reviews']), top: toOne(['books', 'tags']) },
  },
});

function serverOf(count: number) {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table book (id integer primary key, name text, note text, author_id integer);
    create table person (id integer primary key, name text, note text, friend_id integer);
    create table tag (id integer primary key, name text, note text);
    create table book_tag (book_id integer, tag_id integer, primary key (book_id, tag_id));
    create table review (id integer primary key, name text, note text, by_id integer, book_id integer);
  `);
  const run = (statement: string, ...values: (string | number)[]) => database.prepare(statement).run(...values);
  for (let id = 1; id <= count; id++) {
    const other = (step: number): number => ((id * step) % count) + 1;
    run('insert into book values (?, ?, null, ?)', id, `b${id % 3}`, other(3));
    run('insert into person values (?, ?, null, ?)', id, 'p', other(5));
    run('insert into tag values (?, ?, null)', id, 't');
    run('insert or ignore into book_tag values (?, ?), (?, ?)', id, other(2), id, other(7));
    run('insert into review values (?, ?, null, ?, ?)', id, 'r', other(2), other(3));
  }
  const statements: string[] = [];
  const db = new Kysely({
    dialect: createNodeSqliteDialect(database),
    log: (event) => {
      statements.push(event.query.sql);
    },
  });
  const sql = createKyselySources(api, db, {
    books: {
      table: 'book',
      idType: 'integer',
      relationships: {
        author: { column: 'author_id' },
        tags: { through: 'book_tag', from: 'book_id', to: 'tag_id' },
        reviews: { foreignKey: 'book_id' },
      },
    },
    people: {
      table: 'person',
      idType: 'integer',
      relationships: { books: { foreignKey: 'author_id' }, friend: { column: 'friend_id' } },
    },
    tags: {
      table: 'tag',
      idType: 'integer',
      relationships: { books: { through: 'book_tag', from: 'tag_id', to: 'book_id' } },
    },
    reviews: {
      table: 'review',
      idType: 'integer',
      relationships: { by: { column: 'by_id' }, book: { column: 'book_id' } },
    },
  });
  const identifiers = (type: 'books' | 'reviews') => Array.from({ length: count }, (_, id) => ({ type, id: id + 1 }));
  const { shelves } = createMemorySources(api, {
    shelves: [
      {
        id: 1,
        label: 'All',
        items: [...identifiers('books'), ...identifiers('reviews')],
        top: { type: 'tags', id: 1 },
      },
      { id: 2, label: 'Top', items: [], top: { type: 'books', id: 1 } },
    ],
  }) as Required<Sources<typeof api>>;
  return { server: createServer(api, { ...sql, shelves } as Sources<typeof api>), statements };
}

async function answerOf(count: number, url: string) {
  const { server, statements } = serverOf(count);
  const { status, body = '' } = await server.handle({ method: 'GET', url, headers: {} });
  expect([status, url]).toEqual([200, url]);
  return { statements, document: JSON.parse(body) };
}

test.each([
  ['a collection', '/books?page[size]=100', 1],
  ['with a total', '/books?page[size]=100&page[total]=true', 2],
  ['sorted and filtered', '/books?page[size]=100&sort=-name&filter[name]=b1', 1],
  ['a to-one relationship', '/books?page[size]=100&include=author', 2],
  ['by a foreign key', '/books?page[size]=100&include=reviews', 2],
  ['through a join table, and a total', '/books?page[size]=100&include=tags&page[total]=true', 3],
  ['several relationships', '/books?page[size]=100&include=author,tags,reviews', 4],
  ['a tree of depth three', '/books?page[size]=2&include=author.friend.books,tags', 5],
  ['related resources', '/people/1/books?page[size]=100&include=tags', 3],
  ['linkage', '/books/1/relationships/tags?page[size]=100', 2],
  ['polymorphic to-many: one for each type', '/shelves/1?include=items', 2],
  ['polymorphic to-one', '/shelves?include=top', 2],
  ['a collection of several types, and on from there', '/shelves/1/items?page[size]=100&include=author,by', 3],
])('%s: %s takes at most %i statements', async (_, url, most) => {
  const [few, many] = [await answerOf(4, url), await answerOf(90, url)];
  expect(many.statements.length).toBeLessThanOrEqual(most);
  expect(many.statements.length).toBeGreaterThanOrEqual(few.statements.length);
  expect(many.document.data).toBeTruthy();
});

test('columns that the response does not show are not read, on any relationship', async () => {
  const fields = 'fields[books]=name&fields[tags]=name&fields[people]=';
  const { statements } = await answerOf(5, `/books?include=tags,author&${fields}`);
  expect(statements).toHaveLength(3);
  for (const statement of statements) expect(statement).not.toMatch(/note|\*/);
  expect(statements.find((statement) => statement.includes('"person"'))).not.toMatch(/name|friend/);
});

test('linkage that was not loaded is links only; REL-06 a foreign key is linkage that costs nothing', async () => {
  const { document } = await answerOf(3, '/books/1');
  const { author, tags } = document.data.relationships;
  expect(tags).toEqual({ links: { self: '/books/1/relationships/tags', related: '/books/1/tags' } });
  expect(author.data).toEqual({ type: 'people', id: '1' });
});
