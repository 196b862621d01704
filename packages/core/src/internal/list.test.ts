import { expect, test } from 'vitest';
import { assertList, assertNames } from './list.ts';

test.each([[[]], [['author']], [Object.freeze(['a', 'b'])]])('%j is a list of names', (given) => {
  expect(() => assertNames('include', given)).not.toThrow();
  expect(() => assertList('include', given)).not.toThrow();
});

test.each([
  ['author', 'not "author".'],
  [null, 'not null.'],
  [undefined, 'not undefined.'],
  [{ 0: 'author', length: 1 }, 'not an object.'],
  [new Set(['author']), 'not an object.'],
])('%o is no list', (given, end) => {
  expect(() => assertNames('include', given)).toThrow(new TypeError(`include is a list of names, ${end}`));
  expect(() => assertList('sort', given)).toThrow(new TypeError(`sort is a list, ${end}`));
});

test('a list may hold what is no name', () => {
  expect(() => assertNames('include', ['author', 7])).toThrow(new TypeError('include is a list of names; 7 is none.'));
  // biome-ignore lint/suspicious/noSparseArray: a hole is no name either
  expect(() => assertNames('include', ['author', ,])).toThrow('undefined is none');
});
