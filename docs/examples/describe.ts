import { attribute, defineApi, toOne } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

const isInstant = (it: unknown): boolean => !Number.isNaN(Date.parse(String(it)));

const api = defineApi({
  articles: {
    description: 'A text in the blog.',
    attributes: {
      title: attribute(z.string().min(1), { filter: ['eq'], description: 'Shown in lists.' }),
      slug: attribute(z.string().optional(), { deprecated: 'Use the id.' }),
      publishedAt: attribute(z.custom<string>(isInstant), { jsonSchema: { type: 'string', format: 'date-time' } }),
    },
    relationships: { author: toOne('people') },
  },
  people: { attributes: { name: z.string(), email: z.email() } },
});

const server = createServer(api, createMemorySources(api, {}), {
  context: ({ headers }) => headers['x-user'],
  access: {
    articles: { read: () => true },
    people: { read: () => true, fields: (user) => user === 'editor' || ['name'] },
  },
});

/** Every field that any user can read. */
export const complete = await server.describe();
/** The fields that an anonymous user can read. */
export const anonymous = await server.describe(undefined);

export const title = complete.types['articles']?.fields['title'];
// { kind: 'attribute', description: 'Shown in lists.', schema: { type: 'string', minLength: 1 }, required: true, … }
export const endpoint = complete.types['articles']?.endpoints[0];
// { name: 'fetch-collection', method: 'GET', path: '/articles', families: ['include', …], statuses: [200, 304, …], … }
