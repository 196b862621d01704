import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { JsonApiError } from '../error/json-api-error.ts';
import { parseQuery } from '../query/parse-query.ts';
import { attribute } from './attribute.ts';
import { defineApi } from './define-api.ts';
import { toMany, toOne } from './relationship.ts';

const on = { filter: true, sort: true } as const;
const people = {
  attributes: { name: attribute(z.string(), on), age: attribute(z.number(), on) },
  relationships: { boss: toOne('people', on) },
} as const;

describe('paths of a relationship', () => {
  const api = defineApi({
    articles: {
      relationships: {
        author: toOne('people', { filter: ['name', 'boss'], sort: ['name'] }),
        editor: toOne('people', { filter: ['id', 'age'] }),
        readers: toMany('people', { filter: ['age'] }),
      },
    },
    people,
  });
  const rejection = (query: string): string | undefined => {
    try {
      parseQuery(api, 'articles', query);
      return undefined;
    } catch (error) {
      if (!JsonApiError.is(error)) throw error;
      return error.errors[0]?.detail;
    }
  };

  test.each([
    'filter[author.name]=x',
    'filter[author.boss.age]=7',
    'filter[author.boss]=7',
    'filter[editor]=1',
    'filter[editor.id]=1',
    'filter[readers.age]=1',
    'sort=author.name',
  ])('allow %s', (query) => {
    expect(rejection(query)).toBeUndefined();
  });

  test.each([
    ['filter[author.age]=7', 'Supported: `author.name`, `author.boss`.'],
    ['filter[author]=7', 'Supported: `id`, `editor`.'],
    ['filter[readers]=7', 'Supported: `id`, `editor`.'],
    ['filter[editor.name]=7', 'Supported: `editor.id`, `editor.age`.'],
    ['sort=author.age', 'Supported: `author.name`.'],
    ['sort=author.id', 'Supported: `author.name`.'],
    ['sort=author.boss.name', 'cannot be sorted by "author.boss.name"'],
  ])('reject %s', (query, detail) => {
    expect(rejection(query)).toContain(detail);
  });
});

describe('operators of an attribute', () => {
  const api = defineApi({ notes: { attributes: { text: attribute(z.string(), { filter: ['eq', 'contains'] }) } } });
  test('are the only ones', () => {
    const read = (name: string) => () => parseQuery(api, 'notes', `${name}=x`);
    for (const name of ['filter[text]', 'filter[text][in]', 'filter[text][contains]']) expect(read(name)).not.toThrow();
    for (const name of ['filter[text][ne]', 'filter[text][exists]', 'filter[text][gt]'])
      expect(read(name)).toThrow('Supported: `eq`, `contains`, `in`.');
  });
});

test.each<[string, object, string]>([
  [
    'an unknown operator',
    { attributes: { a: attribute(z.string(), { filter: ['like' as 'eq'] }) } },
    'it contains "like"',
  ],
  ['no operator', { attributes: { a: attribute(z.string(), { filter: [] }) } }, 'it is an empty array'],
  ['a filter of another kind', { attributes: { a: attribute(z.string(), { filter: 'eq' as never }) } }, 'it is "eq"'],
  ['a path to no field', { relationships: { a: toOne('people', { filter: ['nam'] }) } }, 'Did you mean `name`?'],
  ['no path', { relationships: { a: toOne('people', { sort: [] }) } }, 'it is an empty array'],
  [
    'paths of several types',
    { relationships: { a: toOne(['t', 'people'], { filter: ['name'] }) } },
    'several target types',
  ],
  ['a default sort by no field', { defaultSort: ['-x'] }, 'contains "-x"'],
  [
    'a default sort through to-many',
    { relationships: { a: toMany('people') }, defaultSort: ['a.name'] },
    'contains "a.name"',
  ],
  [
    'a default sort through a relationship that clients cannot read',
    { relationships: { a: toOne('people', { read: false }) }, defaultSort: ['a.name'] },
    'contains "a.name"',
  ],
  [
    'a default sort through a relationship of two types',
    { relationships: { a: toOne(['people', 't']) }, defaultSort: ['a.name'] },
    'contains "a.name"',
  ],
  [
    'a default sort by an attribute that clients cannot read',
    { attributes: { a: attribute(z.string(), { read: false }) }, defaultSort: ['a'] },
    'contains "a"',
  ],
  [
    'a default sort by a computed attribute',
    { attributes: { b: z.string(), a: attribute(z.string(), { compute: String, needs: ['b'] }) }, defaultSort: ['a'] },
    'contains "a"',
  ],
  [
    'a default sort by a name with a mistake',
    { relationships: { a: toOne('people') }, defaultSort: ['a.nam'] },
    'defineApi: t: `defaultSort` contains "a.nam", which is not `id`, an attribute, or an attribute behind to-one relationships. Did you mean `name`?',
  ],
  [
    'a default sort by a number',
    { defaultSort: [7] },
    'defineApi: t: `defaultSort` must contain names of fields, but it contains 7.',
  ],
  [
    'a default sort through a name that objects inherit',
    { defaultSort: ['constructor.name'] },
    'contains "constructor.name"',
  ],
  ['a default sort by a prototype name', { defaultSort: ['toString'] }, 'contains "toString"'],
])('defineApi rejects %s', (_, declared, message) => {
  expect(() => defineApi({ t: declared, people } as never)).toThrow(message);
});

test('ids are the only path through several types', () => {
  const api = defineApi({ t: { relationships: { a: toOne(['t', 'people'], { filter: ['id'] }) } }, people });
  expect(parseQuery(api, 't', 'filter[a]=1').filter).toEqual([{ field: 'a', operator: 'eq', values: ['1'] }]);
});

test('a default sort needs no permission, and can be a path', () => {
  const api = defineApi({
    notes: {
      attributes: { at: z.number() },
      relationships: { by: toOne('people') },
      defaultSort: ['-at', 'by.name', 'id'],
    },
    people,
  });
  expect(api.types.get('notes')?.defaultSort).toEqual([
    { field: 'at', descending: true },
    { field: 'by.name', descending: false },
    { field: 'id', descending: false },
  ]);
});
