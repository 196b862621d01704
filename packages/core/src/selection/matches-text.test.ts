import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textMatcher } from './matches-filter.ts';

test('a long value is found as `includes` finds it, also among repeated beginnings', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀'), maxLength: 120 });
  const cut = fc.tuple(text, fc.nat(120), fc.integer({ min: 30, max: 80 }));
  fc.assert(
    fc.property(cut, text, ([whole, start, length], other) => {
      for (const value of [whole.slice(start, start + length), other]) {
        for (const searched of [whole, other, `${other}${whole}`])
          expect(textMatcher('contains', [value])(searched)).toBe(searched.includes(value));
      }
    }),
    { numRuns: 300 },
  );
});

test('a value of 33 characters in a text with its beginning many times', () => {
  const value = `${'a'.repeat(32)}b`;
  const contains = textMatcher('contains', [value]);
  expect(contains(`${'a'.repeat(100)}b`)).toBe(true);
  expect(contains('a'.repeat(1000))).toBe(false);
  expect(contains(`${'a'.repeat(31)}b${value.slice(0, 32)}`)).toBe(false);
  expect(textMatcher('iContains', [value.toUpperCase()])(`x${value}x`)).toBe(true);
  expect(textMatcher('contains', [null, value])(null)).toBe(false);
});
