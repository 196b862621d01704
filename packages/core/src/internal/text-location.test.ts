import { expect, test } from 'vitest';
import { locationOf } from './text-location.ts';

test.each([
  ['', 0, 1, 1],
  ['ab\ncd', 0, 1, 1],
  ['ab\ncd', 2, 1, 3],
  ['ab\ncd', 3, 2, 1],
  ['\n\n', 2, 3, 1],
  ['a\r\nb\rc\nde', 9, 4, 3],
])('%j at %i is in line %i, column %i', (text, offset, line, column) =>
  expect(locationOf(text, offset)).toEqual({ offset, line, column }),
);
