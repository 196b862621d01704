import { expect, test } from 'vitest';
import { listNames, listTypes, suggestName } from './describe-value.ts';

const letters = [...'abcdefghijkl'];

test('lists at most ten names', () => {
  expect(listNames(['a', 'b'])).toBe('`a`, `b`');
  expect(listNames(['a'], '"')).toBe('"a"');
  expect(listNames(letters)).toBe('`a`, `b`, `c`, `d`, `e`, `f`, `g`, `h`, `i`, `j`, and 2 more');
});

test('lists at most ten types as alternatives', () => {
  expect(listTypes(['people'])).toBe('"people"');
  expect(listTypes(['people', 'groups'])).toBe('"people" or "groups"');
  expect(listTypes(letters)).toMatch(/ or "j" or 2 more$/);
});

test('suggests a close name, or nothing', () => {
  expect(suggestName('titel', ['title', 'words'])).toBe(' Did you mean `title`?');
  expect(suggestName('persons', ['people', 'person'], '"')).toBe(' Did you mean "person"?');
  expect(suggestName('abc', ['title'])).toBe('');
});
