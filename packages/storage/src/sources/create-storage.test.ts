import { defineApi, toMany, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { valueRules } from '../columns/value-rules.ts';
import { postgresViolation } from '../failures/postgres-violation.ts';
import { createStorage } from './create-storage.ts';
import type { ConditionBuilder } from './storage-condition.ts';

const api = defineApi({
  articles: {
    attributes: { title: z.string(), words: z.number().nullable() },
    relationships: { author: toOne('people'), tags: toMany('tags'), about: toOne(['people', 'tags']) },
  },
  people: { attributes: { name: z.string() }, relationships: { boss: toOne('people') } },
  tags: { attributes: { name: z.string() } },
});
const columns = {
  articles: {
    id: { type: 'text', nullable: false },
    title: { type: 'text' },
    words: { type: 'integer' },
    author: { type: 'integer' },
  },
  people: { id: { type: 'integer' }, name: { type: 'text' }, boss: { type: 'integer' } },
};
const storage = createStorage(api, { columns, rules: valueRules.postgres, detect: postgresViolation });
const builder: ConditionBuilder<string> = {
  compare: (type, field, operator, value) => `${type}.${field} ${operator} ${value}`,
  isNull: (type, field, isNull) => `${type}.${field} ${isNull ? 'is' : 'is not'} null`,
  oneOf: (type, field, keys) => `${type}.${field} in (${keys.map((key) => typeof key + key)})`,
  matches: (type, field, { kind, pattern, literal, ignoresCase }) =>
    `${type}.${field} ${kind}${ignoresCase ? ' ignoring case' : ''} ${literal} like ${pattern}`,
  not: (condition) => `not ${condition}`,
  anyRelated: (type, relationship, target, condition) => `${type}.${relationship} -> ${target} (${condition})`,
  and: (conditions) => `(${conditions.join(' and ')})`,
  or: (conditions) => `(${conditions.join(' or ')})`,
};

test.each([
  ['title', 'eq', ['a'], 'articles.title eq a'],
  ['title', 'eq', ['a', null], '(articles.title eq a or articles.title is null)'],
  ['words', 'lt', [3e9], 'articles.words is not null'],
  ['words', 'gt', [3e9], '()'],
  ['words', 'lt', [null], '()'],
  ['id', 'eq', ['a', 'a'], 'articles.id in (stringa)'],
  ['author', 'eq', ['1', 'x'], 'articles.author in (number1)'],
  ['title', 'ne', ['a'], '(articles.title is null or not articles.title eq a)'],
  ['title', 'ne', ['a', null], '((articles.title is null or not articles.title eq a) and articles.title is not null)'],
  ['words', 'between', [1, 5], '(articles.words ge 1 and articles.words le 5)'],
  ['words', 'between', [1, null], '(articles.words ge 1 and ())'],
  ['title', 'contains', ['a_b'], 'articles.title contains a\\_b like %a\\_b%'],
  ['title', 'startsWith', ['50%'], 'articles.title startsWith 50\\% like 50\\%%'],
  ['title', 'iEndsWith', ['\\'], 'articles.title endsWith ignoring case \\\\ like %\\\\'],
  ['title', 'iEq', ['a', 'B\u0000'], 'articles.title equals ignoring case a like a'],
  ['author', 'eq', [null], 'articles.author is null'],
  ['author', 'eq', [null, '1'], '(articles.author is null or articles.author in (number1))'],
  ['author', 'ne', ['1'], '(articles.author is null or not articles.author in (number1))'],
  ['id', 'ne', ['a'], 'not articles.id in (stringa)'],
  ['id', 'eq', [null], '()'],
  ['id', 'ne', [null], '()'],
  ['id', 'eq', [null, 'a'], '(() or articles.id in (stringa))'],
  ['author.name', 'eq', ['Ada'], 'articles.author -> people (people.name eq Ada)'],
  ['author.boss.id', 'eq', ['1'], 'articles.author -> people (people.boss -> people (people.id in (number1)))'],
] as const)('filter[%s][%s]=%j', (field, operator, values, expected) => {
  expect(storage.condition('articles', { field, operator, values }, builder)).toBe(expected);
});

test('conditions on the way apply to the same resource', () => {
  const through = [[{ field: 'boss', operator: 'eq', values: ['2'] }]] as const;
  const term = { field: 'author.name', operator: 'eq', values: ['Ada'], through } as const;
  expect(storage.condition('articles', term, builder)).toBe(
    'articles.author -> people ((people.name eq Ada and people.boss in (number2)))',
  );
});

test.each([
  ['id', ['a', 'b'], 'tags.id in (stringa,stringb)'],
  ['articles', ['a'], 'tags.articles -> articles (articles.id in (stringa))'],
  ['articles', [null], 'not tags.articles -> articles (())'],
  [
    'articles',
    [null, 'a'],
    '(not tags.articles -> articles (()) or tags.articles -> articles (articles.id in (stringa)))',
  ],
])('a type without a column for its id: filter[%s][eq]=%j', (field, values, expected) => {
  const linked = defineApi({ tags: { relationships: { articles: toMany('articles') } }, articles: {} });
  const options = { columns: { tags: {}, articles: {} }, rules: valueRules.postgres, detect: postgresViolation };
  expect(createStorage(linked, options).condition('tags', { field, operator: 'eq', values }, builder)).toBe(expected);
});

const eq = (field: string, ...values: readonly unknown[]) => ({ field, operator: 'eq', values }) as const;

test.each([
  [{ or: [eq('title', 'a'), eq('words', 1)] }, '(articles.title eq a or articles.words eq 1)'],
  [{ and: [eq('id', 'a'), { not: eq('id', 'b') }] }, '(articles.id in (stringa) and not articles.id in (stringb))'],
  [{ not: { or: [eq('id', 'a'), eq('id', 'b')] } }, '(not articles.id in (stringa) and not articles.id in (stringb))'],
  [
    { not: { and: [eq('id', 'a'), eq('words', 1)] } },
    '(not articles.id in (stringa) or (articles.words is null or not articles.words eq 1))',
  ],
  [{ not: { not: eq('id', 'a') } }, 'articles.id in (stringa)'],
  [{ not: eq('words', 2 ** 40) }, '()'],
  [
    { not: eq('author.name', 'Ada') },
    '(articles.author is null or not articles.author -> people (people.name eq Ada))',
  ],
])('%j', (condition, expected) => {
  expect(storage.condition('articles', condition, builder)).toBe(expected);
});

test('a text operator on a column without texts is 400', () => {
  const term = { field: 'words', operator: 'contains', values: ['1'] } as const;
  expect(() => storage.condition('articles', term, builder)).toThrow('does not store it as text');
});

test.each([
  ['matches', 'The condition needs `matches` in the builder.'],
  ['not', 'The condition needs `not` in the builder of conditions.'],
])('a condition that needs `%s` is a TypeError without it', (name, message) => {
  const { [name as 'not']: _, ...rest } = builder;
  const term = { field: 'title', operator: name === 'not' ? 'ne' : 'contains', values: ['a'] } as const;
  expect(() => storage.condition('articles', term, rest)).toThrow(new TypeError(message));
});

test.each([
  ['modelSources', 'modelSources: statements: unknown member "sel".'],
  ['tableSources', 'tableSources: statements: unknown member "sel".'],
] as const)('an unknown member of the statements of %s is a TypeError', (name, message) => {
  expect(() => storage[name]({}, { sel: () => undefined } as never)).toThrow(message);
});

test.each([
  ['a relationship to another database', 'tags', 'eq', 'Type "tags" is not in this database.'],
  [
    'a relationship with several target types',
    ...(['about', 'eq', '`articles.about` must be a relationship with one target type.'] as const),
  ],
  [
    'a path through an attribute',
    ...(['title.name', 'eq', '`articles.title` must be a relationship with one target type.'] as const),
  ],
  ['ids with an order', 'id', 'lt', 'A filter of `id` must have the operator "eq" or "ne".'],
  ['a relationship with an order', 'author', 'gt', 'A filter of `author` must have the operator "eq" or "ne".'],
  ['an unknown field', 'nothing', 'eq', '`articles.nothing` does not have a column.'],
  ['an unknown operator', 'title', 'like', 'Unknown filter operator "like".'],
])('%s is a TypeError', (_, field, operator, message) => {
  const term = { field, operator: operator as 'eq', values: ['1'] };
  expect(() => storage.condition('articles', term, builder)).toThrow(new TypeError(message));
});

test.each([
  ['an unknown type', { persons: {} }, 'createStorage: unknown resource type "persons".'],
  ['an unknown field', { people: { nam: {} } }, 'createStorage: "nam" is not a field of people.'],
  [
    'a type without a kind',
    { people: { name: { type: 5 as never } } },
    "createStorage: columns.people.name.type must be a type of SQL, or an object such as { kind: 'text' }.",
  ],
  [
    'an unknown option',
    { people: { name: { typ: 'text' } as object } },
    'createStorage: columns.people.name: unknown option "typ". Did you mean `type`?',
  ],
])('%s in the columns is a TypeError', (_, wrong, message) => {
  const options = { columns: wrong, rules: valueRules.postgres, detect: postgresViolation };
  expect(() => createStorage(api, options)).toThrow(message);
});
