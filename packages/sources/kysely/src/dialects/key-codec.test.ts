import { expect, test } from 'vitest';
import { parseColumnType } from '../columns/column-type.ts';
import { comparisonOf } from '../columns/comparison.ts';
import { keyOf } from './key-codec.ts';
import { postgresDialect } from './postgres.ts';

test.each([
  ['integer', '5', 5],
  ['integer', '-5', -5],
  ['integer', '05', undefined],
  ['integer', '+5', undefined],
  ['integer', '5 ', undefined],
  ['integer', '-0', undefined],
  ['integer', '2147483648', undefined],
  ['bigint', '9007199254740993', 9007199254740993n],
  ['bigint', '9223372036854775808', undefined],
  ['bigint unsigned', '18446744073709551615', 18446744073709551615n],
  ['bigint unsigned', '18446744073709551616', undefined],
  ['bigint unsigned', '184467440737095516150', undefined],
  ['uuid', '0f8fad5b-d9cb-469f-a165-70867728950e', '0f8fad5b-d9cb-469f-a165-70867728950e'],
  ['uuid', '0F8FAD5B-D9CB-469F-A165-70867728950E', undefined],
  ['text', '05', '05'],
  ['text', 'Ab', 'Ab'],
  ['text', 'a\u0000', undefined],
])('in a column of type %s, %j is the key %s', (type, id, key) => {
  expect(keyOf(id, parseColumnType(type), postgresDialect.values)).toBe(key);
});

test.each([
  ['integer', 'lt', 2147483648, 'all'],
  ['integer', 'ge', 2147483648, 'none'],
  ['integer', 'gt', -2147483649, 'all'],
  ['integer', 'eq', 2147483648, 'none'],
  ['integer', 'lt', 1.5, { operator: 'le', value: 1 }],
  ['bigint', 'lt', '9223372036854775808', 'all'],
  ['bigint', 'ge', '9223372036854775808', 'none'],
  ['bigint', 'gt', '-9223372036854775809', 'all'],
  ['bigint', 'eq', '7', { operator: 'eq', value: '7' }],
  ['date', 'eq', 'soon', 'none'],
] as const)('a column of type %s: %s %s', (type, operator, value, expected) => {
  expect(comparisonOf(parseColumnType(type), operator, value, postgresDialect.values)).toEqual(expected);
});
