import { attribute, defineApi, toMany } from '@linkage/core';
import { createMemorySources, createServer, unauthorized } from '@linkage/server';
import { z } from 'zod';

const asked = { sort: true, filter: true } as const;
const api = defineApi({
  people: {
    attributes: { name: attribute(z.string(), asked), email: attribute(z.email(), asked), salary: z.int() },
  },
  projects: { attributes: { title: z.string() }, relationships: { members: toMany('people') } },
});

// A name that begins with `@` is data that the API does not show.
const sources = createMemorySources(api, {
  people: [
    { id: '7', name: 'Ada', email: 'ada@example.com', salary: 5000, '@team': 'a', '@accepts': true },
    { id: '8', name: 'Bob', email: 'bob@example.com', salary: 4000, '@team': 'a', '@accepts': true },
    { id: '9', name: 'Cyd', email: 'cyd@example.com', salary: 6000, '@team': 'b', '@accepts': true },
    { id: '10', name: 'Dan', email: 'dan@example.com', salary: 3000, '@team': 'b', '@accepts': false },
  ],
  projects: [{ id: '1', title: 'Engine', members: ['7'] }],
});

interface User {
  readonly id: string;
  readonly team: string;
  readonly isHr: boolean;
}

/** Identifies the user. Replace this with the check of a token. */
function userOf(token: unknown): User {
  if (token !== 'ada' && token !== 'hr') throw unauthorized('Bearer', 'Log in first.');
  return { id: '7', team: 'a', isHr: token === 'hr' };
}

// #region rules
export const server = createServer(api, sources, {
  context: ({ headers }) => userOf(headers['authorization']),
  access: {
    people: {
      read: ({ isHr, team }) => isHr || [{ field: '@team', values: [team] }],
      // Human resources read everything. Others read their own e-mail address, and no salary.
      fields: ({ isHr, id }) => isHr || { except: ['salary'], where: { email: [{ field: 'id', values: [id] }] } },
      // A member of another team can be invited to a project, if they accept invitations.
      link: (_, { relationship }) => relationship === 'members' && [{ field: '@accepts', values: [true] }],
      update: (user, { id }) => user.isHr || id === user.id,
    },
    projects: { read: () => true, update: () => true },
  },
});
// #endregion
