import { jsonApiFrameworkErrors, jsonApiPlugin } from '@linkage/fastify';
import { createKyselySources, createNodeSqliteDialect } from '@linkage/kysely';
import { createServer, isSame } from '@linkage/server';
import Fastify from 'fastify';
import { Kysely } from 'kysely';
import { api } from './api.ts';
import { database } from './database.ts';

const db = new Kysely({ dialect: createNodeSqliteDialect(database) });
const sources = createKyselySources(api, db, {
  articles: { table: 'article', idType: 'integer', relationships: { author: { column: 'author_id' } } },
  people: { table: 'person', idType: 'integer', relationships: { articles: { foreignKey: 'author_id' } } },
});
// #region rules
const person = (id: string) => ({ type: 'people', id }) as const;

/** The people by their tokens. Replace this with your sessions or tokens. */
const tokens = new Map([
  ['Bearer dan', person('1')],
  ['Bearer ada', person('2')],
]);

const server = createServer(api, sources, {
  baseUrl: '/api',
  // The identifier of the user; undefined without a token.
  context: ({ headers }) => tokens.get(String(headers['authorization'])),
  access: {
    articles: {
      read: () => true,
      create: (user) => user !== undefined,
      update: (user, { record }) => isSame(record.author, user),
      delete: (user, { record }) => isSame(record.author, user),
      // Users write only articles of their own.
      updateRelationship: (user, { identifiers }) => identifiers.every((it) => isSame(it, user)),
    },
    people: {
      read: () => true,
      // `people.articles` contains the same links as `articles.author`, so both types must allow a write of them.
      updateRelationship: (user, { id }) => id === user?.id,
    },
  },
});
// #endregion

const mount = { server, prefix: '/api' };
const app = Fastify({ frameworkErrors: jsonApiFrameworkErrors(mount) });
await app.register(jsonApiPlugin, mount);
await app.listen({ port: 3000 });
console.log('Listening on http://localhost:3000/api/articles');
