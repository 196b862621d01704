import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createMemorySources, createServer, type Server } from '@linkage/server';
import { z } from 'zod';
import type { HandledTarget, Samples } from '../src/index.ts';

const on = { sort: true, filter: true } as const;

/** An API with every kind of relationship that samples can describe. */
export const blog = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string().min(1), on),
      views: attribute(z.int().min(0).default(0), on),
      subtitle: z.string().nullable().optional(),
    },
    relationships: {
      author: toOne('people', on),
      comments: toMany('comments', { filter: true }),
      tags: toMany('tags'),
    },
  },
  people: {
    attributes: { name: attribute(z.string().min(1), on) },
    relationships: { friend: toOne('people') },
    clientGeneratedIds: true,
  },
  comments: { attributes: { body: attribute(z.string(), on) }, relationships: { author: toOne('people') } },
  tags: {
    attributes: { label: attribute(z.string(), on) },
    relationships: { maker: toOne('people', { write: false }) },
  },
});

/** Records of the blog. */
export const records = {
  articles: [
    { id: 1, title: 'Bikes', views: 30, subtitle: null, author: 7, comments: [4, 5, 6], tags: [1, 2] },
    { id: 2, title: 'Apes', views: 10, author: 7, comments: [], tags: [] },
    { id: 3, title: 'Cars', views: 10, subtitle: 'Red', author: null, comments: [6], tags: [2] },
  ],
  people: [
    { id: 7, name: 'Gebhardt', friend: 8 },
    { id: 8, name: 'Katz', friend: 7 },
    { id: 9, name: 'Klabnik', friend: null },
  ],
  comments: [
    { id: 4, body: 'First!', author: 9 },
    { id: 5, body: 'Better', author: 7 },
    { id: 6, body: 'Again', author: 8 },
  ],
  tags: [
    { id: 1, label: 'sea', maker: 7 },
    { id: 2, label: 'sky', maker: null },
  ],
};

/** The samples of the blog. */
export const blogSamples: Samples = {
  types: {
    articles: {
      create: {
        attributes: { title: 'New {unique}', views: 3, subtitle: 'Sub' },
        relationships: {
          author: { data: { type: 'people', id: '7' } },
          comments: { data: [{ type: 'comments', id: '4' }] },
        },
      },
      update: { attributes: { title: 'Changed' } },
      invalid: { title: 7 },
      include: ['author', 'comments', 'comments.author', 'author.friend', 'tags'],
      sort: ['views', 'title'],
      filter: { 'filter[title]': 'Bikes' },
      relationships: {
        author: { to: 'one', types: ['people'] },
        comments: { to: 'many', types: ['comments'] },
        tags: { to: 'many', types: ['tags'] },
      },
    },
    people: {
      create: { attributes: { name: 'Ada' } },
      update: { attributes: { name: 'Eve' } },
      invalid: { name: false },
      clientIds: true,
      include: ['friend'],
      sort: ['name'],
      relationships: { friend: { to: 'one', types: ['people'] } },
    },
    comments: {
      create: { attributes: { body: 'Hm' }, relationships: { author: { data: { type: 'people', id: '8' } } } },
      update: { attributes: { body: 'Oh' } },
      include: ['author'],
      sort: ['body'],
      filter: { 'filter[body]': 'First!' },
      relationships: { author: { to: 'one', types: ['people'] } },
    },
    tags: {
      create: { attributes: { label: 'new' } },
      update: { attributes: { label: 'newer' } },
      sort: ['label'],
      filter: { 'filter[label]': 'sea' },
      relationships: { maker: { to: 'one', types: ['people'], writable: false } },
    },
  },
  pageSize: 'page[size]',
};

/** A server over records in memory. */
export function blogServer(): Server {
  return createServer(blog, createMemorySources(blog, records), { baseUrl: '/api' });
}

/** The handler of a server as a target. */
export function targetOf(server: Server): HandledTarget {
  return { handle: toFetchHandler(server, { prefix: '/api' }), baseUrl: 'http://localhost/api' };
}
