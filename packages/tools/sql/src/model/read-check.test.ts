import { expect, test } from 'vitest';
import type { DraftValue } from './draft-value.ts';
import { type CheckedValues, otherChecks, readChecks } from './read-check.ts';

test.each<[string, Record<string, CheckedValues>]>([
  [
    "((status)::text = ANY ((ARRAY['a'::character varying, 'it''s'::character varying])::text[]))",
    { status: { labels: ['a', "it's"] } },
  ],
  ["(status = ANY (ARRAY['a'::text, 'b'::text]))", { status: { labels: ['a', 'b'] } }],
  ["`status` in ('a','b')", { status: { labels: ['a', 'b'] } }],
  [`"a status" IN ('x')`, { 'a status': { labels: ['x'] } }],
  ['((rate >= 0) AND (rate <= 5))', { rate: { min: 0, max: 5 } }],
  ['(rate > (0)::numeric)', { rate: { min: 1 } }],
  ["(rate >= '-5'::integer)", { rate: { min: -5 } }],
  ['rate between -1 and 5 and size < 10', { rate: { min: -1, max: 5 }, size: { max: 9 } }],
  ['(char_length((name)::text) <= 40)', { name: { maxLength: 40 } }],
  ['length(name) < 40', { name: { maxLength: 39 } }],
  ['json_valid(`data`)', { data: { isJson: true } }],
  ["status in ('a') or size > 1", {}],
  ["status not in ('a')", {}],
  ['a > b', {}],
  ['(a + 1) > 2', {}],
  ["lower(name) = 'x'", {}],
  ['size in (1, 2)', {}],
  ["name ~ '^a+$'", {}],
  ["a >= 1 and lower(name) = 'x'", { a: { min: 1 } }],
  ["status in ('unclosed", {}],
  ['length(name) > 3', { name: { minLength: 4 } }],
  ['(length(isbn) = 13)', { isbn: { minLength: 13, maxLength: 13 } }],
  ["(currency = 'EUR'::text)", { currency: { labels: ['EUR'] } }],
  ['size = 1.5', {}],
  ["'a' = 'b'", {}],
  ['a = b', {}],
  ['', {}],
])('%s', (expression, values) => {
  expect(Object.fromEntries(readChecks([expression], 'postgres'))).toEqual(values);
});

test('several constraints are joined', () => {
  expect(Object.fromEntries(readChecks(['a >= 1', 'a <= 3'], 'postgres'))).toEqual({ a: { min: 1, max: 3 } });
});

test('a backslash escapes in MariaDB only', () => {
  const labelsIn = (database: 'mysql' | 'sqlite', expression: string) =>
    readChecks([expression], database).get('a')?.labels;
  expect(labelsIn('mysql', String.raw`a in ('it\'s','x\\y')`)).toEqual(["it's", String.raw`x\y`]);
  expect(labelsIn('sqlite', String.raw`a in ('x\y', 'z\')`)).toEqual([String.raw`x\y`, 'z\\']);
});

test('checks that no schema expresses are left', () => {
  const values: Readonly<Record<string, DraftValue>> = {
    ...{ status: { kind: 'enum', labels: ['a'] }, size: { kind: 'integer' }, name: { kind: 'text', maxLength: 5 } },
    ...{ price: { kind: 'decimal' }, data: { kind: 'json' } },
  };
  const declared = ["status in ('a')", 'size >= 1 and length(name) <= 5', 'json_valid(data)'];
  const left = ['price >= 0', "size >= 1 and name <> 'x'", "name ~ '^a'", 'missing > 3', 'size > 1 or size < -1'];
  expect(otherChecks([...declared, ...left], 'sqlite', (column) => values[column])).toEqual(left);
});
