import { expect, test } from 'vitest';
import { pageWeight, searchWords } from '../page/search/search-options.ts';

test.each([
  ['JWT', ['jwt', 'authentication', 'token', 'authenticate']],
  ['How do I hide a field?', ['hide', 'field', 'access', 'fields', 'hidden']],
  ['NOT_FOUND', ['not', 'found']],
  ['how to', ['how', 'to']],
  ['', []],
])('the words of %j', (query, expected) => expect(searchWords(query)).toEqual(expected));

test('guides come before pages of reference', () => {
  const weights = ['/v1/guide/access.html#fields', '/v1/errors.html#not_found', '/v1/reference/core.html#x'].map(
    pageWeight,
  );
  expect(weights).toEqual([2, 1, 0.4]);
});
