import fc from 'fast-check';
import { expect, test } from 'vitest';
import { truncate } from './describe-value.ts';

test.each([
  ['an empty text', '', ''],
  ['a short text', 'title', 'title'],
  ['100 characters', 'a'.repeat(100), 'a'.repeat(100)],
  ['101 characters', 'a'.repeat(101), `${'a'.repeat(99)}…`],
  ['a line break', 'a\r\nb', 'a  b'],
  ['the line and paragraph separators of Unicode', 'a\u2028b\u2029c', 'a b c'],
  ['controls', '\u0000\u001f\u007f\u0080\u009f', '     '],
  ['an escape sequence of a terminal', '\u001b[31mred', ' [31mred'],
  ['a lone surrogate', 'a\ud800', 'a\ufffd'],
  ['a pair of surrogates', '😀', '😀'],
  ['a pair of surrogates at the cut', `${'a'.repeat(98)}😀bc`, `${'a'.repeat(98)}\ufffd…`],
  ['quotation marks, as they are', '"<b>"', '"<b>"'],
])('%s', (_, text, shown) => {
  expect(truncate(text)).toBe(shown);
});

test('is one well-formed line of at most 100 characters, whatever the text', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 }), (codes) => {
      const text = String.fromCharCode(...codes);
      const shown = truncate(text);
      expect(shown.length).toBe(Math.min(text.length, 100));
      expect(shown.isWellFormed()).toBe(true);
      expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    }),
  );
});
