import { expect, test } from 'vitest';
import { api, call, openNewsroom, query, select } from '../../test/newsroom.ts';
import { sqliteDialect } from '../dialects/sqlite.ts';
import { resolveTables } from '../mapping/resolve-tables.ts';
import { keptStatement, shapeOf } from './kept-statements.ts';

test('a statement is built once for each shape, and the oldest of more than 200 is dropped', () => {
  const relationships = { articles: null };
  const database = { dialect: sqliteDialect, catalog: undefined };
  const tables = resolveTables(api, { tags: { table: 'tag', relationships } }, database);
  const table = tables.get('tags');
  if (table === undefined) throw new TypeError('There is no table.');
  let built = 0;
  const build = () => {
    built += 1;
    return { compiled: undefined, columns: undefined } as never;
  };
  for (let round = 0; round < 3; round++) keptStatement(table, 'first', build);
  expect(built).toBe(1);
  for (let shape = 0; shape < 200; shape++) keptStatement(table, `${shape}`, build);
  keptStatement(table, '199', build);
  expect(built).toBe(201);
  keptStatement(table, 'first', build);
  expect(built).toBe(202);
});

test('attributes and relationships of one name are different shapes', () => {
  expect(shapeOf(select(['a', 'b']))).not.toBe(shapeOf(select(['a'], ['b'])));
});

test('executions of a kept statement differ in their parameters and their selection only', async () => {
  const { sources, statements } = openNewsroom();
  const pages = [0, 1, 2].map((offset) => query({ page: { offset, limit: 2 }, selection: select(['title']) }));
  const found = await Promise.all(pages.map((page) => sources.articles.list(page, call)));
  expect(found.map(({ records }) => records.map(({ id }) => id).join(''))).toEqual(['ab', 'bc', 'cd']);
  expect(await sources.articles.find(['a', 'c'], select(['words']), call)).toEqual([
    { id: 'a', words: 300 },
    { id: 'c', words: null },
  ]);
  expect(await sources.articles.find(['b', 'd'], select([], ['author']), call)).toEqual([
    { id: 'b', author: 1 },
    { id: 'd', author: null },
  ]);
  expect(new Set(statements).size).toBe(4);
});
