import { expect, test } from 'vitest';
import { isMemberName, nameFault } from './member-name.ts';

test.each([
  ['', 'it is empty'],
  ['_title', 'it begins with "_"'],
  ['-', 'it begins with "-"'],
  ['title-', 'it ends with "-"'],
  ['title ', 'it ends with a space'],
  ['a.b', 'it contains "."'],
  ['a"b', 'it contains "\\""'],
  ['a\tb', 'it contains U+0009'],
  ['a\u0000', 'it contains U+0000'],
  ['@a!b', 'it contains "@"'],
])('the fault of the member name %j: %s', (name, fault) => {
  expect(isMemberName(name)).toBe(false);
  expect(nameFault(name)).toBe(fault);
});
