import { defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { apiWithSides } from './api-with-sides.ts';
import { resolveSides } from './sides.ts';

const api = defineApi({
  articles: { attributes: {}, relationships: { author: toOne('people', { write: 'create' }), tags: toMany('tags') } },
  people: { attributes: {}, relationships: { articles: toMany('articles'), spouse: toOne('people') } },
  tags: { attributes: {}, relationships: { articles: toMany('articles') } },
});
const author = { storedIn: 'record', inverses: [{ type: 'people', relationship: 'articles' }] } as const;
const tags = { storedIn: 'apart', inverses: [{ type: 'tags', relationship: 'articles' }] } as const;
const served = (storage: { readonly [type: string]: object }, ifMatch: readonly string[] = [], open: object = {}) => {
  const sides = resolveSides(api, (type) => storage[type] as never, open as never);
  return apiWithSides(api, sides, new Set(ifMatch));
};
const writes = (...given: Parameters<typeof served>) =>
  [
    ['people', 'articles'],
    ['people', 'spouse'],
    ['articles', 'author'],
    ['articles', 'tags'],
    ['tags', 'articles'],
  ].map(
    ([type = '', name = '']) =>
      served(...given)
        .types.get(type)
        ?.relationships.get(name)?.write,
  );

describe('a relationship cannot be written', () => {
  test('if the side that stores its links cannot be updated', () => {
    expect(writes({ articles: { author } })).toEqual([false, true, 'create', true, true]);
    expect(writes({ articles: { author } }, [], { articles: ['author'] })).toEqual([true, true, 'create', true, true]);
  });

  test('if the records that store its links need a precondition: links apart change no record', () => {
    const editable = { ...author, storedIn: 'record' };
    expect(writes({ articles: { tags } }, ['articles', 'tags'])).toEqual([true, true, 'create', true, true]);
    const people = { articles: { storedIn: 'record', inverses: [{ type: 'articles', relationship: 'author' }] } };
    expect(writes({ people }, ['people'])).toEqual([true, true, false, true, true]);
    expect(writes({ articles: { author: editable } }, ['people'])).toEqual([false, true, 'create', true, true]);
  });

  test('a relationship that is its own inverse relationship is compared itself', () => {
    const spouse = { storedIn: 'record', inverses: [{ type: 'people', relationship: 'spouse' }] };
    expect(writes({ people: { spouse } }, ['people'])).toEqual([true, true, 'create', true, true]);
  });
});

test('an API without such relationships stays the same object', () => {
  expect(served({ articles: { tags } }, ['articles'])).toBe(api);
});
