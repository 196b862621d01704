import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi } from '@linkage/core';
import { createKyselySources, createNodeSqliteDialect, explainStatements, readDatabaseSchema } from '@linkage/kysely';
import { createServer, type ServerCosts } from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';

const api = defineApi({
  articles: { attributes: { title: attribute(z.string(), { sort: true }) } },
});
const database = new DatabaseSync(':memory:');
database.exec('create table article (id text primary key, title text not null)');
export const lacking: Set<string> = new Set();

// #region log
const dialect = explainStatements(createNodeSqliteDialect(database), ({ missingIndexes }) => {
  for (const index of missingIndexes) lacking.add(`create index on ${index}`);
});
const db = new Kysely<unknown>({ dialect });
const sources = createKyselySources(
  api,
  db,
  { articles: { table: 'article' } },
  { databaseSchema: await readDatabaseSchema(db) },
);
// #endregion

export const server = createServer(api, sources);

// #region costs
export const costs: ServerCosts = await server.costs();
for (const [type, reasons] of Object.entries(costs))
  for (const reason of new Set(Object.values(reasons).flat())) console.log(`${type}: ${reason}`);
// #endregion
