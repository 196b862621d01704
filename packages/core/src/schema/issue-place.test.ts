import { expect, test } from 'vitest';
import { issuePlace, missingMember } from './issue-place.ts';

const value = { list: [{ name: 'x' }], toString: undefined, none: null, count: { length: 2 } };

test.each([
  ['no path', undefined, []],
  ['a path that exists', ['list', 0, 'name'], ['list', 0, 'name']],
  ['steps as objects', [{ key: 'list' }, { key: 0 }], ['list', 0]],
  ['a missing member: its parent', ['list', 0, 'nope'], ['list', 0]],
  ['a missing element: its parent', ['list', 1, 'name'], ['list']],
  ['the length of an array, which is not an element', ['list', 'length'], ['list']],
  ['an inherited name', ['constructor', 'name'], []],
  ['a symbol', ['list', Symbol.iterator], ['list']],
  ['a step into text', ['list', 0, 'name', 0], ['list', 0, 'name']],
  ['a step into null', ['none', 'x'], ['none']],
  ['a member called length', ['count', 'length'], ['count', 'length']],
])('%s', (_, path, place) => {
  expect(issuePlace(value, { message: '', path })).toEqual(place);
});

test.each([
  ['no path', undefined, undefined],
  ['a path that exists', ['list', 0, 'name'], undefined],
  ['a member', ['list', 0, 'nope'], 'nope'],
  ['the first of several', [{ key: 'nope' }, 'x'], 'nope'],
  ['an element', ['list', 1, 'name'], '1'],
  ['an inherited name', ['constructor'], 'constructor'],
  ['a symbol', ['list', Symbol.iterator], undefined],
  ['a step into text', ['list', 0, 'name', 0], undefined],
  ['a step into null', ['none', 'x'], undefined],
])('what is missing: %s', (_, path, name) => {
  expect(missingMember(value, { message: '', path })).toBe(name);
});
