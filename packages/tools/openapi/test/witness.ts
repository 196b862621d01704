import { attribute, defineApi, defineExtension, defineProfile, toMany, toOne } from '@linkage/core';
import {
  atomicOperations,
  createMemoryIdempotencyStore,
  createMemorySources,
  createServer,
  cursorPagination,
  idempotencyKeys,
  offsetStrategy,
  unauthorized,
} from '@linkage/server';
import { z } from 'zod';

const money = z.object({ amount: z.number(), currency: z.string().length(3) }).meta({ id: 'Money' });

/** An API with every kind of field. */
export const api = defineApi({
  articles: {
    description: 'A text with an author.',
    attributes: {
      title: attribute(z.string().min(1).max(50), { filter: true, sort: true, description: 'Shown in lists.' }),
      words: attribute(z.int().min(0).default(0), { filter: true, sort: true }),
      subtitle: z.string().nullable().optional(),
      status: attribute(z.enum(['draft', 'public']).default('draft'), { filter: ['eq', 'ne'] }),
      slug: attribute(z.string().optional(), { write: 'create' }),
      checked: attribute(z.boolean().optional(), { write: 'update' }),
      views: attribute(z.int().optional(), { write: false, deprecated: 'Use words.' }),
      password: attribute(z.string().optional(), { read: false }),
      text: attribute(z.string().optional(), { onDemand: true }),
      price: money.optional(),
      publishedAt: attribute(z.iso.datetime().optional(), { filter: ['ge', 'lt'] }),
    },
    relationships: {
      author: toOne('people', { filter: true, sort: true, required: true }),
      comments: toMany('comments', { filter: true, inverse: 'article' }),
      related: toMany(['articles', 'people'], { description: 'Others to read.' }),
      editor: toOne('people', { write: false, include: false }),
      next: toOne('articles', { filter: true }),
    },
  },
  people: {
    attributes: { name: attribute(z.string(), { filter: true, sort: true }), salary: money.optional() },
    clientGeneratedIds: true,
  },
  comments: {
    attributes: { body: attribute(z.string().min(1), { filter: true }) },
    relationships: { article: toOne('articles', { filter: true }) },
  },
  jobs: { attributes: { status: z.string() } },
});

export const records = {
  articles: [
    {
      id: '1',
      title: 'One',
      words: 10,
      author: '1',
      comments: ['1'],
      related: [{ type: 'people', id: '2' }],
      next: '2',
    },
    { id: '2', title: 'Two', words: 20, subtitle: null, author: '2', price: { amount: 1, currency: 'EUR' } },
  ],
  people: [
    { id: '1', name: 'Ann' },
    { id: '2', name: 'Bob', salary: { amount: 2, currency: 'USD' } },
  ],
  comments: [{ id: '1', body: 'First!', article: '1' }],
  jobs: [
    { id: '1', status: 'done' },
    { id: '2', status: 'running' },
  ],
};

const extension = defineExtension({ uri: 'https://example.com/v', namespace: 'v', parameters: ['scope'] });
const profile = defineProfile({ uri: 'https://example.com/p', parameters: ['hideIt'] });

/** A server with every option that a document shows. Its data is new. */
export function createWitness() {
  // The playground, whose tests can run between, forgets the names of schemas.
  z.globalRegistry.add(money, { id: 'Money' });
  const sources = createMemorySources(api, records as never);
  const comments = {
    ...(sources.comments as object),
    delete: () => ({ accepted: { type: 'jobs', id: '2' } }),
  };
  const jobs = {
    ...(sources.jobs as object),
    job: ({ status }: { status: string }) =>
      status === 'done' ? { done: { type: 'articles', id: '1' } } : { retryAfter: 5 },
    async list() {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { records: [] };
    },
    create() {
      throw new Error('The disk is full.');
    },
  };
  return createServer(api, { ...sources, comments, jobs } as never, {
    baseUrl: 'https://example.com/api',
    context: ({ headers }) => {
      if (headers['authorization'] === 'wrong') throw unauthorized('Bearer', 'The token is not valid.');
      return headers['authorization'];
    },
    defaultAccess: 'allow',
    access: {
      people: { fields: (user) => user === 'boss' || { except: ['salary'] }, delete: () => false },
    },
    describedby: 'https://example.com/api/openapi.json',
    requireIfMatch: ['comments'],
    idempotency: { keys: idempotencyKeys({ store: createMemoryIdempotencyStore() }), user: (user) => String(user) },
    extensions: [{ extension }, atomicOperations({ limit: 10 })],
    profiles: [
      { profile, parameters: { hideIt: z.boolean() } },
      cursorPagination({ key: 'a key of thirty-two bytes or more' }),
    ],
    pagination: { types: { people: { strategy: offsetStrategy, total: 'never' } } },
    parameters: { dryRun: z.boolean(), 'geoBox[*]': z.number() },
    typeParameters: { articles: { nearBy: z.string() } },
    // Without a limit of requests at once, whose 503 no single request shows.
    limits: { sourceTime: 50, bodyBytes: 5000, urlLength: 2000, concurrency: Number.POSITIVE_INFINITY },
    endpoints: [
      {
        ...{ name: 'publish', path: '/articles/{id}/-actions/publish', method: 'POST', statuses: [204] },
        run: () => ({ status: 204 }),
      },
    ],
    root: true,
    onError: () => undefined,
  });
}
