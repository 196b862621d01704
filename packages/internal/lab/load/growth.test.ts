import { expect, test } from 'vitest';
import { growthOf } from './growth.ts';

test.each<[name: string, heaps: readonly number[], growth: number]>([
  ['a steady heap', Array.from({ length: 30 }, () => 100), 0],
  ['a leak', Array.from({ length: 31 }, (_, index) => 100 + index), 20 / 110],
  ['a warm-up', Array.from({ length: 30 }, (_, index) => (index < 10 ? 50 + index * 5 : 100)), 0],
  ['noise', Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? 100 : 101)), 0],
])('%s', (_, heaps, growth) => {
  expect(growthOf(heaps)).toBeCloseTo(growth, 2);
});

test('too few samples show nothing', () => {
  expect(growthOf([1, 2, 3])).toBeUndefined();
});
