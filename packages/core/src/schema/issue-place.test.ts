import { expect, test } from 'vitest';
import { issuePlace } from './issue-place.ts';

const value = { list: [{ name: 'x' }], toString: undefined };

test.each([
  ['no path', undefined, []],
  ['a path that exists', ['list', 0, 'name'], ['list', 0, 'name']],
  ['steps as objects', [{ key: 'list' }, { key: 0 }], ['list', 0]],
  ['a missing member: its parent', ['list', 0, 'nope'], ['list', 0]],
  ['a missing element: its parent', ['list', 1, 'name'], ['list']],
  ['the length of an array, which is no element', ['list', 'length'], ['list']],
  ['an inherited name', ['constructor', 'name'], []],
  ['a symbol', ['list', Symbol.iterator], ['list']],
  ['a step into text', ['list', 0, 'name', 0], ['list', 0, 'name']],
])('%s', (_, path, place) => {
  expect(issuePlace(value, path)).toEqual(place);
});
