/** Declarations and clients of servers in the style of four frameworks. */
import { type ApiWith, createClient } from '@linkage/client';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

const on = { filter: true, sort: true } as const;

// #region rails
/** Rails: names with hyphens, pages by number, and the total in `meta`. */
export const rails = defineApi({
  'blog-posts': {
    attributes: { title: attribute(z.string(), on), 'created-at': attribute(z.iso.datetime(), { write: false }) },
    relationships: { author: toOne('people') },
  },
  people: { attributes: { name: z.string() } },
});
export const railsClient = (fetch: (request: Request) => Promise<Response>) =>
  createClient<ApiWith<typeof rails, { page: 'number' | 'size' }>>({
    baseUrl: 'https://rails.example.com/api/v1',
    totalName: 'record-count',
    fetch,
  });
// #endregion

// #region django
/** Django: types with capitals below plural paths that end with a slash, and the total in `meta.pagination`. */
export const django = defineApi({
  Entry: {
    attributes: { headline: attribute(z.string(), on), pubDate: z.iso.date().nullable() },
    relationships: { blog: toOne('Blog'), comments: toMany('Comment') },
  },
  Blog: { attributes: { name: z.string() } },
  Comment: { attributes: { body: z.string() } },
});
const paths: Readonly<Record<string, string>> = { Entry: 'entries', Blog: 'blogs', Comment: 'comments' };
export const djangoClient = (fetch: (request: Request) => Promise<Response>) =>
  createClient<ApiWith<typeof django, { page: 'number' | 'size' }>>({
    baseUrl: 'https://django.example.com',
    urls: (type, ...rest) => `/${[paths[type] ?? type, ...rest].filter((it) => it !== undefined).join('/')}/`,
    totalName: 'pagination.count',
    fetch,
  });
// #endregion

// #region drupal
/** Drupal: a type and its bundle are two segments of the path, ids are UUIDs of the client, and pages have an offset. */
export const drupal = defineApi({
  'node--article': {
    attributes: { title: attribute(z.string(), on), status: attribute(z.boolean().default(true), on) },
    relationships: { uid: toOne('user--user', { write: false }) },
    clientGeneratedIds: true,
  },
  'user--user': { attributes: { display_name: z.string() } },
});
export const drupalClient = (fetch: (request: Request) => Promise<Response>) =>
  createClient<ApiWith<typeof drupal, { page: 'offset' | 'limit' }>>({
    baseUrl: 'https://drupal.example.com/jsonapi',
    urls: (type, ...rest) => `/${[...type.split('--'), ...rest].filter((it) => it !== undefined).join('/')}`,
    totalName: 'count',
    fetch,
  });
// #endregion

// #region laravel
/** Laravel: names in camel case, pages by number, and the total in `meta.page`. Its throttle responds with 429. */
export const laravel = defineApi({
  posts: {
    attributes: { title: attribute(z.string(), on), publishedAt: attribute(z.iso.datetime().nullable(), on) },
    relationships: { author: toOne('users', { required: true }), tags: toMany('tags') },
  },
  users: { attributes: { name: z.string() } },
  tags: { attributes: { label: z.string() } },
});
export const laravelClient = (fetch: (request: Request) => Promise<Response>) =>
  createClient<ApiWith<typeof laravel, { page: 'number' | 'size' }>>({
    baseUrl: 'https://laravel.example.com/api/v1',
    retryOn: [429, 503],
    fetch,
  });
// #endregion
