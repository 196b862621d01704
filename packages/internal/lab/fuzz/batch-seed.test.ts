import { expect, test } from 'vitest';
import { batchSeed } from './batch-seed.ts';

/** The batches of a run: their kinds take turns. */
function batchesOf(seed: number, kinds: number): readonly string[] {
  return Array.from({ length: 1300 }, (_, number) => `${number % kinds} ${batchSeed(seed, number)}`);
}

test('the days of a month have no batch in common', () => {
  const all = Array.from({ length: 31 }, (_, day) => batchesOf(20261201 + day, 19)).flat();
  expect(new Set(all).size).toBe(all.length);
});

test('a seed is one that fast-check reads as it is, and always the same', () => {
  const seeds = Array.from({ length: 1000 }, (_, number) => batchSeed(1, number));
  expect(seeds.every((it) => it === (it | 0) && it >= 0)).toBe(true);
  expect(batchSeed(20261201, 7)).toBe(batchSeed(20261201, 7));
});
