import { expect, test } from 'vitest';
import { remember } from './bounded-cache.ts';

test('what is remembered is found again', () => {
  const cache = new Map<string, number>();
  remember(cache, '__proto__', 1);
  remember(cache, 'a', 2);
  expect([...cache]).toEqual([
    ['__proto__', 1],
    ['a', 2],
  ]);
});

test('128 entries are the most: then it starts anew', () => {
  const cache = new Map<string, number>();
  for (let count = 1; count <= 128; count++) remember(cache, String(count), count);
  expect(cache.size).toBe(128);
  remember(cache, 'one more', 0);
  expect([...cache]).toEqual([['one more', 0]]);
});

test('keys of more than 2048 characters are not kept', () => {
  const cache = new Map<string, number>();
  remember(cache, 'a'.repeat(2048), 1);
  remember(cache, 'a'.repeat(2049), 2);
  expect([...cache.values()]).toEqual([1]);
});
