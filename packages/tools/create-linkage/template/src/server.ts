import { createServer, type JsonApiRequest, type Sources } from '@linkage/server';
import { type AppApi, api } from './api.ts';

/** What the access rules know of the user of a request. */
interface User {
  readonly canWrite: boolean;
}

const canWrite = (user: User): boolean => user.canWrite;
const rules = {
  read: () => true,
  create: canWrite,
  update: canWrite,
  delete: canWrite,
  updateRelationship: canWrite,
};

/** Creates the server: all users can read, those with the token can write. Replace the token with your sessions or users. */
export function createApiServer(sources: Sources<AppApi>, token: string) {
  const userOf = ({ headers }: JsonApiRequest): User => ({ canWrite: headers['authorization'] === `Bearer ${token}` });
  return createServer(api, sources, {
    baseUrl: '/api',
    context: userOf,
    access: { articles: rules, people: rules },
  });
}
