/** The rows of a driver, and of ORMs, in the shapes in which they return them. */
import { attribute, defineApi, serialize, serializeStream, toMany, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createArticle, listArticles, text, updateArticle } from './orm-rows.ts';

const type = 'articles';

test('rows of node:sqlite are read and written as they are', () => {
  createArticle(
    JSON.stringify({
      data: {
        type,
        attributes: { title: 'Again' },
        relationships: { author: { data: { type: 'people', id: '4' } } },
      },
    }),
  );
  const of = (id: string) => JSON.parse(listArticles()).data.find((it: { id: string }) => it.id === id);
  const before = of('2');
  expect(before).toEqual({
    ...{ type, id: '2', attributes: { title: 'Again', publishedAt: null } },
    relationships: { author: { data: { type: 'people', id: '4' } } },
  });
  updateArticle(JSON.stringify({ data: { type, id: '2', relationships: { author: { data: null } } } }), '2');
  expect(of('2')).toEqual({ ...before, relationships: { author: { data: null } } });
  updateArticle(JSON.stringify({ data: { type, id: '2', attributes: { title: 'New' } } }), '2');
  expect(of('2')).toMatchObject({ attributes: { title: 'New' }, relationships: { author: { data: null } } });
  updateArticle(JSON.stringify({ data: { type, id: '2' } }), '2');
  expect(listArticles()).not.toContain('hash');
});

test('related rows are included, and other columns never appear', () => {
  const { data, included } = JSON.parse(text);
  expect(data.relationships.comments.data).toEqual([{ type: 'comments', id: '5' }]);
  expect(included).toEqual([
    { type: 'people', id: '4', attributes: { name: 'Dan' } },
    { type: 'comments', id: '5', attributes: { body: 'First' } },
  ]);
});

/** The fields of the API, with the names of an ORM that exchanges the case of columns. */
const camel = defineApi({
  articles: {
    attributes: {
      'head-line': attribute(z.string(), { from: 'headLine' }),
      price: attribute(z.string(), { encode: (value) => value }),
      views: attribute(z.string(), { encode: (value) => String(value) }),
      'published-at': attribute(z.iso.datetime(), { from: 'publishedAt' }),
    },
    relationships: {
      author: toOne('people', { from: ['author', 'authorId'] }),
      tags: toMany('tags'),
    },
  },
  people: { attributes: { 'full-name': attribute(z.string(), { from: 'fullName' }) } },
  tags: { id: 'slug', attributes: {} },
});

/** As the decimal of Prisma and of Drizzle's drivers. */
class Decimal {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toJSON(): string {
    return this.#text;
  }
}

const values = { headLine: 'Hello', publishedAt: new Date(0), authorId: 4, views: 12n, price: new Decimal('9.90') };
const author = { id: 4, fullName: 'Dan' };

test.each([
  ['Prisma and Drizzle, with relations', { id: 1, ...values, author, tags: [{ slug: 'a' }] }, ['4'], true],
  ['Prisma and Drizzle, without relations', { id: 1, ...values }, [], false],
  ['Knex, Kysely, and pg: objects without a prototype', { __proto__: null, id: '1', ...values }, [], false],
  ['Drizzle with a relation that has no row', { id: 1n, ...values, author: null, authorId: null }, [], false],
])('rows of %s', async (_name, row, included, hasTags) => {
  const options = { include: ['author'] } as const;
  const document = JSON.parse(serialize(camel, 'articles', row as never, options));
  expect(document.data).toMatchObject({
    ...{ type, id: '1' },
    attributes: { 'head-line': 'Hello', price: '9.90', views: '12', 'published-at': '1970-01-01T00:00:00.000Z' },
  });
  const linked = (row as { authorId: unknown }).authorId;
  expect(document.data.relationships.author.data).toEqual(linked === null ? null : { type: 'people', id: '4' });
  expect(document.data.relationships.tags !== undefined).toBe(hasTags);
  expect(document.included.map(({ id }: { id: string }) => id)).toEqual(included);
  let streamed = '';
  for await (const chunk of serializeStream(camel, 'articles', [row] as never, options)) streamed += chunk;
  expect(JSON.parse(streamed)).toEqual({ ...document, data: [document.data] });
});
