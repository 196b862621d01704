import { jsonApiFrameworkErrors, jsonApiPlugin } from '@linkage/fastify';
import { createKyselySources, createNodeSqliteDialect } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import Fastify from 'fastify';
import { Kysely } from 'kysely';
import { api } from './api.ts';
import { database } from './database.ts';

const db = new Kysely({ dialect: createNodeSqliteDialect(database) });
const sources = createKyselySources(api, db, {
  articles: { table: 'article', idType: 'integer', relationships: { author: { column: 'author_id' } } },
  people: { table: 'person', idType: 'integer', relationships: { articles: { foreignKey: 'author_id' } } },
});
const server = createServer(api, sources, { baseUrl: '/api' });

const mount = { server, prefix: '/api' };
const app = Fastify({ frameworkErrors: jsonApiFrameworkErrors(mount) });
await app.register(jsonApiPlugin, mount);
await app.listen({ port: 3000 });
console.log('Listening on http://localhost:3000/api/articles');
