import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateText } from './date-text.ts';

test.each([
  0, -1, 1, 951_782_400_000, 951_868_800_000, 4_107_542_399_999, -62_167_219_200_000, -62_167_219_200_001,
  253_402_300_799_999, 253_402_300_800_000, 8.64e15, -8.64e15,
])('gives what toISOString gives: %d', (time) => {
  const date = new Date(time);
  expect(dateText(date)).toBe(date.toISOString());
});

test('every day of eight hundred years', () => {
  for (let time = Date.UTC(1599, 11, 30); time < Date.UTC(2400, 0, 2); time += 86_400_000 + 1) {
    const date = new Date(time);
    if (dateText(date) !== date.toISOString()) expect(dateText(date)).toBe(date.toISOString());
  }
});

test('any date', () => {
  fc.assert(fc.property(fc.date({ noInvalidDate: true }), (date) => dateText(date) === date.toISOString()));
});

test('an invalid date is rejected', () => {
  expect(() => dateText(new Date(Number.NaN))).toThrow(RangeError);
});
