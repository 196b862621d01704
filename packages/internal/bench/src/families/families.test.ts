import { describe, expect, test } from 'vitest';
import { timedFamilies } from './families.ts';

test('families have names of their own', () => {
  expect(timedFamilies.length).toBeGreaterThanOrEqual(20);
  expect(new Set(timedFamilies.map(({ name }) => name)).size).toBe(timedFamilies.length);
});

describe.each(timedFamilies)('$name', ({ limit, input, run }) => {
  test.each([limit / 2, limit])('an input of %d characters', (size) => {
    expect(input(size).length).toBeLessThanOrEqual(size);
    expect(input(size).length).toBeGreaterThan(size * 0.95);
  });

  test('is answered', () => {
    expect(run(input(limit))).toBeDefined();
  });
});
