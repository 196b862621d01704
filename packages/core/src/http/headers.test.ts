import { expect, test } from 'vitest';
import { headerOf, type ReceivedHeaders, readHead } from './headers.ts';

test.each<[string, ReceivedHeaders, string | undefined]>([
  ['none', {}, undefined],
  ['one', { accept: 'a' }, 'a'],
  ['NEG-20 any case of the name', { AcCePt: 'a' }, 'a'],
  ['NEG-20 several lines as a list', { accept: ['a', 'b'] }, 'a, b'],
  ['several spellings of the name', { accept: 'a', Accept: ['b', 'c'] }, 'a, b, c'],
  ['an empty value', { accept: '' }, ''],
  ['an undefined value', { accept: undefined, Accept: 'b' }, 'b'],
  ['another header', { 'accept-language': 'de' }, undefined],
])('headerOf and readHead: %s', (_, headers, value) => {
  expect(headerOf({ headers }, 'accept')).toBe(value);
  expect(readHead(headers).accept).toBe(value);
});

test('property names of the language are not headers', () => {
  expect(headerOf({ headers: {} }, 'constructor')).toBeUndefined();
});
