import { expect, test } from 'vitest';
import { exactNumber } from './exact-number.ts';

test.each<[string, number | string | null]>([
  ['0', 0],
  ['12', 12],
  ['-12.50', -12.5],
  ['10.00', 10],
  ['0.1', 0.1],
  ['9007199254740991', 9007199254740991],
  // The next number that a double can represent, but not safely.
  ['9007199254740992', '9007199254740992'],
  ['9007199254740993', '9007199254740993'],
  ['0.12345678901234567890', '0.12345678901234567890'],
  ['NaN', null],
  ['Infinity', null],
  ['-Infinity', null],
])('%s: %o', (text, value) => {
  expect(exactNumber(text)).toBe(value);
});
