import { expect, test } from 'vitest';
import { parseColumnType } from './column-type.ts';
import { holdsText, textMatchOf } from './text-match.ts';

test.each([
  ['contains', '100%', '%100\\%%'],
  ['startsWith', 'a_b', 'a\\_b%'],
  ['endsWith', 'a\\', '%a\\\\'],
  ['iEq', '%_\\', '\\%\\_\\\\'],
  ['iContains', '', '%%'],
] as const)('%s %j is the pattern %j', (operator, value, pattern) => {
  expect(textMatchOf(operator, value)).toMatchObject({ value, pattern, ignoresCase: operator.startsWith('i') });
});

test.each(['eq', 'ne', 'lt', 'between'] as const)('%s does not compare texts', (operator) => {
  expect(textMatchOf(operator, 'a')).toBeUndefined();
});

test.each([
  ['varchar(40)', true],
  ['geometry', true],
  ['uuid', false],
  ['integer', false],
  ['json', false],
])('a column of %s can be compared with texts: %j', (type, expected) => {
  expect(holdsText(parseColumnType(type))).toBe(expected);
  expect(holdsText(undefined)).toBe(true);
});
