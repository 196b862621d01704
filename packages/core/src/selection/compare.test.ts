import { expect, test } from 'vitest';
import { compare } from './compare.ts';

test.each<[unknown, unknown, number]>([
  [1, 2, -1],
  ['a', 'b', -1],
  [false, true, -1],
  ['a', 'a', 0],
  [1, 1, 0],
  [null, undefined, 0],
  [null, 0, -1],
  [undefined, '', -1],
  [new Date(1), new Date(2), -1],
  [new Date(1), new Date(1), 0],
  [new Date(0), '1970-01-01T00:00:00Z', 0],
  [new Date(0), '1970-01-02', -1],
  ['1', 1, Number.NaN],
  [false, 1, Number.NaN],
  ['10', 9, Number.NaN],
  [{}, {}, Number.NaN],
  [[1], [1], Number.NaN],
  [Number.NaN, 1, Number.NaN],
  [new Date(0), 0, Number.NaN],
  [new Date(0), 'soon', Number.NaN],
])('compare %j with %j: %d, and the other way round', (left, right, order) => {
  expect(compare(left, right)).toBe(order);
  expect(compare(right, left)).toBe(0 - order);
});
