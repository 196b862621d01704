import { expect, test } from 'vitest';
import type { FilterTerm } from '../query/query.ts';
import { matcherOf, matchesFilter } from './matches-filter.ts';

const many = Array.from({ length: 20 }, (_, index) => `x${index}`);
const day = '2024-01-01T00:00:00Z';
const actuals = [
  null,
  undefined,
  '',
  'a',
  'x3',
  'x20',
  0,
  -0,
  1,
  Number.NaN,
  5n,
  true,
  false,
  day,
  {},
  [],
  new Date(day),
  new Date(0),
  new Date(Number.NaN),
] as const;

test.each<[string, readonly unknown[]]>([
  ['few', ['a', null]],
  ['strings', many],
  ['null', [...many, null]],
  ['undefined', [...many, undefined]],
  ['all kinds', [...many, 0, Number.NaN, 5n, true, '', day]],
  ['another text of the time', [...many, '2024-01-01T01:00:00+01:00']],
  ['dates', [...many, new Date(day)]],
])('matcherOf says what meets says: %s', (_, values) => {
  for (const operator of ['eq', 'lt', 'ge'] as const satisfies readonly FilterTerm['operator'][]) {
    const matches = matcherOf({ operator, values });
    for (const actual of actuals)
      expect(matches(actual), String(actual)).toBe(matchesFilter(actual, { operator, values }));
  }
});

test('values are read a few times, however many records there are', () => {
  let reads = 0;
  const values = new Proxy(many, {
    get(target, name, receiver) {
      reads++;
      return Reflect.get(target, name, receiver);
    },
  });
  const matches = matcherOf({ operator: 'eq', values });
  for (let index = 0; index < 1000; index++) expect(matches(`x${index}`)).toBe(index < 20);
  expect(reads).toBeLessThan(200);
});

test.each<[unknown, FilterTerm['operator'], readonly unknown[], boolean]>([
  [['a', 'b'], 'has', ['b'], true],
  [['a', 'b'], 'has', ['c', 'a'], true],
  [['a'], 'has', ['A'], false],
  [[1, true], 'has', ['1'], false],
  [[1], 'has', [1], true],
  [[null], 'has', [null], false],
  [['ab'], 'has', ['a'], false],
  ['a', 'has', ['a'], false],
  [null, 'has', ['a'], false],
  ['Old trees, and "Leaves"', 'search', ['LEAVES old'], true],
  ['Old trees', 'search', ['tree'], false],
  ['Old trees', 'search', ['old stones'], false],
  ['Old trees', 'search', ['stones', 'trees'], true],
  ["O'Brien", 'search', ["o'brien"], true],
  ['Old', 'search', ['--'], false],
  ['', 'search', [''], false],
  [null, 'search', ['null'], false],
  [5, 'search', ['5'], false],
  ['Élan Straße', 'search', ['élan'], true],
  ['Apes', 'contains', ['pe'], true],
  ['Apes', 'startsWith', ['pe'], false],
  ['Apes', 'iEq', ['aPES'], true],
  [5, 'ne', [5], false],
  [5, 'ne', [6, null], true],
  [null, 'ne', [null], false],
  [5, 'between', [1, 9], true],
  [9, 'between', [1, 9], true],
  [5, 'between', [6, 9], false],
  [5, 'between', [null, 9], false],
  [5, 'between', [1, null], false],
  [null, 'between', [1, 9], false],
  [5, 'lt', [null, 6], true],
  [5, 'lt', [null], false],
])('%j %s %j: %j', (actual, operator, values, expected) => {
  expect(matchesFilter(actual, { operator, values })).toBe(expected);
  expect(matcherOf({ operator, values })(actual)).toBe(expected);
});

test('an unknown operator is a mistake of the application', () => {
  for (const operator of ['like', 'toString'])
    expect(() => matchesFilter('a', { operator: operator as never, values: ['a'] })).toThrow(TypeError);
});
