import { describe, expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { problemsOf } from '../../../test/problems.ts';
import { parseLinkage } from './parse-linkage.ts';

const dan = { type: 'people', id: '9' };
const comment = { type: 'comments', id: '5' };

describe('accepts', () => {
  test('to-one: an identifier or null (RUP-01)', () => {
    expect(parseLinkage(blog, 'articles', 'author', { data: dan })).toEqual(dan);
    expect(parseLinkage(blog, 'articles', 'author', { data: null })).toBeNull();
  });

  test('to-many: an array, maybe empty, each member once (RUP-02, RUP-15)', () => {
    expect(parseLinkage(blog, 'articles', 'comments', { data: [comment, { ...comment }] })).toEqual([comment]);
    expect(parseLinkage(blog, 'articles', 'comments', '{"data":[]}')).toEqual([]);
  });

  test('several target types', () => {
    const items = { data: [comment, { type: 'articles', id: '5' }] };
    expect(parseLinkage(blog, 'collections', 'items', items)).toEqual(items.data);
  });
});

describe('reports', () => {
  test.each<[string, 'author' | 'comments', unknown, readonly string[]]>([
    ['no data', 'author', {}, ['400 DOCUMENT_INVALID ']],
    ['an array for to-one', 'author', { data: [dan] }, ['400 DOCUMENT_INVALID /data']],
    ['null for to-many', 'comments', { data: null }, ['400 DOCUMENT_INVALID /data']],
    ['an object for to-many', 'comments', { data: comment }, ['400 DOCUMENT_INVALID /data']],
    ['a foreign type', 'comments', { data: [comment, dan] }, ['409 TYPE_CONFLICT /data/1/type']],
    [
      'every member at fault',
      'comments',
      { data: [{}, { type: 'comments' }] },
      ['400 DOCUMENT_INVALID /data/0', '400 DOCUMENT_INVALID /data/1'],
    ],
  ])('%s', (_, relationship, body, problems) => {
    expect(problemsOf(body, () => parseLinkage(blog, 'articles', relationship, body))).toEqual(problems);
  });

  test('a relationship that does not exist is the user’s mistake', () => {
    expect(() => parseLinkage(blog, 'articles', 'nope' as 'author', { data: null })).toThrow(TypeError);
  });
});
