import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineApi } from '../schema/define-api.ts';
import { toMany, toOne } from '../schema/relationship.ts';
import { createStorage } from './create-storage.ts';
import { postgresViolation } from './postgres-violation.ts';
import type { ConditionBuilder } from './storage-condition.ts';
import { valueRules } from './value-rules.ts';

const api = defineApi({
  articles: {
    attributes: { title: z.string(), words: z.number().nullable() },
    relationships: { author: toOne('people'), tags: toMany('tags'), about: toOne(['people', 'tags']) },
  },
  people: { attributes: { name: z.string() }, relationships: { boss: toOne('people') } },
  tags: { attributes: { name: z.string() } },
});
const columns = {
  articles: { id: { type: 'text' }, title: { type: 'text' }, words: { type: 'integer' }, author: { type: 'integer' } },
  people: { id: { type: 'integer' }, name: { type: 'text' }, boss: { type: 'integer' } },
};
const storage = createStorage(api, { columns, rules: valueRules.postgres, detect: postgresViolation });
const builder: ConditionBuilder<string> = {
  compare: (type, field, operator, value) => `${type}.${field} ${operator} ${value}`,
  isNull: (type, field, isNull) => `${type}.${field} ${isNull ? 'is' : 'is not'} null`,
  oneOf: (type, field, keys) => `${type}.${field} in (${keys.map((key) => typeof key + key)})`,
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
  ['a relationship to another database', 'tags', 'eq'],
  ['a relationship with several target types', 'about', 'eq'],
  ['a path through an attribute', 'title.name', 'eq'],
  ['ids with an order', 'id', 'lt'],
  ['an unknown field', 'nothing', 'eq'],
  ['an unknown operator', 'title', 'like'],
])('%s is a TypeError', (_, field, operator) => {
  const term = { field, operator: operator as 'eq', values: ['1'] };
  expect(() => storage.condition('articles', term, builder)).toThrow(TypeError);
});

test.each([
  ['an unknown type', { persons: {} }, 'createStorage: unknown resource type "persons".'],
  ['an unknown field', { people: { nam: {} } }, 'createStorage: "nam" is not a field of people.'],
])('%s in the columns is a TypeError', (_, wrong, message) => {
  const options = { columns: wrong, rules: valueRules.postgres, detect: postgresViolation };
  expect(() => createStorage(api, options)).toThrow(message);
});
