import { expect, test } from 'vitest';
import { splitList } from './split-list.ts';

const many = Array.from({ length: 40 }, (_, index) => `n${index}`);

test.each([
  ['', []],
  ['a', ['a']],
  ['a,b', ['a', 'b']],
  ['a,', ['a', '']],
  [',', ['']],
  [' a, b', [' a', ' b']],
  ['b,a,b', ['b', 'a']],
  ['a,a', ['a']],
  [many.join(','), many],
  [[...many, ...many].join(','), many],
])('%j is %j, each once', (value, members) => {
  expect(splitList(value)).toEqual(members);
});
