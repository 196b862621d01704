import { expect, test } from 'vitest';
import { Generations } from './generations.ts';

test('keeps values, and what was used since the last generation began', () => {
  const cache = new Generations<number>(2);
  for (const [index, key] of ['a', 'b', 'c', 'd'].entries()) {
    cache.set(key, index);
    cache.get('a');
  }
  cache.set('e', 4);
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => cache.get(key))).toEqual([0, undefined, undefined, 3, 4]);
});

test('keys that never repeat do not push out one that repeats, and never fill the memory', () => {
  const cache = new Generations<number>(10);
  cache.set('repeats', 1);
  for (let index = 0; index < 1000; index++) {
    cache.set(`once ${index}`, index);
    if (index % 5 === 0) expect(cache.get('repeats')).toBe(1);
  }
  expect(Array.from({ length: 1000 }, (_, index) => cache.get(`once ${index}`)).filter(Boolean).length).toBeLessThan(
    21,
  );
});

test('does not keep keys of more than 2,048 characters', () => {
  const cache = new Generations<number>(10);
  cache.set('a'.repeat(2048), 1);
  cache.set('a'.repeat(2049), 2);
  expect([cache.get('a'.repeat(2048)), cache.get('a'.repeat(2049))]).toEqual([1, undefined]);
});
