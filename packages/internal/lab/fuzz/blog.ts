import { attribute, defineAction, defineApi, toMany, toOne } from '@linkage/core';
import {
  aggregates,
  atomicOperations,
  createMemoryIdempotencyStore,
  createMemorySources,
  createServer,
  cursorPagination,
  type DescribingServer,
  idempotencyKeys,
  type Server,
} from '@linkage/server';
import { z } from 'zod';
import { secrets } from '../../../core/test/leak-markers.ts';
import { split } from '../../bench/src/hostile/odd.ts';

/** Text that no user may see. A response that contains it is a leak. */
const SECRET = secrets.fuzz;

const on = { filter: true, sort: true } as const;
const filtered = { filter: true } as const;

/** The API of the server in memory. */
export const blog = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string().min(1).max(5000), on),
      words: attribute(z.number().nullable().default(null), on),
      published: attribute(z.boolean().default(true), on),
      createdAt: attribute(z.iso.datetime().default('2026-01-01T00:00:00Z'), on),
      tags: z.array(z.string()).default([]),
      any: z.unknown().default(null),
      status: attribute(z.string().default('public'), { ...on, write: false }),
    },
    relationships: {
      author: toOne('people', on),
      comments: toMany('comments', filtered),
      related: toMany('articles', filtered),
    },
    actions: {
      publish: defineAction({
        input: z.object({ reason: z.string().min(1), any: z.unknown() }),
        output: z.looseObject({}),
      }),
      rate: defineAction({ on: 'filter', limit: 2, input: z.object({ by: z.number().optional() }) }),
      recount: defineAction({ on: 'collection', output: z.looseObject({}) }),
    },
    clientGeneratedIds: true,
  },
  people: {
    attributes: { name: attribute(z.string(), on), email: attribute(z.string().default(SECRET), on) },
    relationships: { articles: toMany('articles', filtered), friend: toOne('people', on) },
  },
  comments: {
    attributes: { body: z.string(), likes: attribute(z.number().default(0), on) },
    relationships: { on: toOne(['articles', 'people']), author: toOne('people', on) },
  },
});

const records = {
  articles: [
    { id: '1', title: 'One', words: 10, author: '1', comments: ['1', '2'], related: ['2'] },
    { id: '2', title: 'Two', words: null, author: null, comments: [], related: [] },
    { id: '3', title: SECRET, words: 3, author: '2', status: SECRET, comments: ['3'], related: ['1', '3'] },
    { id: '__proto__', title: 'Four', words: -0.5, author: '2', comments: [], related: ['3', '4'] },
    { id: 'a/b', title: 'Five', words: 9e15, author: 'ä 😀', comments: [], related: [] },
    { id: '4', title: 'Six', words: 4, author: '1', comments: [], related: ['1', '2', '3', 'a/b'] },
  ].map((it) => ({
    published: true,
    createdAt: '2026-01-01T00:00:00Z',
    tags: ['a'],
    any: { deep: [1, null] },
    status: 'public',
    ...it,
  })),
  people: [
    { id: '1', name: 'Ada', email: SECRET, articles: ['1', '4'], friend: '2' },
    { id: '2', name: 'Bo', email: SECRET, articles: ['3', '__proto__'], friend: null },
    { id: 'ä 😀', name: 'constructor', email: SECRET, articles: ['a/b'], friend: 'ä 😀' },
  ],
  comments: [
    { id: '1', body: 'yes', likes: 1, on: { type: 'articles', id: '1' }, author: '1' },
    { id: '2', body: 'no', likes: 0, on: { type: 'people', id: '1' }, author: '2' },
    { id: '3', body: SECRET, likes: 5, on: { type: 'articles', id: '3' }, author: null },
  ],
};

/** The names of the blog, of its parameters and of its headers. */
export const blogNames: readonly string[] = [
  ...split(`
    articles people comments author friend related on title words published createdAt tags any status name email body
    likes author.name author.friend.name author.email related.status comments.likes on.title comments.on
    related.related.related 1 2 3 4 l1
  `),
];

const fields = ['title', 'words', 'published', 'createdAt', 'status'] as const;

/** Requests that the server has responded to with an error of its own, with their errors. */
export interface Opened {
  readonly server: Server;
  readonly failures: unknown[];
}

/** Creates a server in memory: with access rules, profiles, extensions, and keys. */
export function openBlog(): Opened & { readonly server: DescribingServer } {
  const failures: unknown[] = [];
  const cursors = cursorPagination({ key: 'a key of thirty-two bytes or more' });
  const server = createServer(blog, createMemorySources(blog, structuredClone(records) as never), {
    baseUrl: 'https://example.com/api',
    extensions: [atomicOperations()],
    profiles: [
      cursors,
      aggregates(blog, {
        articles: { groupBy: fields, sum: ['words'], min: fields, max: fields },
        people: { groupBy: ['name', 'email'], min: ['email'], max: ['email'] },
        comments: { groupBy: ['body'], sum: ['likes'], min: ['likes', 'body'], max: ['likes', 'body'] },
      }),
    ],
    actions: {
      articles: {
        async publish({ id, input, writes }) {
          await writes.update('articles', id, { attributes: { published: true } });
          return { reason: input.reason };
        },
        async rate({ resources, input, writes }) {
          for (const { id } of resources) await writes.update('articles', id, { attributes: { words: input.by ?? 1 } });
        },
        recount: () => ({ done: true }),
      },
    },
    pagination: { types: { people: { strategy: cursors.pagination } } },
    root: true,
    methodOverride: true,
    requireIfMatch: ['comments'],
    idempotency: { keys: idempotencyKeys({ store: createMemoryIdempotencyStore() }), user: () => 'all' },
    defaultAccess: 'allow',
    access: {
      articles: { read: () => [{ field: 'status', values: ['public'] }], fields: () => ({ except: ['status'] }) },
      people: { fields: () => ({ except: ['email'] }) },
      comments: { read: () => [{ field: 'likes', operator: 'lt', values: [5] }] },
    },
    onError: (error) => failures.push(error),
  });
  return { server, failures };
}
