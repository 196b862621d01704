import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { attribute } from './attribute.ts';
import { defineApi } from './define-api.ts';
import { type Collection, defineCollection } from './define-collection.ts';

const at = attribute(z.iso.datetime(), { sort: true, filter: true });
const api = defineApi({
  articles: {
    attributes: {
      ...{ at, title: attribute(z.string(), { sort: true, filter: true }) },
      ...{ words: attribute(z.int(), { sort: true }), end: attribute(z.int().nullable(), { sort: true }) },
    },
  },
  comments: {
    attributes: {
      ...{ at, title: z.string() },
      ...{ words: attribute(z.string(), { sort: true }), end: attribute(z.int().nullable(), { sort: true }) },
    },
  },
});
const types = ['articles', 'comments'] as const;

test('a collection has the fields that all of its types can compare', () => {
  const feed = defineCollection(api, 'feed', { types, sort: ['-at'], filter: ['at'] });
  expectTypeOf(feed).toEqualTypeOf<Collection<'articles' | 'comments', 'at', 'at'>>();
  defineCollection(api, 'feed', {
    types,
    // @ts-expect-error -- only articles can be sorted by it
    sort: ['title'],
  });
  defineCollection(api, 'feed', {
    types,
    // @ts-expect-error -- numbers and strings
    sort: ['words'],
  });
  defineCollection(api, 'feed', {
    types,
    // @ts-expect-error -- a resource without a value has no place
    sort: ['-end'],
  });
  defineCollection(api, 'feed', {
    types,
    sort: ['at'],
    // @ts-expect-error -- only articles can be filtered by it
    filter: ['title'],
  });
  defineCollection(api, 'feed', {
    // @ts-expect-error -- no such type
    types: ['articles', 'notes'],
    sort: ['at'],
  });
});
