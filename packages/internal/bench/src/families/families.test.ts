import { describe, expect, test } from 'vitest';
import { textFamilies } from './text-families.ts';

test('families have names of their own', () => {
  expect(textFamilies.length).toBeGreaterThanOrEqual(20);
  expect(new Set(textFamilies.map(({ name }) => name)).size).toBe(textFamilies.length);
});

describe.each(textFamilies)('$name', ({ limit, input, run }) => {
  test.each([limit / 2, limit])('an input of %d characters', (size) => {
    expect(input(size).length).toBeLessThanOrEqual(size);
    expect(input(size).length).toBeGreaterThan(size * 0.95);
  });

  test('is answered', () => {
    expect(run(input(limit))).toBeDefined();
  });
});
