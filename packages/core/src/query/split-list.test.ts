import { expect, test } from 'vitest';
import { splitList } from './split-list.ts';

test.each([
  ['', []],
  ['a', ['a']],
  ['a,b', ['a', 'b']],
  ['a, b', ['a', ' b']],
  [',', ['', '']],
  ['a,', ['a', '']],
  [',a', ['', 'a']],
  ['a,,b', ['a', '', 'b']],
  ['a.b,c', ['a.b', 'c']],
])('%j is the list %j', (value, list) => {
  expect(splitList(value)).toEqual(list);
});
