import { defineApi, JsonApiError, toMany, toOne } from '@linkage/core';
import type { CollectionQuery, Selection, SourceCall } from '@linkage/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { valueRules } from '../columns/value-rules.ts';
import { createStorage } from './create-storage.ts';
import type { MemberRow, ModelStatements } from './model-statements.ts';
import type { StorageSource } from './storage-source.ts';

const api = defineApi({
  articles: {
    attributes: { title: z.string(), at: z.string(), extra: z.string() },
    relationships: {
      author: toOne('people'),
      about: toOne(['people', 'tags']),
      comments: toMany('articles'),
      tags: toMany('tags'),
    },
  },
  people: { attributes: { name: z.string() }, relationships: { boss: toOne('people'), articles: toMany('articles') } },
  tags: { attributes: { name: z.string() } },
});
const day = { encode: (value: unknown) => `day ${value}`, decode: (value: unknown) => String(value).slice(4) };
const columns = {
  articles: {
    id: { property: 'key', type: 'text' },
    title: { nullable: false },
    at: { property: 'createdAt', ...day },
    author: { property: 'authorId' },
  },
  people: { name: { type: 'text' }, boss: { property: 'bossId' } },
};
const storage = createStorage(api, { columns, rules: valueRules.sqlite, detect: () => undefined });

/** The statements as texts, and the rows that they return. */
let ran: string[];
let rows: readonly object[];
let members: readonly MemberRow[];

const written = ({ where, ...query }: object & { readonly where: unknown }): string =>
  `${where ?? 'all'} ${JSON.stringify(query, (_, it) => it ?? undefined)}`;
const statements: ModelStatements<string, string> = {
  conditions: {
    compare: (type, property, operator, value) => `${type}.${property} ${operator} ${value}`,
    isNull: (type, property, isNull) => `${type}.${property} ${isNull ? 'is' : 'is not'} null`,
    oneOf: (type, property, keys) => `${type}.${property} in (${keys})`,
    matches: (type, property, { kind, value }) => `${type}.${property} ${kind} ${value}`,
    anyRelated: (type, relationship, target, condition) => `${type}.${relationship} -> ${target} (${condition})`,
    and: (all) => `(${all.join(' and ')})`,
    or: (all) => `(${all.join(' or ')})`,
    not: (condition) => `not ${condition}`,
  },
  async select(on, query) {
    ran.push(`${on}: select ${written(query)}`);
    return rows;
  },
  async members(on, { type, relationship, keys }, query) {
    ran.push(`${on}: members ${type}.${relationship} of ${keys}: ${written(query)}`);
    return members;
  },
  async count(on, type, where, of) {
    ran.push(`${on}: count ${type} ${where ?? 'all'}${of === undefined ? '' : ` in ${of.relationship} of ${of.keys}`}`);
    return 42;
  },
  async insert(on, type, values) {
    ran.push(`${on}: insert ${type} ${JSON.stringify(values)}`);
    return rows[0];
  },
  async update(on, type, key, values) {
    ran.push(`${on}: update ${type} ${key} ${JSON.stringify(values)}`);
    return rows[0];
  },
  async delete(on, type, key) {
    ran.push(`${on}: delete ${type} ${key}`);
    return true;
  },
  link: async (on, { relationship, keys }, added) => ran.push(`${on}: link ${relationship} of ${keys} ${added}`),
  unlink: async (on, { relationship, keys }, gone) => ran.push(`${on}: unlink ${relationship} of ${keys} ${gone}`),
  transaction: (run) => run('transaction'),
};

beforeEach(() => {
  ran = [];
  rows = [];
  members = [];
});

const sourceOf = (changed: Partial<ModelStatements<string, string>> = {}, type = 'articles'): StorageSource =>
  storage.modelSources('database', { ...statements, ...changed })[type] as StorageSource;
const call: SourceCall = { context: undefined, signal: new AbortController().signal };
const select = (attributes: readonly string[], relationships: readonly string[] = []): Selection => ({
  attributes: new Set(attributes),
  relationships: new Set(relationships),
});
const page = (members: Partial<CollectionQuery> = {}): CollectionQuery => ({
  ...{ filter: [], sort: [], page: { offset: 4, limit: 2 }, selection: select(['title']), total: false },
  ...members,
});
const eq = (field: string, ...values: readonly unknown[]) => ({ field, operator: 'eq', values }) as const;
const order = (...keys: readonly object[]): string => JSON.stringify(keys);
const byKey = { steps: [], property: 'key', descending: false, nullable: false };

describe('list', () => {
  test('reads a page of the selected columns, and converts its rows', async () => {
    rows = [
      { key: 'a', createdAt: 'day 1' },
      { key: 'b', createdAt: null, authorId: 7, other: 1 },
    ];
    const { records, ...rest } = await sourceOf().list(page({ selection: select(['at'], ['author', 'tags']) }), call);
    expect(records).toEqual([
      { id: 'a', at: '1' },
      { id: 'b', at: null, author: 7 },
    ]);
    expect(rest).toEqual({});
    expect(ran).toEqual([
      `database: select all {"type":"articles","order":${order(byKey)},"skip":4,"take":2,"lock":false,"properties":["key","createdAt","authorId"],"include":[]}`,
    ]);
  });

  test('counts all rows that match, with the conditions of the call, in its transaction', async () => {
    const query = page({ filter: [eq('title', 'x')], total: true });
    const own = { ...call, transaction: 'transaction', conditions: [eq('author.name', 'Ada')] };
    expect(await sourceOf().list(query, own)).toEqual({ records: [], total: 42 });
    const where = '(articles.title eq x and articles.author -> people (people.name eq Ada))';
    expect(ran.map((it) => it.replace(/ \{.*/, ''))).toEqual([
      `transaction: select ${where}`,
      `transaction: count articles ${where}`,
    ]);
  });

  test.each<[string, object]>([
    ['title', { steps: [], property: 'title', descending: true, nullable: false }],
    ['at', { steps: [], property: 'createdAt', descending: true, nullable: true }],
    [
      'author.name',
      {
        steps: [{ relationship: 'author', property: 'authorId', target: 'people' }],
        ...{ property: 'name', descending: true, nullable: true },
      },
    ],
    [
      'author.id',
      {
        steps: [{ relationship: 'author', property: 'authorId', target: 'people' }],
        ...{ property: 'id', descending: true, nullable: true },
      },
    ],
  ])('sort=-%s', async (field, key) => {
    await sourceOf().list(page({ sort: [{ field, descending: true }] }), call);
    expect(ran[0]).toContain(`"order":${order(key, { ...byKey, descending: true })}`);
  });

  test('an order by id needs no other key', async () => {
    await sourceOf().list(page({ sort: [{ field: 'id', descending: true }] }), call);
    expect(ran[0]).toContain(`"order":${order({ ...byKey, descending: true })}`);
  });

  test.each<[string, string, boolean | undefined]>([
    ['an attribute without a column', 'extra', undefined],
    ['a to-many relationship', 'tags.name', undefined],
    ['an attribute of a related resource without a column', 'author.age', undefined],
    ['a related resource, which the library cannot sort by', 'author.name', false],
  ])('%s is 400', async (_, field, sortsRelated) => {
    const list = sourceOf({ sortsRelated }).list(page({ sort: [{ field, descending: false }] }), call);
    const error: unknown = await list.catch((it: unknown) => it);
    expect(JsonApiError.is(error) && [error.status, error.errors[0]?.source]).toEqual([400, { parameter: 'sort' }]);
    expect(ran).toEqual([]);
  });
});

describe('find', () => {
  test('locks the rows of a write', async () => {
    await sourceOf().find(['a', 'b'], select([]), { ...call, forUpdate: true });
    expect(ran).toEqual([
      'database: select articles.key in (a,b) {"type":"articles","order":[],"lock":true,"properties":["key"],"include":[]}',
    ]);
  });

  test('ids that no row can have need no statement', async () => {
    expect(await sourceOf().find(['a\u0000'], select([]), call)).toEqual([]);
    const strict = createStorage(api, { columns, rules: valueRules.postgres, detect: () => undefined });
    const source = strict.modelSources('database', statements)['articles'] as StorageSource;
    ran = [];
    expect(await source.find(['a\u0000'], select([]), call)).toEqual([]);
    expect(ran).toEqual([]);
  });
});

describe('related', () => {
  const source = () => sourceOf({}, 'people');

  test('groups the members of several resources, as records or as ids', async () => {
    members = [
      { parent: 1, row: { key: 'a', title: 'A' } },
      { parent: 1, row: 'b' },
    ];
    const query = { atMost: 5, selection: select(['title']), filter: [eq('title', 'x')] };
    expect(await source().related('articles', ['1', '2'], query, call)).toEqual(
      new Map([
        ['1', { records: [{ id: 'a', title: 'A' }, 'b'] }],
        ['2', { records: [] }],
      ]),
    );
    expect(ran).toEqual([
      `database: members people.articles of 1,2: articles.title eq x {"type":"articles","order":${order(byKey)},"take":5,"lock":false,"properties":["key","title"],"include":[]}`,
    ]);
  });

  test('a page, with the number of all members', async () => {
    members = [{ parent: '1', row: { key: 'a' } }];
    const query = page({ sort: [{ field: 'title', descending: false }], filter: [eq('title', 'x')], total: true });
    expect(await source().related('articles', ['1'], query, call)).toEqual(
      new Map([['1', { records: [{ id: 'a' }], total: 42 }]]),
    );
    expect(ran[0]).toContain('"skip":4,"take":2');
    expect(ran[1]).toBe('database: count articles articles.title eq x in articles of 1');
    expect(await source().related('articles', ['1'], page(), call)).toEqual(
      new Map([['1', { records: [{ id: 'a' }] }]]),
    );
    expect(ran).toHaveLength(3);
  });

  test('a resource whose id no row can have does not have members, without a statement', async () => {
    const integers = { ...columns, people: { id: { type: 'integer' } } };
    const strict = createStorage(api, { columns: integers, rules: valueRules.postgres, detect: () => undefined });
    const people = strict.modelSources('database', statements)['people'] as StorageSource;
    expect(await people.related('articles', ['x'], page({ total: true }), call)).toEqual(
      new Map([['x', { records: [], total: 0 }]]),
    );
    expect(ran).toEqual([]);
  });
});

test('with `pagesMembers`, one statement reads the first members of each resource', async () => {
  const query = { atMost: 100, selection: select([]), pagePerParent: { offset: 0, limit: 1 } };
  await sourceOf({ pagesMembers: true }).related('comments', ['a', 'b'], query, call);
  expect(ran).toHaveLength(1);
  expect(ran[0]).toContain('"skip":0,"take":1');
});

describe('loadsIncludes', () => {
  const nested = new Map([['boss', { ...select(['name']), atMost: 1 }]]);
  const include = new Map([
    ['author', { ...select(['name'], ['boss']), atMost: 1, include: nested }],
    ['comments', { ...select(['title']), atMost: 3 }],
    // Another database, several types, and a name that the type does not have.
    ...['tags', 'about', 'nothing'].map((name) => [name, { ...select([]), atMost: 1 }] as const),
  ]);
  const query = page({ selection: { ...select(['title']), include } });

  test('the statement names the related rows of this database, and the records contain them', async () => {
    const boss = { id: 8, name: 'Bo' };
    rows = [
      { key: 'a', author: { id: 9, name: 'Ada', bossId: 8, boss }, comments: [{ key: 'b', title: 'B' }] },
      { key: 'c', author: null, comments: [] },
      { key: 'd' },
    ];
    const { records } = await sourceOf({ loadsIncludes: true }).list(query, call);
    expect(records).toEqual([
      { id: 'a', author: { id: 9, name: 'Ada', boss: { id: 8, name: 'Bo' } }, comments: [{ id: 'b', title: 'B' }] },
      { id: 'c', author: null, comments: [] },
      { id: 'd' },
    ]);
    expect(JSON.parse((ran[0] as string).replace(/^[^{]*/, '')).include).toEqual([
      {
        ...{ relationship: 'author', type: 'people', properties: ['id', 'name', 'bossId'] },
        include: [{ relationship: 'boss', type: 'people', properties: ['id', 'name'], include: [] }],
      },
      { relationship: 'comments', type: 'articles', properties: ['key', 'title'], take: 3, include: [] },
    ]);
  });

  test('without it, the statement names none', async () => {
    await sourceOf().list(query, call);
    expect(ran[0]).toContain('"include":[]');
  });
});

describe('writes', () => {
  test('use the properties and values of the library', async () => {
    rows = [{ key: 'a', createdAt: 'day 1', authorId: 9 }];
    const attributes = { at: '1', extra: 'of the library' };
    const input = { id: 'a', attributes, relationships: { author: { type: 'people', id: '9' } } };
    const record = { id: 'a', at: '1', author: 9 };
    expect(await sourceOf().create(input, call)).toEqual(record);
    expect(await sourceOf().update('a', { attributes: { at: null }, relationships: {} }, call)).toEqual(record);
    expect(await sourceOf().delete('a', call)).toBe(true);
    expect(ran).toEqual([
      'database: insert articles {"createdAt":"day 1","extra":"of the library","authorId":"9","key":"a"}',
      'database: update articles a {"createdAt":null}',
      'database: delete articles a',
    ]);
  });

  test('without a row, an id is taken or does not exist', async () => {
    const input = { id: 'a', attributes: { at: '1' }, relationships: {} };
    await expect(sourceOf().create(input, call)).rejects.toThrow('with this id already exists');
    expect(await sourceOf().update('a', input, call)).toBeNull();
    expect(await sourceOf().update('a', { attributes: {}, relationships: {} }, call)).toBeNull();
  });

  test('an update of links alone locks the row, which the conditions of the call do not hide', async () => {
    rows = [{ key: 'a' }];
    members = [
      { parent: 'a', row: { key: 'b' } },
      { parent: 'a', row: 'c' },
    ];
    const conditions = [eq('title', 'hidden')];
    const add = { add: ['c', 'd'].map((id) => ({ type: 'articles', id })) };
    expect(await sourceOf().relate('a', 'comments', add, { ...call, conditions: [] })).toBe(true);
    expect(await sourceOf().relate('a', 'comments', { replace: [] }, { ...call, conditions: [] })).toBe(true);
    expect(ran.map((it) => it.replace(/"order.*"lock"/, '"lock"').replace(/,"properties.*/, '}'))).toEqual([
      'database: select articles.key in (a) {"type":"articles","lock":true}',
      'database: members articles.comments of a: all {"type":"articles","lock":false}',
      'database: link comments of a d',
      'database: select articles.key in (a) {"type":"articles","lock":true}',
      'database: members articles.comments of a: all {"type":"articles","lock":false}',
      'database: unlink comments of a b,c',
    ]);
    ran = [];
    await sourceOf().update('a', { attributes: {}, relationships: {} }, { ...call, conditions });
    expect(ran[0]).not.toContain('hidden');
  });
});

test.each<[string, (source: StorageSource, call: SourceCall) => Promise<unknown>]>([
  ['update', (source, own) => source.update('a', { attributes: { title: 'b' }, relationships: { comments: [] } }, own)],
  ['relate', (source, own) => source.relate('a', 'comments', { replace: [{ type: 'articles', id: '1' }] }, own)],
  [
    'create',
    (source, own) =>
      source.create({ attributes: {}, relationships: { comments: [{ type: 'articles', id: '1' }] } }, own),
  ],
])('%s begins no statement after its call was aborted', async (_, write) => {
  const client = new AbortController();
  rows = [{ key: 'a' }];
  const stopping = <Result>(result: Result): Result => {
    client.abort(new Error('too late'));
    return result;
  };
  const source = sourceOf({
    select: async (...given) => stopping(await statements.select(...given)),
    insert: async (...given) => stopping(await statements.insert(...given)),
    update: async (...given) => stopping(await statements.update(...given)),
  });
  await expect(write(source, { ...call, signal: client.signal, transaction: 'transaction' })).rejects.toThrow(
    'too late',
  );
  expect(ran).toHaveLength(1);
});

describe('transaction', () => {
  const conflict = new Error('conflict');
  const isConflict = (error: unknown): boolean => error === conflict;
  /** Runs a transaction that fails some times, and returns its result and the number of runs. */
  async function run(failures: number, error: unknown, changed: object = { isConflict }, own: SourceCall = call) {
    let runs = 0;
    const source = sourceOf(changed);
    const result = await source
      .transaction(async ({ transaction }: SourceCall) => {
        runs++;
        if (runs <= failures) throw error;
        return transaction;
      }, own)
      .catch((it: unknown) => it);
    return [result, runs];
  }

  test('the begin or the commit of a transaction without a connection is 503', async () => {
    const lost = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const failing = { transaction: () => Promise.reject(new Error('wrapped', { cause: lost })) };
    expect(await run(0, undefined, failing)).toEqual([
      expect.objectContaining({ status: 503, headers: { 'Retry-After': '1' } }),
      0,
    ]);
    // An error of the application within a transaction is about another service.
    expect(await run(9, lost)).toEqual([lost, 1]);
  });

  test('a conflict repeats it, at most 8 times in total', async () => {
    expect(await run(0, conflict)).toEqual(['transaction', 1]);
    expect(await run(7, conflict)).toEqual(['transaction', 8]);
    const [error, runs] = await run(9, conflict);
    expect([runs, JsonApiError.is(error) && [error.status, error.headers, error.cause]]).toEqual([
      8,
      [409, { 'Retry-After': '1' }, conflict],
    ]);
  });

  test.each<[string, unknown, object, boolean]>([
    ['another error', new Error('other'), { isConflict }, false],
    [
      'an error for the client',
      new JsonApiError({ status: '403', code: 'FORBIDDEN', title: 'x' }),
      { isConflict: () => true },
      false,
    ],
    ['a conflict that the library does not state', conflict, {}, false],
    ['a conflict after the request was aborted', conflict, { isConflict }, true],
  ])('%s does not', async (_, error, changed, isAborted) => {
    const signal = isAborted ? AbortSignal.abort() : call.signal;
    expect(await run(9, error, changed, { ...call, signal })).toEqual([error, 1]);
  });
});

test.each(['ECONNREFUSED', '57P01', '08006', '53300', '25006', '40003', 'P1001', 'P2024'])(
  'a statement that finds no connection is 503: %s',
  async (code) => {
    const lost = Object.assign(new Error('no connection'), code === 'P1001' ? { errorCode: code } : { code });
    const failing = () => Promise.reject(new Error('wrapped', { cause: lost }));
    const { find, delete: remove } = sourceOf({ select: failing, delete: failing });
    const selection = { attributes: new Set<string>(), relationships: new Set<string>() };
    for (const work of [find(['1'], selection, call), remove('1', call)]) {
      await expect(work).rejects.toMatchObject({
        ...{ status: 503, errors: [{ code: 'SERVICE_UNAVAILABLE' }], cause: { cause: lost } },
      });
    }
  },
);

test.each([
  ['all conditions', {}, 14, true],
  ['no texts', { matches: undefined }, 7, true],
  ['no opposite', { not: undefined }, undefined, undefined],
])('a library that can write %s', (_, changed, count, groups) => {
  const conditions = { ...statements.conditions, ...changed };
  const { appliesConditions, loadsIncludes } = sourceOf({ conditions });
  expect(appliesConditions.operators?.length).toBe(count);
  expect(appliesConditions.operators?.includes('contains') ?? false).toBe(count === 14);
  expect(appliesConditions.groups).toBe(groups);
  expect(appliesConditions.types).toEqual(['articles', 'people']);
  expect(loadsIncludes).toBe(false);
});
