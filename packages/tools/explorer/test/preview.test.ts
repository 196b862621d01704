import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../page/state/json.ts';
import { isSame, previewOf, shortText, sizeOf } from '../page/state/preview.ts';

const json = fc.jsonValue() as fc.Arbitrary<Json>;

test('a preview is the beginning of the JSON text', () => {
  fc.assert(
    fc.property(json, fc.integer({ min: 1, max: 60 }), (value, maximum) => {
      // JSON does not have a negative zero.
      const text = JSON.stringify(value);
      const preview = previewOf(JSON.parse(text), maximum);
      if (text.length <= maximum) expect(preview).toBe(text);
      else {
        expect(preview.length).toBeLessThanOrEqual(maximum + 1);
        // A string is cut before it is written, so a pair of surrogates can end in the middle.
        expect(text.startsWith(preview.slice(0, -1)) || /\\ud/.test(preview)).toBe(true);
      }
    }),
  );
});

test('values are the same if their JSON strings are, apart from the order of members', () => {
  fc.assert(
    fc.property(json, json, (one, other) => {
      const [first, second] = [one, other].map((it) => JSON.parse(JSON.stringify(it)));
      expect(isSame(first, structuredClone(first))).toBe(true);
      expect(isSame(first, second)).toBe(sortedText(first) === sortedText(second));
    }),
  );
  expect(isSame({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
  expect([isSame([], {}), isSame({ a: 1 }, { b: 1 }), isSame(undefined, null), isSame([1], [2])]).toEqual([
    ...[false, false, false, false],
  ]);
});

function sortedText(value: Json): string {
  return JSON.stringify(value, (_, it) =>
    typeof it === 'object' && it !== null && !Array.isArray(it)
      ? Object.fromEntries(Object.entries(it).sort(([a], [b]) => (a < b ? -1 : 1)))
      : it,
  );
}

test('deep and large values are neither written nor compared completely', () => {
  const deep: Json = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  const wide: Json = Array.from({ length: 1_000_000 }, () => [1]);
  const long = 'x'.repeat(30_000_000);
  for (const value of [deep, wide, long, { [long]: long }, { a: { b: wide } }]) {
    expect(previewOf(value, 100)).toHaveLength(101);
    expect(shortText(value, 100)).toHaveLength(101);
    expect(previewOf(value, 200_000)).toHaveLength(value === deep ? 200_000 : 200_001);
  }
  expect(isSame(wide, [...wide])).toBe(false);
  expect(isSame(long, long)).toBe(true);
  expect([sizeOf(long), sizeOf(wide), sizeOf({ a: 1 }), sizeOf(1)]).toEqual([
    ...['30000000 characters', '1000000 items', '1 members', ''],
  ]);
});
