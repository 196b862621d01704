import { defineApi } from '@linkage/core';
import { createMemorySources, createServer, unauthorized } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({ articles: { attributes: { title: z.string() } } });
const sources = createMemorySources(api, { articles: [{ id: '1', title: 'Hello' }] });

// #region context
interface User {
  readonly id: string;
  readonly roles: readonly string[];
}

/** Replace this with the check of your tokens or sessions. */
const users = new Map<string, User>([['secret', { id: '7', roles: ['editor'] }]]);

function authenticate(authorization: unknown): User {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(String(authorization)) ?? [];
  const user = users.get(token);
  if (user !== undefined) return user;
  throw unauthorized('Bearer', 'A valid bearer token is required.');
}

export const server = createServer(api, sources, {
  // Headers can have any case in `headers`: the adapters pass them in lower case.
  context: ({ headers }) => authenticate(headers['authorization']),
  access: {
    articles: {
      read: () => true,
      create: (user) => user.roles.includes('editor'),
      update: (user) => user.roles.includes('editor'),
      // Without a rule `delete`, no user can delete articles.
    },
  },
});
// #endregion
