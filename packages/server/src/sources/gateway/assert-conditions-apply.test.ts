import { defineApi, type FilterCondition, type FilterTerm, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { type Applies, readCan } from '../port/can.ts';
import { unapplied } from './assert-conditions-apply.ts';

const term = (field: string, operator: FilterTerm['operator'], ...values: unknown[]): FilterTerm => ({
  field,
  operator,
  values,
});
const list = () => [];
const stating = (declared: object) => readCan('', { list, appliesFilters: declared }).applies.list;
const some = stating({ methods: [list], types: ['articles'] });
const grouping = stating({ methods: [list], types: ['articles'], operators: ['eq', 'ne'], groups: true });
const api = defineApi({
  articles: { attributes: {}, relationships: { author: toOne('people') } },
  people: { attributes: {} },
});
const eq = term('title', 'eq', 'x');
const contains = term('title', 'contains', 'x');

test.each<[string, Applies, readonly FilterCondition[], string | undefined]>([
  ['nothing', some, [], undefined],
  ['an operator that every source knows', some, [eq, term('views', 'ge', 1)], undefined],
  ['an operator that the source does not declare', some, [eq, contains], 'the operator "contains" for `title`'],
  ['null of an attribute', some, [term('title', 'eq', null)], undefined],
  ['null of a relationship', some, [term('author', 'eq', null)], 'null for `author`'],
  ['null of a relationship, of a source that declares operators', grouping, [term('author', 'ne', null)], undefined],
  ['null behind a path', some, [term('author.name', 'eq', null)], undefined],
  ['an undeclared field of a rule', some, [term('author.@owner', 'eq', '1')], 'a condition on `author.@owner`'],
  ['a group', some, [{ or: [eq, eq] }], 'the group `or`'],
  ['a group that the source applies', grouping, [{ or: [eq, { not: eq }] }], undefined],
  [
    'an operator inside of a group',
    grouping,
    [eq, { and: [eq, { not: contains }] }, { or: [term('views', 'lt', 1)] }],
    'the operator "contains" for `title`',
  ],
  ['an operator behind a group', grouping, [{ or: [eq] }, contains], 'the operator "contains" for `title`'],
])('%s', (_, applies, conditions, expected) => {
  expect(unapplied(api, 'articles', applies, conditions)?.what.text).toBe(expected);
});
