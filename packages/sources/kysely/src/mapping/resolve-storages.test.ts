import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { columnsSchema } from '../../test/columns-schema.ts';
import type { DatabaseSchema } from '../dialects/database-schema.ts';
import { sqliteDialect } from '../dialects/sqlite.ts';
import { resolveTables, type UntypedMapping } from './resolve-tables.ts';
import { storageOf } from './storage.ts';

const polymorphic = defineApi({
  comments: { relationships: { subject: toOne(['articles', 'videos'], { inverse: 'comments', onDelete: 'cascade' }) } },
  articles: { relationships: { comments: toMany('comments') } },
  videos: { relationships: { comments: toMany('comments') } },
});
const subject = { column: 'subject_id', typeColumn: 'subject_type', types: { articles: 'Article', videos: 'Video' } };
const comments = { foreignKey: 'subject_id', typeColumn: 'subject_type' };
type Changes = { readonly subject?: unknown; readonly articles?: unknown; readonly videos?: UntypedMapping };

function polymorphicTables(changes: Changes, databaseSchema?: DatabaseSchema) {
  const mapping = {
    comments: { table: 'comment', relationships: { subject: { ...subject, ...(changes.subject as object) } } },
    articles: { table: 'article', relationships: { comments: { ...comments, ...(changes.articles as object) } } },
    videos: { table: 'video', newId: () => '1', relationships: { comments }, ...changes.videos },
  };
  return resolveTables(polymorphic, mapping as never, { dialect: sqliteDialect, databaseSchema });
}

const columns = { comment: { id: 'text', subject_id: 'text', subject_type: 'text' } };

describe('several target types', () => {
  test('the value of a type is that of the inverse relationship, or its name', () => {
    const tables = polymorphicTables({});
    expect(tables.get('articles')?.storages.get('comments')).toMatchObject({
      typed: { column: 'subject_type', value: 'Article' },
    });
    const named = polymorphicTables({ subject: { types: { videos: 2 } } });
    expect(named.get('articles')?.storages.get('comments')).toMatchObject({ typed: { value: 'articles' } });
    expect(named.get('videos')?.storages.get('comments')).toMatchObject({ typed: { value: 2 } });
  });

  test('both relationships are known to the server', () => {
    const tables = polymorphicTables({});
    const [of, back] = ['comments', 'articles'].map((name) => storageOf(tables.get(name) as never));
    expect(of?.['subject']).toEqual({
      storedIn: 'record',
      inverses: [
        { type: 'articles', relationship: 'comments' },
        { type: 'videos', relationship: 'comments' },
      ],
      keptOnDelete: true,
    });
    expect(back?.['comments']).toEqual({
      storedIn: 'related',
      inverses: [{ type: 'comments', relationship: 'subject' }],
      keptOnDelete: true,
    });
  });

  test.each<[string, Changes, string]>([
    [
      'no type column',
      { subject: { typeColumn: undefined } },
      'mapping.comments.relationships.subject must contain `typeColumn`',
    ],
    ['one column for both', { subject: { typeColumn: 'subject_id' } }, 'both are "subject_id"'],
    ['two columns', { subject: { column: ['a', 'b'] } }, '`column` must be one column'],
    ['an unknown type', { subject: { types: { films: 'x' } } }, 'subject.types: unknown target type "films"'],
    [
      'two equal values',
      { subject: { types: { articles: 'x', videos: 'x' } } },
      '"articles" and "videos" must not have the same value, "x"',
    ],
    ['the value of another type', { subject: { types: { articles: 'videos' } } }, 'must not have the same value'],
    [
      'no value',
      { subject: { types: { articles: true } } },
      'types.articles must be a string or an integer, but it is true',
    ],
    [
      'another value on the inverse relationship',
      { articles: { typeValue: 'Post' } },
      '`typeValue` must be "Article", as in `comments.subject`, but it is "Post"',
    ],
    [
      'no type on the inverse relationship',
      { articles: { typeColumn: undefined } },
      '`typeColumn` must be "subject_type", because `comments.subject` stores ids of several types',
    ],
    [
      'another column on the inverse relationship',
      { articles: { foreignKey: 'article_id' } },
      'the inverse `articles.comments` must be stored in the same columns, but it is stored in "article_id", "subject_type" of "comment", and `subject` in "subject_id", "subject_type"',
    ],
    [
      'another effect of a deletion',
      { articles: { onDelete: 'set null' } },
      '`onDelete` is "set null", but `comments.subject` declares "cascade"',
    ],
    [
      'an id of several columns',
      { videos: { table: 'video', id: ['a', 'b'], relationships: { comments: null } } },
      'must not have the target type "videos", because its id has several columns',
    ],
  ])('%s is rejected', (_, changes, message) => {
    expect(() => polymorphicTables(changes)).toThrow(message);
  });

  test.each<[string, Changes, string]>([
    [
      'an unknown column of the type',
      { subject: { typeColumn: 'subject_typ' } },
      'the table does not have a column "subject_typ". Did you mean "subject_type"?',
    ],
    ['an unknown column of the id', { subject: { column: 'subject' } }, 'the table does not have a column "subject"'],
    [
      'ids of another type',
      {},
      'the column "subject_id" must have the type of the ids of "videos", integer, but its type is text',
    ],
  ])('with a database schema, %s is rejected', (_, changes, message) => {
    const ids = { article: { id: 'text' }, video: { id: 'integer' } };
    expect(() => polymorphicTables(changes, columnsSchema({ ...columns, ...ids }))).toThrow(message);
  });

  test('a relationship with one target type does not have a type column', () => {
    const one = defineApi({ articles: { relationships: { author: toOne('people') } }, people: {} });
    const mapping = { articles: { table: 'article', relationships: { author: { column: 'a', typeColumn: 'b' } } } };
    expect(() => resolveTables(one, mapping as never, { dialect: sqliteDialect, databaseSchema: undefined })).toThrow(
      'mapping.articles.relationships.author must not contain a type',
    );
  });
});

const composite = defineApi({
  orders: { relationships: { lines: toMany('lines', { write: false }) } },
  lines: {
    attributes: { lineNo: attribute(z.number(), { write: 'create' }), free: z.number() },
    relationships: {
      order: toOne('orders', { write: 'create', inverse: 'lines' }),
      shipments: toMany('shipments'),
      tags: toMany('shipments'),
    },
  },
  shipments: { relationships: { line: toOne('lines', { inverse: 'shipments' }) } },
});
const lines = {
  ...{ table: 'line', id: ['order_id', 'line_no'], idType: 'integer' },
  attributes: { lineNo: 'line_no' },
  relationships: { order: { column: 'order_id' }, shipments: { foreignKey: ['order_id', 'line_no'] }, tags: null },
} as const;
const mapping = {
  orders: { table: 'purchase', idType: 'integer', relationships: { lines: { foreignKey: 'order_id' } } },
  lines,
  shipments: { table: 'shipment', relationships: { line: { column: ['order_id', 'line_no'] } } },
} as const;
const compositeTables = (changes: object, databaseSchema?: DatabaseSchema) =>
  resolveTables(composite, { ...mapping, ...changes } as never, { dialect: sqliteDialect, databaseSchema });

describe('ids of several columns', () => {
  test('each column has a type', () => {
    const { key } = compositeTables({ lines: { ...lines, idType: ['integer', 'text'] } }).get('lines') ?? {};
    expect(key).toMatchObject([
      { name: 'order_id', idType: 'integer', type: undefined },
      { name: 'line_no', idType: 'text', type: undefined },
    ]);
  });

  const relationships = (changes: object) => ({
    lines: { ...lines, relationships: { ...lines.relationships, ...changes } },
  });
  test.each<[string, object, string]>([
    [
      'no column',
      { lines: { ...lines, id: [] } },
      'mapping.lines: `id` must be a string or an array of different strings',
    ],
    [
      'one column twice',
      { lines: { ...lines, id: ['a', 'a'] } },
      '`id` must be a string or an array of different strings',
    ],
    [
      'too few types',
      { lines: { ...lines, idType: ['integer'] } },
      '`idType` must be "text" or "integer", or an array with one of them for each column',
    ],
    ['an unknown type', { lines: { ...lines, idType: 'uuid' } }, '`idType` must be "text" or "integer"'],
    [
      'a foreign key of one column',
      { shipments: { table: 'shipment', relationships: { line: { column: 'line_id' } } } },
      'mapping.shipments.relationships.line: `column` must contain 2 columns, because the id of "lines" has as many, but it contains 1',
    ],
    [
      'a foreign key of two columns to one',
      relationships({ order: { column: ['a', 'b'] } }),
      '`column` must contain 1 column, because the id of "orders" has as many, but it contains 2',
    ],
    [
      'a foreign key of one column on the inverse relationship',
      relationships({ shipments: { foreignKey: 'line_id' } }),
      '`foreignKey` must contain 2 columns, because the id of "lines"',
    ],
    [
      'a join table',
      relationships({ tags: { through: 'x', from: 'a', to: 'b' } }),
      'mapping.lines.relationships.tags must not contain `through`, because the id of "lines" has several columns',
    ],
    [
      'other columns on the inverse relationship',
      relationships({ shipments: { foreignKey: ['line_no', 'order_id'] } }),
      'must be stored in the same columns',
    ],
    [
      'an attribute that can change the id',
      { lines: { ...lines, attributes: { free: 'line_no' } } },
      'mapping.lines.id: clients can change the column "line_no" of the id as `lines.free`. Declare the field with `write: \'create\'`',
    ],
    [
      'a relationship that can change the id',
      { shipments: { ...mapping.shipments, id: ['order_id', 'x'] } },
      'mapping.shipments.id: clients can change the column "order_id" of the id as `lines.shipments`. Declare the field with `write: false`',
    ],
    [
      'a value of an update',
      { lines: { ...lines, onUpdate: { line_no: 5 }, attributes: {} } },
      'mapping.lines.onUpdate must not contain the column "line_no", which is part of the id',
    ],
  ])('%s is rejected', (_, changes, message) => {
    expect(() => compositeTables(changes)).toThrow(message);
  });

  test('with a database schema, an unknown column is rejected', () => {
    const line = { order_id: 'integer', line_no: 'integer', free: 'integer' };
    const tables = { purchase: { id: 'integer' }, line, shipment: { id: 'text', order_id: 'integer' } };
    expect(() => compositeTables({ lines: { ...lines, id: ['order_id', 'lineno'] } }, columnsSchema(tables))).toThrow(
      'mapping.lines: the table does not have a column "lineno". Did you mean "line_no"?',
    );
    expect(() => compositeTables({}, columnsSchema(tables))).toThrow(
      'mapping.shipments.relationships.line: the table does not have a column "line_no"',
    );
  });
});

test('a declared inverse in other columns is rejected with both names', () => {
  const api = defineApi({
    articles: { relationships: { author: toOne('people', { inverse: 'articles', onDelete: 'clear' }) } },
    people: { relationships: { articles: toMany('articles') } },
  });
  const resolve = (articles: object) =>
    resolveTables(
      api,
      {
        articles: { table: 'article', relationships: { author: { column: 'author_id' } } },
        people: { table: 'person', relationships: { articles } },
      } as never,
      { dialect: sqliteDialect, databaseSchema: undefined },
    );
  expect(() => resolve({ foreignKey: 'editor_id' })).toThrow(
    'mapping.articles.relationships.author: the inverse `people.articles` must be stored in the same columns, but it is stored in "editor_id" of "article", and `author` in "author_id".',
  );
  expect(() => resolve({ foreignKey: 'author_id', onDelete: 'restrict' })).toThrow(
    'mapping.people.relationships.articles: `onDelete` is "restrict", but `articles.author` declares "clear".',
  );
  expect(() => resolve({ through: 'x', from: 'a', to: 'b' })).toThrow('the join table "x" ("a", "b")');
  expect(resolve({ foreignKey: 'author_id', onDelete: 'set null' }).size).toBe(2);
});
