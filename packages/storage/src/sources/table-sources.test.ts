import { defineApi, toMany, toOne } from '@linkage/core';
import type { CollectionQuery, SourceCall } from '@linkage/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { valueRules } from '../columns/value-rules.ts';
import { createStorage } from './create-storage.ts';
import type { StorageSource } from './storage-source.ts';
import type { TableStatements } from './table-statements.ts';

const api = defineApi({
  articles: {
    attributes: { title: z.string() },
    relationships: {
      author: toOne('people'),
      tags: toMany('tags'),
      comments: toMany('comments'),
      about: toMany(['people', 'tags']),
      places: toMany('places'),
    },
  },
  people: {
    attributes: { name: z.string() },
    relationships: {
      boss: toOne('people'),
      staff: toMany('people'),
      articles: toMany('articles'),
      fans: toMany('people'),
    },
  },
  tags: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
  comments: { relationships: { article: toOne('articles') } },
  places: { relationships: { articles: toMany('articles') } },
});
const columns = {
  articles: { id: { property: 'key' }, title: { nullable: false }, author: { property: 'authorId' } },
  people: { id: { type: 'integer' }, name: {}, boss: { property: 'bossId' } },
  tags: { name: {} },
  comments: { article: { property: 'articleKey' } },
};
const storage = createStorage(api, { columns, rules: valueRules.sqlite, detect: () => undefined });
const between = { through: 'articleTags', from: 'articleKey', to: 'tagId' };

/** The statements as texts, and the rows that they return. */
let ran: string[];
let rows: readonly object[];

const statements: TableStatements<string, string> = {
  toMany: {
    articles: { tags: between, comments: { foreignKey: 'articleKey' } },
    people: { staff: { foreignKey: 'bossId' }, articles: { foreignKey: 'authorId' } },
    tags: { articles: { through: 'articleTags', from: 'tagId', to: 'articleKey' } },
  },
  conditions: {
    compare: (table, property, operator, value) => `${table}.${property} ${operator} ${value}`,
    isNull: (table, property, isNull) => `${table}.${property} ${isNull ? 'is' : 'is not'} null`,
    oneOf: (table, property, keys) => `${table}.${property} in (${keys})`,
    inRows: (table, property, other, otherProperty, where) =>
      `${table}.${property} in (select ${otherProperty} from ${other} where ${where})`,
    and: (all) => `(${all.join(' and ')})`,
    or: (all) => `(${all.join(' or ')})`,
  },
  async select(_, { table, properties, where, order, skip = 0, take }) {
    const by = order.map(({ property }) => property);
    ran.push(`select ${properties} from ${table} where ${where} order by ${by} skip ${skip} take ${take}`);
    return rows;
  },
  async count(_, table, where) {
    ran.push(`count ${table} where ${where}`);
    return 42;
  },
  async insert(_, table, values, key) {
    ran.push(`insert into ${table} (${key}) ${JSON.stringify(values)}`);
    return rows;
  },
  async update(_, table, where, values) {
    ran.push(`update ${table} where ${where} set ${JSON.stringify(values)}`);
    return rows;
  },
  async delete(_, table, where) {
    ran.push(`delete from ${table} where ${where}`);
    return rows;
  },
  transaction: (run) => run('transaction'),
};

beforeEach(() => {
  ran = [];
  rows = [];
});

const sourceOf = (type: string, changed: object = {}): StorageSource =>
  storage.tableSources('database', { ...statements, ...changed })[type] as StorageSource;
const call: SourceCall = { context: undefined, signal: new AbortController().signal };
const selection = { attributes: new Set(['title', 'name']), relationships: new Set<string>() };
const members = { atMost: 5, selection };
const page = (changed: Partial<CollectionQuery> = {}): CollectionQuery => ({
  ...{ filter: [], sort: [], page: { offset: 4, limit: 2 }, selection, total: false },
  ...changed,
});
const eq = (field: string, ...values: readonly unknown[]) => ({ field, operator: 'eq', values }) as const;

describe('pages of the members of many resources', () => {
  const pagePerParent = { offset: 0, limit: 1 };

  test('few members are read by one statement', async () => {
    rows = [{ key: 1, articleKey: 'a' }];
    await sourceOf('articles').related('comments', ['a', 'b'], { atMost: 100, selection, pagePerParent }, call);
    expect(ran).toHaveLength(1);
    expect(ran[0]).toContain('take 8');
  });

  test('of many members, one page of each resource is read', async () => {
    rows = Array.from({ length: 8 }, (_, index) => ({ id: String(index), articleKey: 'a' }));
    await sourceOf('articles').related('comments', ['a', 'b'], { atMost: 100, selection, pagePerParent }, call);
    expect(ran.map((statement) => statement.slice(statement.indexOf('where')))).toEqual([
      'where comments.articleKey in (a,b) order by id skip 0 take 8',
      'where comments.articleKey in (a) order by id skip 0 take 1',
      'where comments.articleKey in (b) order by id skip 0 take 1',
    ]);
  });
});

describe('storage', () => {
  const inverse = (type: string, relationship: string) => ({ type, relationship });

  test.each<[string, object]>([
    [
      'articles',
      {
        author: { storedIn: 'record', inverses: [inverse('people', 'articles')] },
        tags: { storedIn: 'apart', inverses: [inverse('tags', 'articles')] },
        comments: { storedIn: 'related', inverses: [inverse('comments', 'article')] },
      },
    ],
    [
      'people',
      {
        boss: { storedIn: 'record', inverses: [inverse('people', 'staff')] },
        staff: { storedIn: 'related', inverses: [inverse('people', 'boss')] },
        articles: { storedIn: 'related', inverses: [inverse('articles', 'author')] },
      },
    ],
    ['tags', { articles: { storedIn: 'apart', inverses: [inverse('articles', 'tags')] } }],
    ['comments', { article: { storedIn: 'record', inverses: [inverse('articles', 'comments')] } }],
  ])('of the relationships of %s that are in this database', (type, expected) => {
    expect(sourceOf(type).storage).toEqual(expected);
  });

  test('two relationships over the same columns, but of other types, are not inverses', () => {
    const toManyTables = { ...statements.toMany, people: { fans: { foreignKey: 'bossId' } } };
    const people = sourceOf('people', { toMany: toManyTables }).storage;
    expect(people?.['fans']?.inverses).toEqual([inverse('people', 'boss')]);
    const tags = { articles: { through: 'articleTags', from: 'tagId', to: 'other' } };
    const other = sourceOf('articles', { toMany: { ...statements.toMany, tags } }).storage;
    expect(other?.['tags']?.inverses).toEqual([]);
  });

  test('a type and a relationship are own members of `toMany`', () => {
    for (const toMany of [{}, { articles: {} }, { articles: null }]) {
      expect(Object.keys(sourceOf('articles', { toMany }).storage ?? {})).toEqual(['author']);
    }
  });
});

describe('members', () => {
  test('with a foreign key: the related rows', async () => {
    rows = [
      { key: 'a', title: 'A', authorId: 1 },
      { key: 'b', title: 'B', authorId: 2 },
    ];
    const found = await sourceOf('people').related('articles', ['1', '2'], members, call);
    expect(found).toEqual(
      new Map([
        ['1', { records: [{ id: 'a', title: 'A', author: 1 }] }],
        ['2', { records: [{ id: 'b', title: 'B', author: 2 }] }],
      ]),
    );
    expect(ran).toEqual([
      'select key,title,authorId from articles where articles.authorId in (1,2) order by key skip 0 take 5',
    ]);
  });

  test('with a table between both types: their keys', async () => {
    rows = [{ articleKey: 'a', tagId: 't' }];
    const query = { ...members, filter: [eq('name', 'x')] };
    expect(await sourceOf('articles').related('tags', ['a'], query, call)).toEqual(
      new Map([['a', { records: ['t'] }]]),
    );
    await sourceOf('articles').related('tags', ['a'], members, call);
    expect(ran).toEqual([
      'select articleKey,tagId from articleTags where (articleTags.articleKey in (a) and articleTags.tagId in (select id from tags where tags.name eq x)) order by articleKey,tagId skip 0 take 5',
      'select articleKey,tagId from articleTags where articleTags.articleKey in (a) order by articleKey,tagId skip 0 take 5',
    ]);
  });

  const isTagged = 'tags.id in (select tagId from articleTags where articleTags.articleKey in (a))';

  test.each([
    [
      'articles',
      'tags',
      'a',
      `select id,name from tags where (${isTagged} and tags.name eq x) order by id skip 4 take 2`,
      `count tags where (${isTagged} and tags.name eq x)`,
    ],
    [
      'people',
      'staff',
      '1',
      'select id,name,bossId from people where (people.bossId in (1) and people.name eq x) order by id skip 4 take 2',
      'count people where (people.bossId in (1) and people.name eq x)',
    ],
  ])('a page of %s.%s, and the number of all', async (type, relationship, id, ...expected) => {
    rows = [{ id: 7 }];
    const query = page({ filter: [eq('name', 'x')], total: true });
    expect(await sourceOf(type).related(relationship, [id], query, call)).toEqual(
      new Map([[id, { records: type === 'people' ? [] : [{ id: 7 }], total: 42 }]]),
    );
    expect(ran).toEqual(expected);
  });

  test.each([['places'], ['fans'], ['nothing']])(
    'of a relationship without a table are a TypeError: %s',
    async (name) => {
      const type = name === 'fans' ? 'people' : 'articles';
      await expect(sourceOf(type).related(name, ['1'], members, call)).rejects.toThrow(TypeError);
    },
  );

  test('the error names the table that is missing', async () => {
    await expect(sourceOf('people').related('fans', ['1'], members, call)).rejects.toThrow(
      'tableSources: `toMany.people.fans` is required.',
    );
  });
});

test.each([
  ['articles', 'author.name', 'articles.authorId in (select id from people where people.name eq x)'],
  [
    'people',
    'articles.title',
    'people.id in (select authorId from articles where (articles.title eq x and articles.authorId is not null))',
  ],
  [
    'articles',
    'tags.name',
    'articles.key in (select articleKey from articleTags where articleTags.tagId in (select id from tags where tags.name eq x))',
  ],
  [
    'articles',
    'tags',
    'articles.key in (select articleKey from articleTags where articleTags.tagId in (select id from tags where tags.id in (x)))',
  ],
  ['articles', 'id', 'articles.key in (x)'],
  ['tags', 'id', 'tags.id in (x)'],
])('a filter of %s by %s', async (type, field, where) => {
  const query = page({ filter: [eq(field, 'x')], total: true });
  expect(await sourceOf(type).list(query, call)).toEqual({ records: [], total: 42 });
  expect(ran[1]).toBe(`count ${type} where ${where}`);
  expect(ran[0]).toContain(`where ${where} order`);
});

describe('writes', () => {
  test('of a resource', async () => {
    rows = [{ key: 'a', title: 'A' }];
    const articles = sourceOf('articles');
    const input = { id: 'a', attributes: { title: 'A' }, relationships: {} };
    expect(await articles.create(input, call)).toEqual({ id: 'a', title: 'A' });
    expect(await articles.update('a', input, call)).toEqual({ id: 'a', title: 'A' });
    expect(await articles.delete('a', call)).toBe(true);
    rows = [];
    expect(await articles.update('a', input, call)).toBeNull();
    expect(await articles.delete('a', call)).toBe(false);
    expect(ran.slice(0, 3)).toEqual([
      'insert into articles (key) [{"title":"A","key":"a"}]',
      'update articles where articles.key in (a) set {"title":"A"}',
      'delete from articles where articles.key in (a)',
    ]);
  });

  test.each<[string, string, string, object, string]>([
    [
      'people',
      'articles',
      'articles',
      { add: ['a', 'b'] },
      'update articles where articles.key in (a,b) set {"authorId":1}',
    ],
    [
      'people',
      'articles',
      'articles',
      { remove: ['c'] },
      'update articles where (articles.authorId in (1) and articles.key in (c)) set {"authorId":null}',
    ],
    [
      'tags',
      'articles',
      'articles',
      { add: ['a'] },
      'insert into articleTags (tagId,articleKey) [{"tagId":"1","articleKey":"a"}]',
    ],
    [
      'tags',
      'articles',
      'articles',
      { remove: ['c'] },
      'delete from articleTags where (articleTags.tagId in (1) and articleTags.articleKey in (c))',
    ],
  ])('of %s.%s', async (type, relationship, target, change, expected) => {
    // Both as a row of the resource and as its only member, the article `c`.
    rows = [{ id: 1, key: 'c', authorId: 1, tagId: '1', articleKey: 'c' }];
    const entries = Object.entries(change).map(([name, ids]) => {
      return [name, (ids as readonly string[]).map((id) => ({ type: target, id }))];
    });
    const wanted = Object.fromEntries(entries) as Parameters<StorageSource['relate']>[2];
    expect(await sourceOf(type).relate('1', relationship, wanted, call)).toBe(true);
    expect(ran.at(-1)).toBe(expected);
  });
});
