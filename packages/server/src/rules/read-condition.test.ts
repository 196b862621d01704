import { type Api, attribute, defineApi, type ResourceType, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { neverMatches, readCondition } from './read-condition.ts';

const api: Api = defineApi({
  articles: {
    attributes: {
      title: z.string(),
      views: z.number(),
      // Not part of a record.
      summary: attribute(z.string(), { needs: ['title'], compute: ({ title }) => String(title) }),
    },
    relationships: { author: toOne('people'), things: toMany(['articles', 'people']) },
  },
  people: { attributes: { name: z.string() }, relationships: { friend: toOne('people') } },
});
const articles = api.types.get('articles') as ResourceType;

/** A condition in so many groups. */
const nested = (levels: number): unknown =>
  levels === 0 ? { field: 'title', operator: 'eq', values: ['a'] } : { not: nested(levels - 1) };

describe('a condition of a rule', () => {
  const [eq, ne] = [{ operator: 'eq' }, { operator: 'ne' }];
  test.each<[given: unknown, read: unknown]>([
    [
      { field: 'title', values: ['a', null] },
      { field: 'title', ...eq, values: ['a', null] },
    ],
    [
      { field: 'title', ...ne, values: [] },
      { field: 'title', ...ne, values: [] },
    ],
    // Ids are strings, also if the rule contains numbers. Values of attributes stay as they are.
    [
      { field: 'id', values: [1] },
      { field: 'id', ...eq, values: ['1'] },
    ],
    [
      { field: 'author', ...ne, values: [1, null] },
      { field: 'author', ...ne, values: ['1', null] },
    ],
    [
      { field: 'author.id', values: [1] },
      { field: 'author.id', ...eq, values: ['1'] },
    ],
    [
      { field: 'author.friend', values: [1] },
      { field: 'author.friend', ...eq, values: ['1'] },
    ],
    [
      { field: 'author.friend.name', values: ['x'] },
      { field: 'author.friend.name', ...eq, values: ['x'] },
    ],
    [
      { field: 'things', values: [{ type: 'people', id: 1 }] },
      { field: 'things', ...eq, values: [{ type: 'people', id: '1' }] },
    ],
    [
      { field: 'views', values: [1, null] },
      { field: 'views', ...eq, values: [1, null] },
    ],
    [
      { field: '@tenant', operator: 'ge', values: [1] },
      { field: '@tenant', operator: 'ge', values: [1] },
    ],
    [
      { field: 'author.@tenant', values: [1] },
      { field: 'author.@tenant', ...eq, values: [1] },
    ],
    [
      { field: 'views', operator: 'between', values: [1, 2] },
      { field: 'views', operator: 'between', values: [1, 2] },
    ],
    [{ and: [nested(0), nested(1)] }, { and: [nested(0), nested(1)] }],
    [{ or: [nested(0)] }, { or: [nested(0)] }],
    [nested(50), nested(50)],
  ])('%j: %j', (given, expected) => {
    const read = readCondition('`access.articles.read` returned a condition', api, articles, given);
    expect(read).toEqual(expected);
    expect(Object.isFrozen(read)).toBe(true);
  });

  const shape = 'must be `{ field, operator, values }` or a group';
  const unknown = 'which is not a field of "articles"';
  const ids = 'but ids and relationships can only be compared with "eq" and "ne"';
  test.each<[given: unknown, message: string]>([
    [undefined, shape],
    [null, shape],
    ['title', shape],
    [[{ field: 'title', values: ['a'] }], shape],
    [{ values: ['a'] }, shape],
    [{ field: 7, values: ['a'] }, shape],
    [{ field: 'title' }, shape],
    [{ field: 'title', operator: 'like', values: ['a'] }, shape],
    [{ field: 'summary', values: ['a'] }, unknown],
    [{ field: 'author.', values: ['a'] }, unknown],
    [{ field: 'x@', values: ['a'] }, unknown],
    [{ field: '@', values: ['a'] }, unknown],
    [{ field: 'title.id', values: ['a'] }, unknown],
    [{ field: 'nope.@tenant', values: ['a'] }, unknown],
    // Which of the types would the field be of?
    [{ field: 'things.title', values: ['a'] }, 'cannot continue after `things`, which has several target types'],
    [{ field: 'things.id', values: ['a'] }, unknown],
    [{ field: 'things.@tenant', values: ['a'] }, unknown],
    [{ field: 'id', operator: 'gt', values: ['1'] }, ids],
    [{ field: 'author', operator: 'contains', values: ['1'] }, ids],
    [{ field: 'author.id', operator: 'between', values: ['1', '2'] }, ids],
    [{ field: 'title', values: [undefined] }, 'must not be undefined.'],
    [{ field: 'author', values: [undefined] }, 'must not be undefined.'],
    [{ field: 'id', values: ['1', null] }, 'must not be undefined or null.'],
    [{ field: 'views', operator: 'between', values: [1] }, 'must have two values'],
    [{ field: 'views', operator: 'between', values: [1, 2, 3] }, 'must have two values'],
    [{ and: [nested(0)], or: [nested(0)] }, 'but has several'],
    [{ not: nested(0), field: 'title', values: ['a'] }, 'but has several'],
    // An empty group would match every resource, or none.
    [{ and: [] }, 'whose group `and` must be a non-empty array'],
    [{ or: [] }, 'whose group `or` must be a non-empty array'],
    [{ or: nested(0) }, 'whose group `or` must be a non-empty array'],
    [{ not: null }, shape],
    [nested(51), 'with more than 50 levels of groups'],
    [{ or: [nested(50)] }, 'with more than 50 levels of groups'],
    [{ and: [nested(50)] }, 'with more than 50 levels of groups'],
  ])('%j is rejected: %s', (given, message) => {
    expect(() => readCondition('`access.articles.read` returned a condition', api, articles, given)).toThrow(TypeError);
    expect(() => readCondition('`access.articles.read` returned a condition', api, articles, given)).toThrow(message);
  });
});

test.each<[given: unknown, isNever: boolean]>([
  [{ field: 'title', values: [] }, true],
  [{ field: 'title', operator: 'ge', values: [] }, true],
  [{ field: 'title', operator: 'ne', values: [] }, false],
  [{ field: 'title', values: ['a'] }, false],
  [{ not: { field: 'title', values: [] } }, false],
  [{ or: [{ field: 'title', values: [] }] }, false],
])('a condition without values never matches: %j', (given, isNever) => {
  expect(neverMatches(readCondition('`access.articles.read` returned a condition', api, articles, given))).toBe(
    isNever,
  );
});
