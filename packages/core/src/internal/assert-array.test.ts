import { expect, test } from 'vitest';
import { assertArray, assertStringArray } from './assert-array.ts';

test.each([[[]], [['author']], [Object.freeze(['a', 'b'])]])('%j is a list of names', (given) => {
  expect(() => assertStringArray('include', given)).not.toThrow();
  expect(() => assertArray('include', given)).not.toThrow();
});

test.each([
  ['author', 'not "author".'],
  [null, 'not null.'],
  [undefined, 'not undefined.'],
  [{ 0: 'author', length: 1 }, 'not an object.'],
  [new Set(['author']), 'not an object.'],
])('%o is no list', (given, end) => {
  expect(() => assertStringArray('include', given)).toThrow(new TypeError(`include is a list of names, ${end}`));
  expect(() => assertArray('sort', given)).toThrow(new TypeError(`sort is a list, ${end}`));
});

test('a list may hold what is no name', () => {
  expect(() => assertStringArray('include', ['author', 7])).toThrow(
    new TypeError('include is a list of names; 7 is none.'),
  );
  // biome-ignore lint/suspicious/noSparseArray: a hole is no name either
  expect(() => assertStringArray('include', ['author', ,])).toThrow('undefined is none');
});
