import { DatabaseSync } from 'node:sqlite';
import { defineApi, toMany, toOne } from '@linkage/core';
import {
  createKyselySources,
  createNodeSqliteDialect,
  type ExecutedStatement,
  explainStatements,
  readDatabaseSchema,
} from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';

const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
});

const database = new DatabaseSync(':memory:');
database.exec(`
  create table person (id text primary key, name varchar(40) not null);
  create table article (id text primary key, title text not null, author_id text references person (id));
`);

export const statements: ExecutedStatement[] = [];
const dialect = createNodeSqliteDialect(database);

// #region database-schema
const db = new Kysely<unknown>({ dialect: explainStatements(dialect, (statement) => statements.push(statement)) });
const databaseSchema = await readDatabaseSchema(db);
const sources = createKyselySources(
  api,
  db,
  {
    articles: { table: 'article', relationships: { author: { column: 'author_id' } } },
    people: { table: 'person', relationships: { articles: { foreignKey: 'author_id' } } },
  },
  { databaseSchema, cancelStatements: false },
);
export const server = createServer(api, sources);
// #endregion
