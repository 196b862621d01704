import { expect, test } from 'vitest';
import { api, call, openNewsroom, query, select } from '../../test/newsroom.ts';
import { sqliteDialect } from '../dialects/sqlite.ts';
import { resolveTables } from '../mapping/resolve-tables.ts';
import { keptStatement } from './kept-statements.ts';
import { selectionShape } from './shape.ts';

/** A table, and a count of the statements that are built for it. */
function openCache() {
  const relationships = { articles: null };
  const database = { dialect: sqliteDialect, catalog: undefined };
  const tables = resolveTables(api, { tags: { table: 'tag', relationships } }, database);
  const table = tables.get('tags');
  if (table === undefined) throw new TypeError('There is no table.');
  let built = 0;
  const build = () => {
    built += 1;
    return { statement: { compile: () => undefined as never }, columns: undefined };
  };
  const use = (text: string) => keptStatement(table, { text, values: [], isKept: true }, build);
  return { use, count: () => built };
}

test('a statement is built once for each shape, and dropped after 200 others', () => {
  const { use, count } = openCache();
  for (let round = 0; round < 3; round++) use('first');
  expect(count()).toBe(1);
  for (let shape = 0; shape < 200; shape++) use(`${shape}`);
  use('199');
  expect(count()).toBe(201);
  use('first');
  expect(count()).toBe(202);
});

test('a statement that is used again and again is not dropped by others', () => {
  const { use, count } = openCache();
  for (let shape = 0; shape < 1_000; shape++) {
    use('often');
    use(`${shape}`);
  }
  expect(count()).toBe(1_001);
});

test('attributes and relationships of one name are different shapes', () => {
  expect(selectionShape(select(['a', 'b']))).not.toBe(selectionShape(select(['a'], ['b'])));
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
