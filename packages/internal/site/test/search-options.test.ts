import { expect, test } from 'vitest';
import { searchWords, sectionWeight } from '../page/search/search-options.ts';

test.each([
  ['JWT', ['jwt', 'authentication', 'token', 'authenticate']],
  ['How do I hide a field?', ['fields', 'hidden', 'hide']],
  ['a TypeScript error', ['compiler', 'typescript']],
  ['NOT_FOUND', ['not', 'found']],
  ['how to', ['how', 'to']],
  ['', []],
])('the words of %j', (query, expected) => expect(searchWords(query)).toEqual(expected));

test('guides come before pages of reference', () => {
  const sections = [
    'guide/access.html#fields',
    'guide/access-reference.html',
    'errors.html#not_found',
    'packages/koa.html',
    'reference/core.html#x',
    'decisions/007-mutation-testing.html',
  ];
  expect(sections.map((id) => sectionWeight(`/v1/${id}`, 'x'))).toEqual([2, 1, 1, 0.6, 0.4, 0.1]);
});

test('the beginning of a page comes before its other sections', () => {
  const weights = [[], ['All limits']].map((titles) => sectionWeight('/v1/guide/limits.html#x', 'limits', { titles }));
  expect(weights).toEqual([12, 8]);
});

test.each([
  ['/v1/guide/limits.html#change-a-limit', 'limits', 8],
  ['/v1/guide/limits.html', 'Limits', 8],
  ['/v1/guide/cursor-pagination.html#x', 'cursor', 8],
  ['/v1/guide/overload.html#limits', 'limits', 2],
  ['/v1/rules.html', 'rules', 4],
])('the weight of %s for the word %j is %i', (id, word, weight) => expect(sectionWeight(id, word)).toBe(weight));
