import { expect, test } from 'vitest';
import { describeValue } from './describe-value.ts';

test.each<[unknown, string]>([
  ['text', '"text"'],
  ['', '""'],
  ['a "b" \\', '"a \\"b\\" \\\\"'],
  ['line\nline', '"line line"'],
  ['x'.repeat(101), `"${'x'.repeat(99)}…"`],
  [[], 'an empty array'],
  [[1], 'an array of 1 element'],
  [[1, 2], 'an array of 2 elements'],
  [{}, 'an object'],
  [new Map(), 'an object'],
  [null, 'null'],
  [undefined, 'undefined'],
  [true, 'true'],
  [-0.5, '-0.5'],
  [9n, '9n'],
  [() => 1, 'a function'],
  [Symbol('x'), 'a symbol'],
])('%o is %s', (value, text) => {
  expect(describeValue(value)).toBe(text);
});
