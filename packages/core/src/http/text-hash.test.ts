import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textHash } from './text-hash.ts';

test('is 16 hexadecimal digits, and the same for the same text', () => {
  expect(textHash('')).toMatch(/^[\da-f]{16}$/);
  expect(textHash('{"data":[]}')).toBe(textHash(`{"data":${'[]'}}`));
});

test('does not change between releases, because clients keep tags', () => {
  expect(textHash('abc')).toBe('093144fed28dd16e');
  expect(textHash('The quick brown fox jumps over the lazy dog')).toBe('7f536dedc41a017d');
});

test('is the same for a text in several pieces', () => {
  const strings = ['a', 'é', '€', '😀'].map((char) => `x${char.repeat(70_000)}`);
  expect(strings.map(textHash)).toEqual([
    '37426a2ebeb01348',
    '9fb2cb502789f9d7',
    '2f1addb5a7720168',
    'c4294a7a1569fb4f',
  ]);
});

test('differs for 200,000 similar strings', () => {
  const strings = Array.from({ length: 100_000 }, (_, n) => [`{"views":${n}}`, `${'x'.repeat(n % 50)}${n}`]).flat();
  expect(new Set(strings.map(textHash)).size).toBe(new Set(strings).size);
});

test.each([
  ['a zero at the end', 'a', 'a\u0000'],
  ['the last 15 bytes, by all lanes', '{"data":{"id":1,8cde262fa88618f', '{"data":{"id":1,c77a892d11568b6'],
  ['16 zeros', '', '\u0000'.repeat(16)],
  ['32 zeros', '\u0000'.repeat(16), '\u0000'.repeat(32)],
  ['lanes that change places', 'aaaabbbbccccdddd', 'bbbbaaaaccccdddd'],
  ['blocks that change places', `${'a'.repeat(16)}${'b'.repeat(16)}`, `${'b'.repeat(16)}${'a'.repeat(16)}`],
  ['a character beyond ASCII', 'é', 'e'],
])('notices %s', (_, left, right) => {
  expect(textHash(left)).not.toBe(textHash(right));
});

test('changes with each character at each position', () => {
  const position = fc.tuple(
    fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme-ascii' }),
    fc.nat(),
    fc.integer({ min: 1, max: 90 }),
  );
  fc.assert(
    fc.property(position, ([text, at, by]) => {
      const place = at % text.length;
      const other = String.fromCharCode(32 + ((text.charCodeAt(place) - 32 + by) % 95));
      fc.pre(other !== text[place]);
      return textHash(text) !== textHash(text.slice(0, place) + other + text.slice(place + 1));
    }),
    { numRuns: 5000 },
  );
});
