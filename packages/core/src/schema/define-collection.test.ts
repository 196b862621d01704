import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { attribute } from './attribute.ts';
import { defineApi } from './define-api.ts';
import { defineCollection } from './define-collection.ts';

const api = defineApi({
  articles: { attributes: { at: attribute(z.string(), { sort: true, filter: true }), title: z.string() } },
  comments: { attributes: { at: attribute(z.string(), { sort: true }) } },
});
const types = ['articles', 'comments'] as const;

describe('defineCollection', () => {
  test('returns a frozen declaration', () => {
    const feed = defineCollection(api, 'feed', { types, sort: ['-at'] });
    expect(feed).toEqual({ kind: 'collection', name: 'feed', path: '/feed', types, sort: ['-at'], filter: [] });
    expect(Object.isFrozen(feed) && Object.isFrozen(feed.types)).toBe(true);
    expect(defineCollection(api, 'feed', { types, sort: ['at'], path: '/v1/feed' }).path).toBe('/v1/feed');
  });

  test.each<[string, string, object, string]>([
    ['one type', 'feed', { types: ['articles', 'articles'], sort: ['at'] }, '`types` must contain at least two types'],
    ['an unknown type', 'feed', { types: ['articles', 'notes'], sort: ['at'] }, '"notes" is not a resource type'],
    ['no order', 'feed', { types, sort: [] }, '`sort` must contain at least one field'],
    ['an order of one type', 'feed', { types, sort: ['title'] }, '`sort` contains "title", so "articles" must have'],
    [
      'a filter of one type',
      'feed',
      { types, sort: ['at'], filter: ['at'] },
      'so "comments" must have this attribute with `filter: true`',
    ],
    ['a wrong path', 'feed', { types, sort: ['at'], path: 'feed' }, '`path` must be a path such as "/feed"'],
    ['a wrong name', 'a/b', { types, sort: ['at'] }, 'is not a valid name'],
    ['a misspelled option', 'feed', { types, sorts: ['at'] }, 'unknown option "sorts"'],
  ])('rejects %s', (_, name, given, message) => {
    expect(() => defineCollection(api, name, given as never)).toThrow(message);
  });
});
