/** Limits without an end: a database cannot read `Infinity`, nor numbers above 64 bits. */

import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import {
  createServer,
  cursorPagination,
  type JsonApiRequest,
  offsetStrategy,
  type PaginationStrategy,
  pageNumberStrategy,
} from '@linkage/server';
import { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createKyselySources, createNodeSqliteDialect } from './index.ts';

const api = defineApi({
  books: {
    attributes: { name: attribute(z.string(), { sort: true, filter: true }) },
    relationships: { author: toOne('people'), tags: toMany('tags', { filter: true }) },
  },
  people: { attributes: {}, relationships: { books: toMany('books') } },
  tags: { attributes: {}, relationships: { books: toMany('books') } },
});

function serverWith(value: number | undefined, strategy: PaginationStrategy = pageNumberStrategy) {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table book (id text primary key, name text, author_id text);
    create table person (id text primary key);
    create table tag (id text primary key);
    create table book_tag (book_id text, tag_id text, primary key (book_id, tag_id));
    insert into person values ('1');
    insert into tag values ('1'), ('2'), ('3');
    insert into book values ('1', 'a', '1'), ('2', 'b', '1'), ('3', 'c', null);
    insert into book_tag values ('1', '1'), ('1', '2'), ('2', '3');
  `);
  const db = new Kysely({ dialect: createNodeSqliteDialect(database) });
  const through = { through: 'book_tag', from: 'book_id', to: 'tag_id' };
  const sources = createKyselySources(api, db, {
    books: { table: 'book', relationships: { author: { column: 'author_id' }, tags: through } },
    people: { table: 'person', relationships: { books: { foreignKey: 'author_id' } } },
    tags: { table: 'tag', relationships: { books: { through: 'book_tag', from: 'tag_id', to: 'book_id' } } },
  });
  const names = ['includedLinkage', 'includedResources', 'linkageMembers', 'pageSizeMaximum', 'filterValues'];
  return createServer(api, sources, {
    limits: value === undefined ? {} : Object.fromEntries(names.map((name) => [name, value])),
    pagination: { strategy },
    profiles: [cursorPagination({ key: 'a key of thirty-two bytes or more' })],
    defaultAccess: 'allow',
    access: { tags: { read: () => [{ field: 'id', operator: 'ne', values: ['2'] }] } },
  });
}

const media = 'application/vnd.api+json';
const headers = { 'content-type': media };
const cursors = { accept: `${media};profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"` };
const requests: readonly (Partial<JsonApiRequest> & { readonly url: string })[] = [
  { url: '/books?include=author.books,tags' },
  { url: '/people/1?include=books.tags' },
  { url: '/books/1/tags' },
  { url: '/books/1/relationships/tags' },
  { url: '/books?filter[tags]=1,3' },
  { url: '/books?page[size]=100' },
  { url: '/books?page[size]=50&page[after]=', headers: cursors },
  { url: '/books', headers: cursors },
  {
    method: 'PATCH',
    url: '/books/1/relationships/tags',
    headers,
    body: JSON.stringify({ data: [{ type: 'tags', id: '3' }] }),
  },
];

describe.each([Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER])('limits of %d', (value) => {
  test.each(requests)('respond like the default limits: $url', async (request) => {
    const [expected, received] = await Promise.all(
      [undefined, value].map((limit) => serverWith(limit).handle({ method: 'GET', headers: {}, ...request })),
    );
    expect(received).toEqual(expected);
  });

  test.each([
    ['a page number', pageNumberStrategy, '/books?page[size]=9999999999'],
    ['an offset', offsetStrategy, '/books?page[limit]=9999999999'],
    ['an offset of related resources', offsetStrategy, '/books/1/tags?page[limit]=9999999999'],
  ])('allow the largest page size by %s', async (_, strategy, url) => {
    const { status } = await serverWith(value, strategy).handle({ method: 'GET', url, headers: {} });
    expect(status).toBe(200);
  });
});
