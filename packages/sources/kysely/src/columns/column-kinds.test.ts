import { describe, expect, test } from 'vitest';
import { canCompare, canStore } from './column-kinds.ts';
import { parseColumnType } from './column-type.ts';
import { boundedComparison } from './comparison.ts';
import type { ValueRules } from './kind-facts.ts';
import { integerOf } from './value-forms.ts';

const strict: ValueRules = { storesNul: false, keepsMark: true, isLoose: false };
const loose: ValueRules = { storesNul: true, keepsMark: false, isLoose: true };

/** For each type: values that a column holds, values that it can only be compared with, and others. */
const values: readonly (readonly [string, readonly unknown[], readonly unknown[], readonly unknown[]])[] = [
  ['varchar(3)', ['', 'abc', '😀😀😀'], ['abcd', '😀😀😀😀', 'aaaaaaa'], ['a\u0000']],
  ['tinytext', ['a'.repeat(255), 5], ['a'.repeat(256), 'é'.repeat(128)], ['\u0000']],
  ['smallint', [0, -32768, 32767, '12', '-5', 7n], [], [32768, -32769, 32768n, 1.5, '1.5', 'a', '', true, 2 ** 53]],
  [
    'numeric(4, 2)',
    [1, '12.34', '-12.34', '012.340', 12n],
    ['123.4', '1.234', 1e21, 123n],
    ['a', '', '1.', Number.NaN],
  ],
  ['numeric', ['1.23456789', 10n], [1e21], [Number.POSITIVE_INFINITY, null]],
  [
    'real',
    [0, 1.5, '1.5', 3.402_823_466_385_288_6e38, -3.402_823_466_385_288_6e38],
    [],
    ['', 'a', 3.5e38, -3.5e38, Number.POSITIVE_INFINITY, Number.NaN],
  ],
  ['double precision', [Number.MAX_VALUE, -Number.MAX_VALUE, '1e308'], [], ['1e309', 'x', '']],
  ['uuid', ['6f1a2b3c-0000-4000-8000-00000000000a', '6F1A2B3C-0000-4000-8000-00000000000A'], [], ['6f1a2b3c', 5]],
  ['date', ['2026-02-28', new Date(0)], [], ['2026-02-30', '2026-13-01', '0000-01-01', '2026-2-8', 'soon', 5]],
  [
    'timestamp',
    ['2026-02-28T10:00:00Z', '2026-02-28 10:00', '2026-02-28T10:00:00.123+02:00', '2026-02-28', new Date(0)],
    [],
    ['2026-02-30T10:00:00Z', '2026-02-28T25:00:00Z', new Date(Number.NaN), ['2026-02-28T10:00Z'], 'soon', 5, null],
  ],
  ['json', ['{"a":1}', '"\\\\u0000"'], ['"\\u0000"', '"\\\\\\u0000"'], ['\u0000']],
  ['boolean', [true, false, 1], [], []],
  ['geometry', ['anything', 5], [], ['\u0000']],
];

describe.each(values)('%s', (name, stored, compared, others) => {
  const type = parseColumnType(name);

  test.each([...stored])('holds %o', (value) => {
    expect([canStore(type, value, strict), canCompare(type, value, strict)]).toEqual([true, true]);
  });

  test.each(compared.map((it) => [it]))('can be compared with %o', (value) => {
    expect([canStore(type, value, strict), canCompare(type, value, strict)]).toEqual([false, true]);
  });

  test.each(others.map((it) => [it]))('knows nothing of %o', (value) => {
    expect([canStore(type, value, strict), canCompare(type, value, strict)]).toEqual([false, false]);
  });
});

test.each([
  ['varchar(3)', 'abcd', true],
  ['smallint', 40_000, true],
  ['smallint', 1.5, true],
  ['smallint', 2n ** 63n, false],
  ['smallint', 'a', false],
  ['text', '\u0000', true],
  ['json', '"\\u0000"', true],
  ['text', '\ufeffa', false],
  ['text', 'a\ufeff', true],
])('a database without strict types: %s holds %o: %o', (name, value, expected) => {
  expect(canStore(parseColumnType(name), value, loose)).toBe(expected);
});

test('a column of an unknown type holds all values that the database can store', () => {
  expect([canStore(undefined, 'a', strict), canStore(undefined, '\u0000', strict)]).toEqual([true, false]);
});

test.each([
  [5n, 5n],
  [5, 5n],
  [2 ** 53, undefined],
  ['-05', -5n],
  ['1e3', undefined],
  [null, undefined],
])('integerOf(%o): %s', (value, expected) => {
  expect(integerOf(value)).toBe(expected);
});

describe('a comparison of integers with a number that the column cannot hold', () => {
  const type = parseColumnType('smallint');
  const le = (value: number) => ({ operator: 'le', value });
  const ge = (value: number) => ({ operator: 'ge', value });
  test.each([
    ['lt', 1.5, le(1)],
    ['le', -1.5, le(-2)],
    ['gt', 1.5, ge(2)],
    ['ge', '1.5', ge(2)],
    ['lt', 40_000, 'all'],
    ['gt', 40_000, 'none'],
    ['lt', -40_000, 'none'],
    ['ge', -40_000, 'all'],
    ['le', 40_000n, 'all'],
    ['le', -32_768, le(-32_768)],
    ['ge', -32_768n, ge(-32_768)],
    ['ge', 32_767, ge(32_767)],
    ['ge', -40_000n, 'all'],
    ['gt', 32_767.5, 'none'],
    ['lt', 32_767.5, 'all'],
    ['lt', -32_768.5, 'none'],
    ['lt', 'a', 'none'],
    ['lt', Number.NaN, 'none'],
    ['lt', Number.POSITIVE_INFINITY, 'none'],
    ['ge', null, ge(0)],
  ] as const)('%s %s', (operator, value, expected) => {
    expect(boundedComparison(type, operator, value, strict)).toEqual(expected);
  });

  test('beyond 2^53, where a number is not exact', () => {
    const bigint = parseColumnType('bigint');
    expect(boundedComparison(bigint, 'lt', 2 ** 63, strict)).toBe('all');
    expect(boundedComparison(bigint, 'lt', -(2 ** 63), strict)).toEqual(le(-(2 ** 63)));
    expect(boundedComparison(bigint, 'gt', 2 ** 64, strict)).toBe('none');
    expect(boundedComparison({ kind: 'integer' }, 'gt', 2 ** 64 + 0.5, strict)).toEqual(ge(2 ** 64));
    expect(boundedComparison({ kind: 'integer' }, 'gt', 2 ** 64, loose)).toBe('none');
  });
});
