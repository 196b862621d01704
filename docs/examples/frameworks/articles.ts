import { AsyncLocalStorage } from 'node:async_hooks';
import { defineApi, toOne } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

interface User {
  readonly name: string;
}

/** The user of the current request. Middleware of the framework sets it: `currentUser.run(user, next)`. */
export const currentUser = new AsyncLocalStorage<User | undefined>();

/** Replace this with the check of your tokens or sessions. */
export function userOf(authorization: string | null | undefined): User | undefined {
  return authorization === 'Bearer secret' ? { name: 'Ann' } : undefined;
}

/** Replace this with your logger. */
export const log: string[] = [];

const api = defineApi({
  articles: {
    attributes: { title: z.string().min(1) },
    relationships: { author: toOne('people') },
    clientGeneratedIds: true,
  },
  people: { attributes: { name: z.string() } },
});
const sources = createMemorySources(api, {
  articles: [
    { id: '1', title: 'Hello', author: '9' },
    { id: 'a/b é', title: 'An id that URLs encode', author: null },
  ],
  people: [{ id: '9', name: 'Dan' }],
});

const isUser = (user: User | undefined) => user !== undefined;

export const server = createServer(api, sources, {
  baseUrl: '/api',
  // The same for every framework: the user that the middleware of the framework has found.
  context: () => currentUser.getStore(),
  access: {
    articles: { read: () => true, create: isUser, update: isUser, delete: isUser },
    people: { read: () => true },
  },
  onRequest:
    ({ method, route }) =>
    ({ status }) =>
      log.push(`${method} ${route} ${status}`),
});

/** The CORS settings for browsers, for the packages that take these names. */
export const cors = {
  origin: 'https://app.example.com',
  methods: ['GET', 'POST', 'PATCH', 'DELETE'],
  allowedHeaders: ['Content-Type', 'Authorization', 'If-Match', 'If-None-Match', 'Prefer', 'Idempotency-Key'],
  // Without this, scripts of the page cannot read these fields.
  exposedHeaders: ['ETag', 'Location', 'Retry-After', 'Preference-Applied', 'Idempotency-Replayed'],
};
