import { expect, test } from 'vitest';
import { assertArray, assertStringArray } from './assert-array.ts';

test.each([[[]], [['author']], [Object.freeze(['a', 'b'])]])('%j is a list of names', (given) => {
  expect(() => assertStringArray('include', given)).not.toThrow();
  expect(() => assertArray('include', given)).not.toThrow();
});

test.each([
  ['author', 'but it is "author".'],
  [null, 'but it is null.'],
  [undefined, 'but it is undefined.'],
  [{ 0: 'author', length: 1 }, 'but it is an object.'],
  [new Set(['author']), 'but it is an object.'],
])('%o is not a list', (given, end) => {
  expect(() => assertStringArray('include', given)).toThrow(
    new TypeError(`\`include\` must be an array of strings, ${end}`),
  );
  expect(() => assertArray('sort', given)).toThrow(new TypeError(`\`sort\` must be an array, ${end}`));
});

test('a list may hold what is not a name', () => {
  expect(() => assertStringArray('include', ['author', 7])).toThrow(
    new TypeError('`include` must contain only strings, but it contains 7.'),
  );
  // biome-ignore lint/suspicious/noSparseArray: a hole is not a name either
  expect(() => assertStringArray('include', ['author', ,])).toThrow('it contains undefined');
});
