import { expect, test } from 'vitest';
import { parseColumnType } from '../columns/column-type.ts';
import { type ColumnComparison, comparisonOf } from '../columns/comparison.ts';
import { postgresDialect } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';

test.each<[string | undefined, 'eq' | 'lt' | 'le' | 'gt' | 'ge', unknown, ColumnComparison]>([
  ['integer', 'eq', 7, { operator: 'eq', value: 7 }],
  ['integer', 'eq', 2 ** 31, 'none'],
  ['integer', 'lt', 2 ** 31, 'all'],
  ['integer', 'ge', 2 ** 31, 'none'],
  ['integer', 'gt', 1.5, { operator: 'ge', value: 2 }],
  ['integer', 'le', 1.5, { operator: 'le', value: 1 }],
  ['integer', 'le', 'soon', 'none'],
  ['date', 'eq', 'soon', 'none'],
  ['date', 'lt', 'soon', 'none'],
  ['date', 'lt', '2026-01-02', { operator: 'lt', value: '2026-01-02' }],
  [undefined, 'ge', 'soon', { operator: 'ge', value: 'soon' }],
])('a column of %s: %s %j', (type, operator, value, expected) => {
  const column = type === undefined ? undefined : parseColumnType(type);
  expect(comparisonOf(column, operator, value, postgresDialect.values)).toEqual(expected);
});

test.each([
  [null, 'eq', 'comparisonOf: the value must not be null.'],
  [undefined, 'lt', 'comparisonOf: the value must not be undefined.'],
  ['a', 'contains', 'Unknown filter operator "contains".'],
  ['a', 'toString', 'Unknown filter operator "toString".'],
])('the value %j with the operator %s is a TypeError', (value, operator, message) => {
  expect(() => comparisonOf(undefined, operator as 'eq', value, sqliteDialect.values)).toThrow(new TypeError(message));
});
