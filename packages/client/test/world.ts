/** The API that the tests of the client share, and a server over it. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import {
  atomicOperations,
  createMemoryIdempotencyStore,
  createMemorySources,
  createServer,
  idempotencyKeys,
  type Server,
} from '@linkage/server';
import { z } from 'zod';

export const api = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string().min(1), { sort: true, filter: true }),
      words: attribute(z.number().default(0), { filter: true }),
      subtitle: z.string().nullable().default(null),
      createdAt: attribute(z.iso.datetime().optional(), { write: false }),
    },
    relationships: { author: toOne('people'), comments: toMany('comments', { filter: true }) },
  },
  people: {
    attributes: { name: z.string(), address: z.object({ street: z.string().max(5) }).optional() },
    relationships: { friend: toOne('people'), articles: toMany('articles', { write: false }) },
    clientGeneratedIds: true,
  },
  comments: {
    attributes: { body: z.string() },
    relationships: { by: toOne('people', { required: true }), on: toOne(['articles', 'comments']) },
  },
  markers: {},
  jobs: { attributes: { status: z.string() } },
});

export interface World {
  readonly server: Server;
  /** Lets the job of new markers end. */
  finishJob(): void;
}

/** Creates a server with three articles, a key store, atomic operations, and jobs that create markers. */
export function createWorld(): World {
  let isDone = false;
  const memory = createMemorySources(api, {
    articles: [
      { id: 1, title: 'First', words: 1, subtitle: null, author: '9', comments: ['5', '6'] },
      { id: 2, title: 'Second', words: 2, subtitle: null, author: '9', comments: [] },
      { id: 3, title: 'Third', words: 3, subtitle: null, author: null, comments: [] },
    ],
    people: [
      { id: '9', name: 'Dan', friend: '8' },
      { id: '8', name: 'Eve', friend: '9' },
    ],
    comments: [
      { id: 5, body: 'One', by: '8', on: { type: 'articles', id: '1' } },
      { id: 6, body: 'Two', by: '9', on: { type: 'comments', id: '5' } },
    ],
    markers: [{ id: '1' }],
    jobs: [{ id: '1', status: 'running' }],
  });
  const sources = {
    ...memory,
    markers: { ...memory.markers, create: () => ({ accepted: { type: 'jobs', id: '1' } }) },
    jobs: { ...memory.jobs, job: () => (isDone ? { done: { type: 'markers', id: '1' } } : { retryAfter: 0 }) },
  } as typeof memory;
  const server = createServer(api, sources, {
    baseUrl: '/api',
    extensions: [atomicOperations()],
    pagination: { total: 'always' },
    idempotency: {
      keys: idempotencyKeys({
        store: createMemoryIdempotencyStore({ sharesWith: memory.articles }),
      }),
      user: () => 'everyone',
    },
  });
  return {
    server,
    finishJob() {
      isDone = true;
    },
  };
}
