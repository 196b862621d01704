import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { z } from 'zod';
import { createMemorySources } from '../src/memory/create-memory-sources.ts';
import type { Sources } from '../src/sources/port/data-source.ts';

/** The API that tests of the server share. */
export const blog = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string().min(1), { sort: true, filter: true }),
      views: attribute(z.int().min(0).default(0), { sort: true, filter: true }),
      subtitle: z.string().nullable().optional(),
      publishedAt: attribute(z.iso.datetime().optional(), { write: false, sort: true, filter: true }),
    },
    relationships: {
      author: toOne('people', { filter: true, sort: true }),
      reviewer: toOne('people'),
      comments: toMany('comments', { filter: true }),
      history: toMany('articles', { write: false }),
      secrets: toMany('people', { include: false }),
    },
  },
  people: {
    attributes: { name: attribute(z.string(), { sort: true, filter: true }) },
    relationships: { articles: toMany('articles'), friend: toOne('people') },
    clientGeneratedIds: true,
  },
  comments: {
    attributes: { body: attribute(z.string(), { sort: true }) },
    // Polymorphic: a comment is on an article or on another comment.
    relationships: { author: toOne('people'), on: toOne(['articles', 'comments']) },
  },
  // Polymorphic to-many.
  shelves: { attributes: { label: z.string() }, relationships: { items: toMany(['articles', 'comments']) } },
  // Its source has no more than `list`.
  notes: { attributes: { text: z.string() }, relationships: { about: toOne('articles') } },
});

/** The API's type. */
export type Blog = typeof blog;

/** Sources over a few records: articles 1 to 3, people 7 to 9, comments 4 to 6, shelves 1 and 2, notes 1. */
export function blogSources(): Required<Sources<Blog>> {
  const sources = createMemorySources(blog, {
    articles: [
      {
        id: 1,
        title: 'Bikes',
        views: 30,
        publishedAt: new Date('2024-01-01T00:00:00Z'),
        author: 7,
        reviewer: 8,
        comments: [4, 5, 6],
        history: [2],
      },
      { id: 2, title: 'Apes', views: 10, publishedAt: '2024-02-01T00:00:00Z', author: 7, comments: [] },
      { id: 3, title: 'Cars', views: 20, subtitle: null, author: null, comments: [6] },
    ],
    people: [
      { id: 7, name: 'Gebhardt', articles: [1, 2], friend: 8 },
      { id: 8, name: 'Katz', articles: [], friend: 7 },
      { id: 9, name: 'Klabnik', articles: [3], friend: 9 },
    ],
    comments: [
      { id: 4, body: 'First!', author: 9, on: { type: 'articles', id: 1 } },
      { id: 5, body: 'Better', author: 7, on: { type: 'comments', id: 4 } },
      { id: 6, body: 'Again', author: 8, on: null },
    ],
    shelves: [
      {
        id: 1,
        label: 'Mixed',
        items: [
          { type: 'articles', id: 2 },
          { type: 'comments', id: 4 },
        ],
      },
      { id: 2, label: 'Empty', items: [] },
    ],
    notes: [{ id: 1, text: 'Read this', about: 1 }],
  }) as Required<Sources<Blog>>;
  const { list } = sources.notes as Required<(typeof sources)['notes']>;
  return { ...sources, notes: { list } };
}
