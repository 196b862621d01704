import { expect, test } from 'vitest';
import { median, quantile, shuffled } from './statistics.ts';

test.each([
  [[3], 3],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
  [[10, 9, 100], 10],
])('the median of %j is %d', (numbers, middle) => {
  expect(median(numbers)).toBe(middle);
});

test('a quantile is one of the numbers', () => {
  const numbers = [5, 1, 4, 2, 3];
  expect(quantile(numbers, 0)).toBe(1);
  expect(quantile(numbers, 0.5)).toBe(3);
  expect(quantile(numbers, 1)).toBe(5);
});

test('shuffling keeps every item', () => {
  const items = Array.from({ length: 50 }, (_, index) => index);
  expect(shuffled(items).toSorted((a, b) => a - b)).toEqual(items);
});
