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
