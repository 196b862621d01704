import { expect, test } from 'vitest';
import { searchWords, sectionWeight } from '../page/search/search-options.ts';

test.each([
  ['JWT', ['jwt', 'authentication', 'token', 'authenticate']],
  ['How do I hide a field?', ['hide', 'field', 'access', 'fields', 'hidden']],
  ['NOT_FOUND', ['not', 'found']],
  ['how to', ['how', 'to']],
  ['', []],
])('the words of %j', (query, expected) => expect(searchWords(query)).toEqual(expected));

test('guides come before pages of reference', () => {
  const sections = ['/v1/guide/access.html#fields', '/v1/errors.html#not_found', '/v1/reference/core.html#x'];
  expect(sections.map((id) => sectionWeight(id, 'x'))).toEqual([2, 1, 0.4]);
});

test.each([
  ['/v1/guide/limits.html#change-a-limit', 'limits', 8],
  ['/v1/guide/limits.html', 'Limits', 8],
  ['/v1/guide/cursor-pagination.html#x', 'cursor', 8],
  ['/v1/guide/overload.html#limits', 'limits', 2],
  ['/v1/rules.html', 'rules', 4],
])('the weight of %s for the word %j is %i', (id, word, weight) => expect(sectionWeight(id, word)).toBe(weight));
