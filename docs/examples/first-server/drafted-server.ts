import './database.ts'; // creates app.db

// #region server
import http from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { createNodeSqliteDialect } from '@linkage/kysely';
import { toNodeHandler } from '@linkage/node';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { api, createSources } from './src/sources.ts';

const db = new Kysely({ dialect: createNodeSqliteDialect(new DatabaseSync('app.db')) });
const server = createServer(api, await createSources(db), {
  baseUrl: '/api',
  access: { articles: { read: () => true }, people: { read: () => true } }, // no rule allows a write
});
http.createServer(toNodeHandler(server, { prefix: '/api' })).listen(3000);
// #endregion server
