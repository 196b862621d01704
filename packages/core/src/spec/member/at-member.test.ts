import { expect, test } from 'vitest';
import { isAtMember } from './member-name.ts';

test.each([
  ['@id', true],
  ['@context', true],
  // AMB-25: an odd rest makes it no less an at-member.
  ['@', true],
  ['@@a', true],
  ['@a.b', true],
  ['@\n', true],
  ['', false],
  ['id', false],
  ['a@', false],
  ['a@b', false],
  [' @a', false],
  ['\uff20a', false],
])('NAM-09: %j is an at-member: %s', (name, expected) => {
  expect(isAtMember(name)).toBe(expected);
});
