import { describe, expect, test } from 'vitest';
import { families } from './families.ts';

test('families have names of their own', () => {
  expect(families.length).toBeGreaterThanOrEqual(20);
  expect(new Set(families.map(({ name }) => name)).size).toBe(families.length);
});

describe.each(families)('$name', ({ limit, input, run }) => {
  test.each([limit / 2, limit])('an input of %d characters', (size) => {
    expect(input(size).length).toBeLessThanOrEqual(size);
    expect(input(size).length).toBeGreaterThan(size * 0.95);
  });

  test('is answered', () => {
    expect(run(input(limit))).toBeDefined();
  });
});
