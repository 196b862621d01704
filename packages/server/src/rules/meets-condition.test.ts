import type { FilterOperator } from '@linkage/core';
import { expect, test } from 'vitest';
import { meetsCondition } from './meets-condition.ts';

test.each<[unknown, FilterOperator, unknown, boolean]>([
  // A number in the condition or in the record: both are numbers.
  ['113.04', 'lt', 20, false],
  ['5.26', 'lt', 20, true],
  [5.26, 'lt', '20', true],
  ['20.0', 'eq', 20, true],
  ['-3', 'lt', -2.5, true],
  ['9007199254740993', 'eq', 9007199254740993n, true],
  ['9007199254740993', 'eq', 9007199254740992, false],
  [9007199254740993n, 'gt', '9007199254740992', true],
  [10n, 'ge', 9.5, true],
  [10n, 'eq', 10, true],
  // A value that does not represent a number is not compared with a number.
  ['x', 'lt', 20, false],
  ['', 'eq', 0, false],
  ['1e3', 'eq', 1000, false],
  [1000, 'eq', '1e3', false],
  [5, 'eq', 'x', false],
  [5, 'ne', 'x', true],
  [5, 'le', 'x', false],
  [5, 'ge', 'x', false],
  [5, 'ge', null, false],
  [0, 'eq', null, false],
  [null, 'lt', 20, false],
  [null, 'eq', null, true],
  [undefined, 'eq', null, true],
  [Number.NaN, 'le', 20, false],
  [true, 'eq', 1, false],
  [['5'], 'eq', 5, false],
  [10n, 'lt', 9.5, false],
  [9.5, 'lt', 10n, true],
  [5, 'eq', 5n, true],
  // Two strings are strings, and a date is a date.
  ['113.04', 'lt', '20', true],
  ['b', 'gt', 'a', true],
  ['ABC', 'eq', 'abc', false],
  [new Date(0), 'lt', '1970-01-02', true],
])('%s %s %s: %s', (value, operator, wanted, expected) => {
  expect(meetsCondition(value, { field: 'x', operator, values: [wanted] })).toBe(expected);
});

test('any of the values may fit', () => {
  expect(meetsCondition('2', { field: 'x', operator: 'eq', values: [1, 2] })).toBe(true);
});
