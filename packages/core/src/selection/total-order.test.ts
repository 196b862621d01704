import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareIds, compareKeys } from './keyset.ts';

describe('values of a field', () => {
  test.each([
    [null, false],
    [false, true],
    [true, 0],
    [1, 2n],
    [2n ** 60n, 2n ** 60n + 1n],
    [9, 10],
    [10, '9'],
    ['B', 'a'],
    ['2024-01-01T00:00:00.000Z', new Date('2024-01-02')],
    [new Date(0), '2024'],
    ['x', { a: 1 }],
    [new Date(Number.NaN), 0],
  ])('%s is less than %s', (less, greater) => {
    expect(compareKeys(less, greater)).toBeLessThan(0);
    expect(compareKeys(greater, less)).toBeGreaterThan(0);
  });

  test.each([
    [null, undefined],
    [1, 1n],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
  ])('%s is %s', (one, other) => {
    expect(compareKeys(one, other)).toBe(0);
  });

  test('have one order, whatever they are', () => {
    const value = fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.bigInt(),
      fc.string(),
      fc.date(),
      fc.array(fc.nat()),
    );
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        expect(Math.sign(compareKeys(a, b))).toBe(-Math.sign(compareKeys(b, a)) || 0);
        if (compareKeys(a, b) <= 0 && compareKeys(b, c) <= 0) expect(compareKeys(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});

test('ids that are numbers are in the order of numbers, in front of all others', () => {
  const ids = ['10', '9', 'b', '010', '1'.repeat(30), '0', 'a', '-1', ''];
  const sorted = ids.toSorted((left, right) => compareIds([left], [right]));
  expect(sorted).toEqual(['0', '9', '10', '1'.repeat(30), '', '-1', '010', 'a', 'b']);
  expect(compareIds(['1', 'b'], ['1', 'a'])).toBeGreaterThan(0);
});
