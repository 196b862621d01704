import { describe, expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { listOf, readPageOfMembers, readReferences } from './read-related.ts';

const articles = blog.types.get('articles')!;
const shelves = blog.types.get('shelves')!;

function read(type: typeof articles, name: string, value: unknown): readonly string[] {
  const references = readReferences(blog, type, '1', type.relationships.get(name)!, value);
  return listOf(references).map((each) => `${each.type.name} ${each.id}${each.record === undefined ? '' : ' record'}`);
}

test.each<[string, unknown, number | undefined, boolean | undefined]>([
  ['no value', undefined, 1, undefined],
  ['a repeated member on a full page', [4, '4'], 2, true],
  ['a repeated member on a page that is not full', [4, '4'], 3, undefined],
  ['a repeated member without a limit', [4, '4'], undefined, undefined],
  ['a full page', [4, 5], 2, undefined],
])('further members of the page: %s', (_, value, limit, hasMore) => {
  const comments = articles.relationships.get('comments')!;
  expect(readPageOfMembers(blog, articles, '1', comments, value, limit).hasMore).toBe(hasMore);
});

describe('readReferences', () => {
  test.each<[string, typeof articles, string, unknown, readonly string[]]>([
    ['to-one: undefined', articles, 'author', undefined, []],
    ['to-one: null', articles, 'author', null, []],
    ['to-one: an id', articles, 'author', 7, ['people 7']],
    ['to-one: an identifier', articles, 'author', { type: 'people', id: 7n }, ['people 7']],
    ['to-one: a record', articles, 'author', { id: '7', name: 'x' }, ['people 7 record']],
    ['to-many: undefined', articles, 'comments', undefined, []],
    ['to-many: an array', articles, 'comments', [4, { id: 5, body: 'x' }], ['comments 4', 'comments 5 record']],
    ['to-many: a page', articles, 'comments', { records: [4] }, ['comments 4']],
    [
      'AMB-33 repeated members once, with their record',
      articles,
      'comments',
      [4, { id: 4, body: 'x' }, '4'],
      ['comments 4 record'],
    ],
    [
      'polymorphic',
      shelves,
      'items',
      [
        { type: 'articles', id: 1 },
        { type: 'comments', id: 1 },
      ],
      ['articles 1', 'comments 1'],
    ],
  ])('%s', (_, type, name, value, references) => {
    expect(read(type, name, value)).toEqual(references);
  });

  test.each<[string, typeof articles, string, unknown]>([
    ['to-one: an array', articles, 'author', [7]],
    ['to-one: a page', articles, 'author', { records: [] }],
    ['to-one: a truth value', articles, 'author', true],
    ['to-one: no id', articles, 'author', { name: 'x' }],
    ['to-many: one id', articles, 'comments', 4],
    ['to-many: null', articles, 'comments', null],
    ['to-many: a text', articles, 'comments', '45'],
    ['to-many: null for a member', articles, 'comments', [null]],
    ['polymorphic: a bare id', shelves, 'items', [4]],
    ['polymorphic: a foreign type', shelves, 'items', [{ type: 'people', id: 7 }]],
  ])('%s: the mistake of the source, which the message names', (_, type, name, value) => {
    expect(() => read(type, name, value)).toThrow(new RegExp(`^"${type.name}" "1", relationship \`${name}\``));
  });
});
