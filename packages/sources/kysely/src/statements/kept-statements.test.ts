import { AsyncLocalStorage } from 'node:async_hooks';
import { attribute, defineApi, type FilterTerm } from '@linkage/core';
import { markSent } from '@linkage/core/internal';
import type { SourceCondition } from '@linkage/server';
import { CamelCasePlugin, type KyselyPlugin, ParseJSONResultsPlugin, QueryNode, SelectQueryNode, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { api, call, createSources, idsOf, openDatabase, openNewsroom, query, select } from '../../test/newsroom.ts';
import { sqliteDialect } from '../dialects/sqlite.ts';
import { resolveTables } from '../mapping/resolve-tables.ts';
import type { Table } from '../mapping/table.ts';
import { createKyselySources } from '../sources/create-kysely-sources.ts';
import { prepareConditions } from './conditions.ts';
import { keptStatement } from './kept-statements.ts';
import { selectionShape, startShape } from './shape.ts';

function tagTable(): Table {
  const relationships = { articles: null };
  const database = { dialect: sqliteDialect, databaseSchema: undefined };
  const tables = resolveTables(api, { tags: { table: 'tag', relationships } }, database);
  const table = tables.get('tags');
  if (table === undefined) throw new TypeError('The table is missing.');
  return table;
}

/** A table, and a count of the statements that are built for it. */
function openCache() {
  const table = tagTable();
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

describe('groups', () => {
  const shapeOf = (filter: readonly SourceCondition[]) => {
    const shape = startShape(openDatabase(() => undefined).db, '');
    prepareConditions(shape, tagTable(), filter);
    return shape;
  };
  const term = (...values: readonly unknown[]): FilterTerm => ({ field: 'name', operator: 'eq', values });
  const sent: FilterTerm = { ...term(), values: markSent(['Sea']) };

  test('of rules are kept, and those of clients are not, because clients can send endless shapes', () => {
    expect(shapeOf([sent, { or: [term('Sea'), { not: term('Sky') }] }]).isKept).toBe(true);
    expect(shapeOf([{ or: [term('Sea'), { not: sent }] }]).isKept).toBe(false);
    expect(shapeOf([{ and: [sent, sent] }]).isKept).toBe(false);
  });

  test('of other kinds, sizes, and orders are other shapes', () => {
    const [a, b] = [term('a'), term('b')];
    const filters: readonly (readonly SourceCondition[])[] = [
      [a, b],
      [{ and: [a, b] }],
      [{ or: [a, b] }],
      [{ or: [a] }, b],
      [a, { or: [b] }],
      [{ not: { or: [a, b] } }],
      [{ or: [{ not: a }, b] }],
      [{ or: [a, { not: b }] }],
      [{ or: [a, b, b] }],
      [{ or: [a, { or: [b, b] }] }],
      [{ or: [{ or: [a, b] }, b] }],
    ];
    expect(new Set(filters.map((filter) => shapeOf(filter).text)).size).toBe(filters.length);
  });
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

describe('plugins', () => {
  test('a plugin of the application can add a condition of the request', async () => {
    const author = new AsyncLocalStorage<number>();
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        const condition = sql`member.author_id = ${author.getStore()}`.toOperationNode();
        return SelectQueryNode.is(node) ? QueryNode.cloneWithWhere(node, condition) : node;
      },
      transformResult: async ({ result }) => result,
    };
    const { db } = openDatabase(() => undefined, [plugin]);
    const { articles } = createSources(db);
    const idsFor = (id: number) =>
      author.run(id, async () => idsOf((await articles.list(query(), call)).records).join(''));
    expect([await idsFor(1), await idsFor(2), await idsFor(1)]).toEqual(['ab', 'ce', 'ab']);
  });

  test('plugins of Kysely that change strings only do not prevent kept statements', () => {
    const { db } = openDatabase(() => undefined, [new CamelCasePlugin(), new ParseJSONResultsPlugin()]);
    expect(startShape(db, '').isKept).toBe(true);
  });
});

test('a value that `encode` returns as SQL belongs to one request', async () => {
  const { db } = openDatabase(() => undefined);
  const encode = (value: unknown) => sql`upper(${value})`;
  const given = defineApi({ tags: { attributes: { name: attribute(z.string(), { filter: true }) } } });
  const { tags } = createKyselySources(given, db, { tags: { table: 'tag', attributes: { name: { encode } } } });
  await sql`update tag set name = upper(name)`.execute(db);
  const idOf = async (name: string) => {
    const filter = [{ field: 'name', operator: 'eq', values: [name] }] as const;
    return idsOf((await tags.list(query({ filter }), call)).records).join();
  };
  expect([await idOf('sea'), await idOf('sky'), await idOf('nope')]).toEqual(['t1', 't2', '']);
});
