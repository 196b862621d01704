import { attribute, defineApi, toOne } from '@linkage/core';
import { createMemorySources, createServer, unauthorized } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({
  articles: {
    attributes: {
      title: z.string(),
      published: attribute(z.boolean(), { write: false }),
      notes: z.string().default(''),
    },
    relationships: { author: toOne('people') },
  },
  people: { attributes: { name: z.string(), email: z.email() } },
});

const sources = createMemorySources(api, {
  articles: [
    { id: '1', title: 'Out', published: true, notes: 'for us', author: '7' },
    { id: '2', title: 'Draft', published: false, notes: '', author: '7' },
  ],
  people: [{ id: '7', name: 'Ada', email: 'ada@example.com' }],
});

interface User {
  readonly id: string;
  readonly isEditor: boolean;
}

/** Identifies the user. Replace this with the check of a token. */
function userOf(token: unknown): User {
  if (token === 'guest') return { id: '0', isEditor: false };
  if (token === 'editor') return { id: '7', isEditor: true };
  throw unauthorized('Bearer', 'Log in first.');
}

export const server = createServer(api, sources, {
  context: ({ headers }) => userOf(headers['authorization']),
  access: {
    articles: {
      // true, false, or conditions that must all hold, on any field of the type.
      read: (user) => user.isEditor || [{ field: 'published', values: [true] }],
      fields: (user) => user.isEditor || ['title', 'author'],
      // #region writes
      create: (user, { input }) => user.isEditor && input.attributes.title !== '',
      update: (user, { record }) => record.author !== null && user.isEditor,
      // For relationship URLs, and for each relationship in a POST or PATCH.
      updateRelationship: (user, { identifiers }) => user.isEditor && identifiers.every(({ id }) => id === user.id),
      // Without a rule `delete`, no user can delete articles.
      // #endregion
    },
    // No user can write people.
    people: { read: () => true, fields: (user) => user.isEditor || ['name'] },
  },
});
