import { defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { resolveSides } from './sides.ts';

const api = defineApi({
  articles: { attributes: {}, relationships: { author: toOne('people', { write: 'create' }), tags: toMany('tags') } },
  people: { attributes: {}, relationships: { articles: toMany('articles'), friends: toMany('people') } },
  tags: { attributes: {}, relationships: { articles: toMany('articles') } },
});
const author = { storedIn: 'record', inverses: [{ type: 'people', relationship: 'articles' }] } as const;
const sidesWith = (storage: object, open?: object) =>
  resolveSides(api, (type) => (type === 'articles' ? (storage as never) : undefined), open as never);

describe('wrong declarations of a source', () => {
  test.each([
    [{ editor: author }, 'contains "articles.editor", which is not a relationship'],
    [{ author: { storedIn: 'file' } }, 'must have "record", "related", or "apart" as `storedIn`'],
    [{ author: { storedIn: 'toString' } }, 'must have "record", "related", or "apart" as `storedIn`'],
    [{ author: { ...author, inverses: [{ type: 'people', relationship: 'pets' }] } }, '"people.pets"'],
    [
      { author: { ...author, inverses: [{ type: 'people', relationship: 'friends' }] } },
      'whose target is not "articles"',
    ],
    [
      { author: { ...author, inverses: [{ type: 'tags', relationship: 'articles' }] } },
      'whose target is not "articles"',
    ],
    [
      { author: { ...author, deletesRecords: ['people', 'tags'] } },
      'contains "tags" in `deletesRecords`, which is not a target type',
    ],
    [
      { author: { ...author, keptOnDelete: ['tags', 'people'] } },
      'contains "tags" in `keptOnDelete`, which is not a target type',
    ],
  ])('%j: %s', (storage, message) => {
    expect(() => sidesWith(storage)).toThrow(message);
  });

  test('uncheckedInverses can omit types', () => {
    expect(() => sidesWith({ author }, { articles: undefined })).not.toThrow();
    expect(() => sidesWith({ author }, { articles: ['title'] })).toThrow('"articles.title"');
  });
});

describe('the sides of a relationship', () => {
  test('each side knows the other, and where its links are', () => {
    const sides = sidesWith({ author });
    expect(sides.othersOf('articles', 'author')).toMatchObject([
      { type: 'people', relationship: 'articles', storedIn: 'related' },
    ]);
    expect(sides.othersOf('people', 'articles')).toMatchObject([
      { type: 'articles', relationship: 'author', storedIn: 'record' },
    ]);
    expect([sides.storedIn('articles', 'author'), sides.storedIn('people', 'articles')]).toEqual(['record', 'related']);
    expect(sides.storedLinksTo('people').map(({ side, inverse }) => [side.relationship, inverse])).toEqual([
      ['author', 'articles'],
    ]);
    expect(sides.storedLinksTo('articles')).toEqual([]);
    expect(sides.othersOf('people', 'friends')).toEqual([]);
  });

  test('links that a deletion keeps are not changed by it', () => {
    expect(sidesWith({ author: { ...author, keptOnDelete: true } }).storedLinksTo('people')).toEqual([]);
  });

  test.each<[boolean | readonly string[] | undefined, readonly number[]]>([
    [undefined, [1, 1]],
    [true, [0, 0]],
    [['tags'], [1, 0]],
    [[], [1, 1]],
  ])('links that are kept by a deletion of these target types are not changed by it: %j', (keptOnDelete, counts) => {
    const mixed = defineApi({
      notes: { relationships: { about: toOne(['articles', 'tags']) } },
      articles: { attributes: {} },
      tags: { attributes: {} },
    });
    const about = { storedIn: 'record', ...(keptOnDelete === undefined ? {} : { keptOnDelete }) } as const;
    const sides = resolveSides(mixed, (type) => (type === 'notes' ? { about } : undefined));
    expect(['articles', 'tags'].map((type) => sides.storedLinksTo(type).length)).toEqual(counts);
  });

  test.each(['record', 'apart'] as const)(
    'a relationship that is its own inverse is stored in both resources: %s',
    (storedIn) => {
      const storage = { friends: { storedIn, inverses: [{ type: 'people', relationship: 'friends' }] } };
      const sides = resolveSides(api, (type) => (type === 'people' ? storage : undefined));
      expect(sides.othersOf('people', 'friends')).toMatchObject([
        { type: 'people', relationship: 'friends', storedIn },
      ]);
      expect(sides.storedIn('people', 'friends')).toBe(storedIn);
    },
  );

  test.each<[string, boolean | readonly string[] | undefined, readonly boolean[]]>([
    ['no record', undefined, [false, false]],
    ['every record', true, [true, true]],
    ['the records of some types', ['tags'], [false, true]],
    ['the records of no type', [], [false, false]],
  ])('a deletion can delete %s that stores a link', (_, deletesRecords, deleted) => {
    const mixed = defineApi({
      notes: { relationships: { about: toOne(['articles', 'tags']) } },
      articles: { attributes: {} },
      tags: { attributes: {} },
    });
    const sides = resolveSides(mixed, (type) =>
      type === 'notes'
        ? { about: { storedIn: 'record', ...(deletesRecords === undefined ? {} : { deletesRecords }) } }
        : undefined,
    );
    const linksTo = (type: string) => sides.storedLinksTo(type).map(({ side }) => [side.relationship, side.isDeleted]);
    expect([linksTo('articles'), linksTo('tags')]).toEqual(deleted.map((isDeleted) => [['about', isDeleted]]));
  });

  test('records that store links without a relationship of their own', () => {
    const related = sidesWith({ tags: { storedIn: 'related' } });
    expect(related.storedLinksTo('articles')).toMatchObject([
      { side: { type: 'tags', relationship: undefined }, inverse: 'tags' },
    ]);
    expect(related.othersOf('articles', 'tags')).toMatchObject([{ type: 'tags', relationship: undefined }]);
    expect(sidesWith({ tags: { storedIn: 'apart' } }).othersOf('articles', 'tags')).toEqual([]);
  });
});
