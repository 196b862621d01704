import { expect, test } from 'vitest';
import { canCompare, canStore } from '../columns/column-kinds.ts';
import { parseColumnType } from '../columns/column-type.ts';
import { boundedComparison } from '../columns/comparison.ts';
import { describeColumn } from '../columns/describe-column.ts';
import type { ValueRules } from '../columns/kind-facts.ts';
import { mysqlDialect } from './mysql.ts';
import { pgliteDialect, postgresDialect } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';

const { values: postgres } = postgresDialect;
const { values: sqlite } = sqliteDialect;

test.each([
  ['varchar(40)', { kind: 'text', maxLength: 40 }],
  ['character varying(10)', { kind: 'text', maxLength: 10 }],
  ['numeric(8, 2)', { kind: 'numeric', digits: [8, 2] }],
  ['decimal(10)', { kind: 'numeric', digits: [10, 0] }],
  ['numeric', { kind: 'numeric' }],
  ['smallint', { kind: 'integer', range: [-32768n, 32767n] }],
  ['int(10) unsigned', { kind: 'integer', range: [0n, 4294967295n] }],
  ['BIGINT', { kind: 'integer', range: [-(2n ** 63n), 2n ** 63n - 1n] }],
  ['timestamp with time zone', { kind: 'timestamp' }],
  ['double precision', { kind: 'float' }],
  ['integer[]', { kind: 'array', of: { kind: 'integer', range: [-2147483648n, 2147483647n] } }],
  ['mood[]', { kind: 'array', of: { kind: 'other' } }],
  ['point', { kind: 'structure' }],
  ['', { kind: 'other' }],
])('the type %s', (text, type) => {
  expect(parseColumnType(text)).toEqual(type);
});

test.each<[string, unknown, boolean, ValueRules]>([
  ['varchar(3)', 'abc', true, postgres],
  ['varchar(3)', 'abcd', false, postgres],
  ['varchar(3)', '😀😀😀', true, postgres],
  ['varchar(3)', '😀😀😀😀', false, postgres],
  ['varchar(3)', 'abcd', true, sqlite],
  ['tinytext', 'é'.repeat(127), true, mysqlDialect.values],
  ['tinytext', 'é'.repeat(128), false, mysqlDialect.values],
  ['text', 'a\u0000', false, postgres],
  ['text', 'a\u0000', true, sqlite],
  ['text', '\ufeffa', true, postgres],
  ['text', '\ufeffa', false, pgliteDialect.values],
  ['integer', 2147483647, true, postgres],
  ['integer', 2147483648, false, postgres],
  ['integer', 2147483648, true, sqlite],
  ['integer', 0.5, false, postgres],
  ['integer', 0.5, true, sqlite],
  ['integer', 2 ** 53, false, sqlite],
  ['bigint', '9223372036854775807', true, postgres],
  ['bigint', '9223372036854775808', false, postgres],
  ['bigint', '1e3', false, postgres],
  ['numeric(5, 2)', '999.99', true, postgres],
  ['numeric(5, 2)', '000999.9900', true, postgres],
  ['numeric(5, 2)', '1000', false, postgres],
  ['numeric(5, 2)', '1.234', false, postgres],
  ['numeric(5, 2)', 1e-7, false, postgres],
  ['numeric', 'NaN', false, postgres],
  ['real', 3.5e38, false, postgres],
  ['double precision', 3.5e38, true, postgres],
  ['uuid', '0F8FAD5B-D9CB-469F-A165-70867728950E', true, postgres],
  ['uuid', '0f8fad5b-d9cb-469f-a165-70867728950', false, postgres],
  ['date', '2024-02-29', true, postgres],
  ['date', '2026-02-29', false, postgres],
  ['date', '0000-01-01', false, postgres],
  ['date', 'now', false, postgres],
  ['timestamp', '2026-02-28T10:00:00.123Z', true, postgres],
  ['timestamp', '2026-02-28 25:00:00', false, postgres],
  ['timestamp', new Date(Number.NaN), false, postgres],
  ['jsonb', '"a\\u0000"', false, postgres],
  ['jsonb', '"a\\\\u0000"', true, postgres],
  ['point', 'anything', true, postgres],
  ['integer[]', [1, null, 3], true, postgres],
  ['integer[]', [1, 2 ** 40], false, postgres],
  ['integer[]', '{1}', false, postgres],
  [
    'integer[]',
    [
      [1, 2],
      [3, 4],
    ],
    true,
    postgres,
  ],
  ['integer[]', [[1, 2], [3]], false, postgres],
  ['integer[]', [[1, 2], 3], false, postgres],
  ['integer[]', [[], []], false, postgres],
  ['integer[]', [[[[[[1]]]]]], true, postgres],
  ['integer[]', [[[[[[[1]]]]]]], false, postgres],
  ['varchar(3)[]', ['abcd'], false, postgres],
  ['text[]', ['a\u0000'], false, postgres],
  ['bytea', 'not base64', true, postgres],
])('a column of %s stores %j: %s', (type, value, stores, rules) => {
  expect(canStore(parseColumnType(type), value, rules)).toBe(stores);
});

test.each([
  ['', true],
  ['aGk=', true],
  ['aGk', false],
  ['aGl=', false],
  ['aG k=', false],
  ['_-8=', false],
  ['é', false],
])('a column of bytes in base64 stores %j: %s', (value, stores) => {
  expect(canStore({ kind: 'binary', form: 'base64' }, value, postgres)).toBe(stores);
  expect(canCompare({ kind: 'binary', form: 'base64' }, value, postgres)).toBe(stores);
});

test('the text of JSON holds an array of every shape', () => {
  const type = { kind: 'array', form: 'array' } as const;
  expect(canStore(type, [[1], 'a', { b: [[]] }], sqlite)).toBe(true);
  expect(canStore(type, 'a', sqlite)).toBe(false);
});

test('a filter can compare what a column cannot store', () => {
  expect(canCompare(parseColumnType('numeric(5, 2)'), '1.234', postgres)).toBe(true);
  expect(canCompare(parseColumnType('varchar(3)'), 'abcd', postgres)).toBe(true);
  expect(canCompare(parseColumnType('integer'), '2147483648', postgres)).toBe(false);
});

test.each([
  ['lt', 2 ** 40, 'all'],
  ['ge', 2 ** 40, 'none'],
  ['gt', '-9999999999', 'all'],
  ['le', '-9999999999', 'none'],
  ['lt', 1.5, { operator: 'le', value: 1 }],
  ['ge', 1.5, { operator: 'ge', value: 2 }],
  ['gt', -1.5, { operator: 'ge', value: -1 }],
  ['lt', 'abc', 'none'],
  ['gt', Number.NaN, 'none'],
] as const)('an integer that is %s %j', (operator, value, expected) => {
  expect(boundedComparison(parseColumnType('integer'), operator, value, postgres)).toEqual(expected);
});

test.each([
  ['integer', 1.5, 'an integer from -2147483648 to 2147483647'],
  ['varchar(3)', 'abcd', 'a string of at most 3 characters'],
  ['tinytext', 'x', 'a string of at most 255 bytes'],
  ['numeric(5, 2)', '1000', 'a decimal number with at most 3 digits before the point and 2 after it'],
  ['uuid', 'x', 'a UUID'],
  ['date', 'x', 'a date, for example 2026-02-28'],
  ['text', 'a\u0000', 'without the character U+0000'],
])('a client is told what a column of %s holds', (type, value, expected) => {
  expect(describeColumn(parseColumnType(type), value).text).toBe(expected);
});
