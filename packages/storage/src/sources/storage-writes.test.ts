import { defineApi, JsonApiError, toMany, toOne } from '@linkage/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Key } from '../columns/key.ts';
import { valueRules } from '../columns/value-rules.ts';
import type { DriverError, Violation } from '../failures/violation.ts';
import { createStorage } from './create-storage.ts';
import type { WriteStatements } from './storage-writes.ts';

const api = defineApi({
  articles: {
    attributes: { title: z.string(), words: z.number().nullable() },
    relationships: { author: toOne('people'), tags: toMany('tags') },
  },
  people: {},
  tags: {},
});
const columns = {
  articles: { id: { type: 'uuid' }, title: { type: 'varchar(5)' }, words: { type: 'integer' }, author: {} },
  people: { id: { type: 'integer' } },
  tags: {},
};
type Row = { readonly id: Key } & Readonly<Record<string, unknown>>;
type Call = { readonly readable?: ReadonlySet<string> };

/** An error with the violation that `detect` returns for it. */
interface Rejected extends DriverError {
  readonly violation?: Violation;
}
const rejected = (violation: Violation): Rejected => Object.assign(new Error('secret'), { violation });

const one = '00000000-0000-4000-8000-000000000001';
const two = '00000000-0000-4000-8000-000000000002';
const title = 'Hello';
const call: Call = {};

/** The tables: rows of articles, and links from articles to tags. */
let rows: Map<Key, Row>;
let links: Map<Key, Key[]>;
/** The error of the next statement that writes. */
let failure: unknown;
let newId: Key;

const fail = (): void => {
  const error = failure;
  failure = undefined;
  if (error !== undefined) throw error;
};
const statements: WriteStatements<Row, Call> = {
  async insert(values) {
    fail();
    const row = { id: newId, ...values } as Row;
    if (rows.has(row.id)) return undefined;
    rows.set(row.id, row);
    return row;
  },
  async update(key, values) {
    expect(typeof key).toBe('string');
    fail();
    const row = rows.get(key);
    if (row === undefined) return undefined;
    rows.set(key, { ...row, ...values });
    return rows.get(key);
  },
  async delete(key) {
    expect(typeof key).toBe('string');
    fail();
    return rows.delete(key);
  },
  members: async (key) => links.get(key) ?? [],
  async link(key, _, members) {
    fail();
    links.set(key, [...(links.get(key) ?? []), ...members]);
  },
  async unlink(key, _, members) {
    links.set(
      key,
      (links.get(key) ?? []).filter((it) => !members.includes(it)),
    );
  },
};
const storage = createStorage(api, {
  columns,
  rules: valueRules.postgres,
  detect: (error) => (error as Rejected).violation,
});
const writes = storage.writes('articles', statements);
const tags = (...ids: readonly string[]) => ids.map((id) => ({ type: 'tags', id }));
const person = (id: string) => ({ type: 'people', id });

beforeEach(() => {
  rows = new Map([[one, { id: one, title, words: 1, author: 9 }]]);
  links = new Map([[one, ['a', 'b']]]);
  failure = undefined;
  newId = two;
});

/** The codes, details, and pointers of the error of a write. */
async function errorOf(write: Promise<unknown>): Promise<unknown> {
  const error = await write.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!JsonApiError.is(error)) throw error ?? new Error('The write did not fail.');
  expect(JSON.stringify(error.errors)).not.toContain('secret');
  return error.errors.map(({ code, source }) => [code, ...Object.values(source ?? {})].join(' '));
}

describe('create', () => {
  const input = { attributes: { title }, relationships: {} };

  test('writes attributes, foreign keys, and links', async () => {
    const relationships = { author: person('7'), tags: tags('b', 'c', 'b') };
    const row = await writes.create({ attributes: { title, words: undefined }, relationships }, call);
    expect(row).toEqual({ id: two, title, author: 7 });
    expect(rows.get(two)).toBe(row);
    expect(links.get(two)).toEqual(['b', 'c']);
  });

  test('an absent relationship and an empty one', async () => {
    await writes.create({ id: two, attributes: {}, relationships: { author: null, tags: undefined } }, call);
    expect(rows.get(two)).toEqual({ id: two, author: null });
    expect(links.has(two)).toBe(false);
  });

  test('links to the id as the database returns it, in a spelling that requests cannot have', async () => {
    newId = two.toUpperCase().replace('4000', 'ABCD');
    await writes.create({ ...input, relationships: { tags: tags('c') } }, call);
    expect(links.get(newId)).toEqual(['c']);
  });

  test.each<[string, object, readonly string[]]>([
    ['an id that another resource has', { id: one }, ['RESOURCE_EXISTS /data/id']],
    ['an id that the column cannot hold', { id: '5' }, ['VALUE_REJECTED /data/id']],
    [
      'attributes that the columns cannot hold',
      { attributes: { title: 'too long', words: 1.5 } },
      ['ATTRIBUTE_INVALID /data/attributes/title', 'ATTRIBUTE_INVALID /data/attributes/words'],
    ],
    ['a related id that no row can have', { relationships: { author: person('x') } }, ['RELATED_RESOURCE_NOT_FOUND']],
  ])('%s', async (_, members, errors) => {
    expect(await errorOf(writes.create({ ...input, ...members }, call))).toEqual(errors);
    expect(rows.size).toBe(1);
  });

  test.each<[string, Violation, string | undefined, readonly string[]]>([
    ['the column of the id', { kind: 'unique', columns: ['id'] }, two, ['RESOURCE_EXISTS /data/id']],
    ['a primary key of PostgreSQL', { kind: 'unique', constraint: 'articles_pkey' }, two, ['RESOURCE_EXISTS /data/id']],
    ['a primary key of MySQL', { kind: 'unique', constraint: 'PRIMARY' }, two, ['RESOURCE_EXISTS /data/id']],
    ['an id of the database', { kind: 'unique', columns: ['id'] }, undefined, ['CONSTRAINT_VIOLATED']],
    ['another column', { kind: 'unique', columns: ['title'] }, two, ['CONSTRAINT_VIOLATED /data/attributes/title']],
    [
      'several columns',
      { kind: 'unique', columns: ['id', 'title'] },
      two,
      ['CONSTRAINT_VIOLATED /data/attributes/title'],
    ],
    ['another constraint', { kind: 'unique', constraint: 'articles_title_key' }, two, ['CONSTRAINT_VIOLATED']],
    ['a constraint without a name', { kind: 'unique' }, two, ['CONSTRAINT_VIOLATED']],
    ['a column that must not be NULL', { kind: 'not-null', columns: ['id'] }, two, ['VALUE_REJECTED']],
  ])('a statement that violates %s', async (_, violation, id, errors) => {
    failure = rejected(violation);
    expect(await errorOf(writes.create({ ...(id === undefined ? {} : { id }), ...input }, call))).toEqual(errors);
  });

  test('another error of the statement stays as it is', async () => {
    const lost = new Error('connection lost');
    failure = lost;
    await expect(writes.create({ id: two, ...input }, call)).rejects.toBe(lost);
  });
});

describe('violations of members and of deletions', () => {
  test('members that require the resource: 409 with the pointer of the relationship', async () => {
    // As MySQL reports it: with the name of a column of the members, which is also one of the resource.
    const failing = { ...statements, unlink: () => Promise.reject(rejected({ kind: 'not-null', columns: ['title'] })) };
    const { update, relate } = storage.writes('articles', failing);
    const change = { attributes: {}, relationships: { tags: tags() } };
    expect(await errorOf(update(one, change, call))).toEqual(['CONSTRAINT_VIOLATED /data/relationships/tags']);
    expect(await errorOf(relate(one, 'tags', { replace: tags() }, call))).toEqual(['CONSTRAINT_VIOLATED']);
  });

  test('a deletion is refused by the other side of a foreign key, whatever the database says', async () => {
    failure = rejected({ kind: 'foreign-key' });
    expect(await errorOf(writes.delete(one, call))).toEqual(['CONSTRAINT_VIOLATED']);
  });

  test('a value that the client did not send, and errors of other functions, stay as they are', async () => {
    const failed = rejected({ kind: 'value' });
    failure = failed;
    await expect(writes.delete(one, call)).rejects.toBe(failed);
    failure = undefined;
    const foreign = rejected({ kind: 'foreign-key' });
    const reading = { ...statements, members: () => Promise.reject(foreign) };
    const change = { attributes: {}, relationships: { tags: tags('c') } };
    await expect(storage.writes('articles', reading).update(one, change, call)).rejects.toBe(foreign);
  });
});

describe('update', () => {
  test('writes what changed, and the difference of links', async () => {
    const relationships = { author: null, tags: tags('b', 'c') };
    const row = await writes.update(one, { attributes: { words: 2 }, relationships }, call);
    expect(row).toEqual({ id: one, title, words: 2, author: null });
    expect(links.get(one)).toEqual(['b', 'c']);
  });

  test('an absent relationship stays as it is, and attributes can be null', async () => {
    const relationships = { author: undefined, tags: undefined };
    const row = await writes.update(one, { attributes: { title: null, words: undefined }, relationships }, call);
    expect(row).toEqual({ id: one, title: null, words: 1, author: 9 });
    expect(links.get(one)).toEqual(['a', 'b']);
  });

  test.each([two, '5'])('the id %s, which does not exist, is null', async (id) => {
    expect(await writes.update(id, { attributes: {}, relationships: { tags: tags('c') } }, call)).toBeNull();
    expect([...links.keys()]).toEqual([one]);
  });

  test('a violated constraint names a field only if the caller can read it', async () => {
    const update = (readable?: ReadonlySet<string>): Promise<unknown> => {
      failure = rejected({ kind: 'check', columns: ['title'] });
      return errorOf(writes.update(one, { attributes: { title }, relationships: {} }, readable ? { readable } : {}));
    };
    expect(await update()).toEqual(['ATTRIBUTE_INVALID /data/attributes/title']);
    expect(await update(new Set(['title']))).toEqual(['ATTRIBUTE_INVALID /data/attributes/title']);
    expect(await update(new Set())).toEqual(['VALUE_REJECTED']);
  });
});

test.each([
  [one, true],
  [two, false],
  ['5', false],
])('delete %s: %j', async (id, existed) => {
  expect(await writes.delete(id, call)).toBe(existed);
  expect(rows.has(one)).toBe(id !== one);
});

test('a resource that other resources need is not deleted', async () => {
  failure = rejected({ kind: 'referred' });
  expect(await errorOf(writes.delete(one, call))).toEqual(['CONSTRAINT_VIOLATED']);
});

describe('relate', () => {
  test.each<[string, Parameters<typeof writes.relate>[2], readonly string[]]>([
    ['replaces members', { replace: tags('b', 'c') }, ['b', 'c']],
    ['removes all members', { replace: [] }, []],
    ['adds members that are not there', { add: tags('b', 'c', 'c') }, ['a', 'b', 'c']],
    ['removes members that are there', { remove: tags('b', 'c') }, ['a']],
  ])('%s', async (_, change, members) => {
    expect(await writes.relate(one, 'tags', change, call)).toBe(true);
    expect(links.get(one)).toEqual(members);
  });

  test('a change that inherits a replacement does not have it', async () => {
    const change = Object.assign(Object.create({ replace: [] }), { add: tags('c') });
    expect(await writes.relate(one, 'tags', change, call)).toBe(true);
    expect(links.get(one)).toEqual(['a', 'b', 'c']);
  });

  test('replaces a foreign key', async () => {
    expect(await writes.relate(one, 'author', { replace: person('7') }, call)).toBe(true);
    expect(rows.get(one)).toMatchObject({ author: 7 });
  });

  test.each([two, '5'])('the id %s, which does not exist, is false', async (id) => {
    for (const change of [{ replace: tags('c') }, { add: tags('c') }, { remove: tags('a') }]) {
      expect(await writes.relate(id, 'tags', change, call)).toBe(false);
    }
    expect([...links]).toEqual([[one, ['a', 'b']]]);
  });

  test('a member without a row is an error without a pointer, which the document does not have', async () => {
    failure = undefined;
    const relate = writes.relate(one, 'author', { replace: person('x') }, call);
    expect(await errorOf(relate)).toEqual(['RELATED_RESOURCE_NOT_FOUND']);
    failure = rejected({ kind: 'foreign-key', columns: ['author'] });
    expect(await errorOf(writes.relate(one, 'author', { replace: person('7') }, call))).toEqual([
      'RELATED_RESOURCE_NOT_FOUND',
    ]);
  });
});

test('a type that is not in the database is a TypeError', () => {
  const other = createStorage(api, { columns: { tags: {} }, rules: valueRules.sqlite, detect: () => undefined });
  expect(() => other.writes('articles', statements)).toThrow('Type "articles" is not in this database.');
});
