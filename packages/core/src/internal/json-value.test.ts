import fc from 'fast-check';
import { expect, test } from 'vitest';
import { whyNotJson } from './json-value.ts';

test('values of JSON are, whatever their depth', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => whyNotJson(value) === undefined));
  expect(whyNotJson(JSON.parse(`${'['.repeat(100_000)}1${']'.repeat(100_000)}`))).toBeUndefined();
});

const shared = [[1]];
const circle: Record<string, unknown> = { a: 1 };
circle.self = { again: [circle] };

test.each([
  [[shared, shared, { a: shared }], undefined],
  [{ a: undefined, b: new Date(0) }, undefined],
  [[undefined], 'a undefined'],
  [[[], [() => 1]], 'a function'],
  [{ a: { b: Symbol('x') } }, 'a symbol'],
  [[1n], 'a bigint'],
  [[Number.NaN], 'NaN'],
  [{ a: [1 / 0] }, 'Infinity'],
  [circle, 'a reference to what it stands in'],
])('%o', (value, reason) => {
  expect(whyNotJson(value)).toBe(reason);
});
