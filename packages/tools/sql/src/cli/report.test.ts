import { expect, test } from 'vitest';
import { sqliteSchema } from '../../test/sqlite-schema.ts';
import { draftModel } from '../model/draft-model.ts';
import { notesOf, summaryOf } from './report.ts';
import { indexStatements } from './statements.ts';

const wordpress = ['post', 'page', 'term', 'link']
  .map((name) => `create table wp_${name} (id integer primary key, text text);`)
  .join('');

test('a prefix that most tables have is suggested, until it is omitted', async () => {
  const databaseSchema = await sqliteSchema(`${wordpress} create table other (id integer primary key)`);
  const model = draftModel(databaseSchema, { database: 'sqlite' });
  expect(notesOf(model, 'usual')).toEqual(['Prefix     most tables begin with wp_  --strip wp_']);
  expect(summaryOf(model)).toBe('5 types · 4 attributes · 0 to-one · 0 to-many · 0 join tables');
  expect(notesOf(draftModel(databaseSchema, { database: 'sqlite', strip: 'wp_' }), 'usual')).toEqual([]);
});

test('more than five decisions of a kind are counted', async () => {
  const columns = Array.from({ length: 7 }, (_, index) => `token_${index} text`);
  const model = draftModel(await sqliteSchema(`create table user (id integer primary key, ${columns.join(', ')})`), {
    database: 'sqlite',
  });
  expect(notesOf(model, 'usual')).toEqual([
    'Hidden     user.token_0  --show user.token_0',
    ...[1, 2, 3, 4].map((index) => `           user.token_${index}  --show user.token_${index}`),
    '           and 2 more (--verbose)',
  ]);
  expect(notesOf(model, 'verbose').length).toBe(7);
});

test('statements quote names as the database does', () => {
  const model = { types: [], notes: [], missingIndexes: [{ table: 'sales.it"em', columns: ['a`b', 'id'] }] };
  expect(indexStatements(model, 'postgres')).toEqual(['create index concurrently on "sales"."it""em" ("a`b", "id");']);
  const ordered = { missingIndexes: [{ table: 'film', columns: ['length', 'id'], nullsFirst: true }] };
  expect(indexStatements(ordered, 'postgres')).toEqual([
    'create index concurrently on "film" ("length" nulls first, "id");',
  ]);
  expect(indexStatements(model, 'mysql')).toEqual([
    'create index `sales.it"em_a``b_id` on `sales`.`it"em` (`a``b`, `id`);',
  ]);
});
