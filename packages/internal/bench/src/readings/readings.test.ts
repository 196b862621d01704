import { describe, expect, test } from 'vitest';
import { textReadings } from './text-readings.ts';

test('readings have names of their own', () => {
  expect(textReadings.length).toBeGreaterThanOrEqual(20);
  expect(new Set(textReadings.map(({ name }) => name)).size).toBe(textReadings.length);
});

describe.each(textReadings)('$name', ({ limit, input, run }) => {
  test.each([limit / 2, limit])('an input of %d characters', (size) => {
    expect(input(size).length).toBeLessThanOrEqual(size);
    expect(input(size).length).toBeGreaterThan(size * 0.95);
  });

  test('is answered', () => {
    expect(run(input(limit))).toBeDefined();
  });
});
