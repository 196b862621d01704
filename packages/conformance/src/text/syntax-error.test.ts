import { expect, test } from 'vitest';
import { syntaxErrorAt } from './syntax-error.ts';

test.each([
  ['{\n  "data": nul\n}', 12],
  ['', 0],
  ['{"a":1,}', 7],
  ['[1 2]', 3],
  ['{"a" 1}', 5],
  ["{'a':1}", 1],
  ['[1,2', 4],
  ['{"a":"x\n"}', 5],
  ['01', 0],
  ['[1.]', 1],
  ['{} {}', 3],
  ['[}', 1],
  ['["\\x"]', 1],
])('%j fails at %i', (text, offset) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(syntaxErrorAt(text)).toBe(offset);
});

test.each([
  ['a string without an end', `["${'x'.repeat(20_000_000)}`, 1],
  ['a string with escapes', `["${'\\n'.repeat(5_000_000)}" 1]`, 10_000_004],
  ['a number', `[${'1'.repeat(20_000_000)}.]`, 1],
  ['white space', `[${' '.repeat(20_000_000)}}`, 20_000_001],
])('a document of 10 to 20 MB with %s takes no stack', (_, text, offset) => {
  expect(syntaxErrorAt(text)).toBe(offset);
});
