import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { z } from 'zod';
import { createKyselySources, createNodeSqliteDialect } from '../src/index.ts';
import type { PostgresConnection } from '../test/postgres.ts';

/** The tables of the benchmark. */
export interface Tables {
  readonly article: {
    readonly id: string;
    readonly title: string;
    readonly body: string;
    readonly words: number;
    readonly author_id: number;
  };
  readonly person: { readonly id: number; readonly name: string };
}

/** Articles with their authors. */
export const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string(), { sort: true }), body: z.string(), words: z.number() },
    relationships: { author: toOne('people') },
  },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
});
const schema = `
  create table person (id integer primary key, name text not null);
  create table article (id text primary key, title text not null, body text not null, words integer not null,
    author_id integer not null references person (id));
`;
const COUNT = 500;
const people = Array.from({ length: 10 }, (_, index) => ({ id: index + 1, name: `Person ${index}` }));
const articles = Array.from({ length: COUNT }, (_, index) => ({
  id: String(10_000 + index),
  title: `Title ${index}`,
  body: `${'lorem ipsum '.repeat(40)}${index}`,
  words: index,
  author_id: (index % 10) + 1,
}));

async function fill(db: Kysely<Tables>): Promise<void> {
  await db.insertInto('person').values(people).execute();
  await db.insertInto('article').values(articles).execute();
}

/** Opens a filled SQLite in memory. */
export async function openSqlite(): Promise<Kysely<Tables>> {
  const database = new DatabaseSync(':memory:');
  database.exec(schema);
  const db = new Kysely<Tables>({ dialect: createNodeSqliteDialect(database) });
  await fill(db);
  return db;
}

/** Connects to PostgreSQL. */
export function connectPostgres(connection: PostgresConnection): Kysely<Tables> {
  const pool = new Pool({ ...connection, max: 8 });
  pool.on('error', () => undefined);
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Creates and fills the tables in PostgreSQL. */
export async function fillPostgres(connection: PostgresConnection): Promise<void> {
  const pool = new Pool(connection);
  await pool.query(schema);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await fill(db);
  await pool.query('analyze');
  await db.destroy();
}

/** Creates the sources of Linkage over the tables. */
export function createSources(db: Kysely<Tables>) {
  return createKyselySources(api, db, {
    articles: { table: 'article', relationships: { author: { column: 'author_id' } } },
    people: { table: 'person', idType: 'integer', relationships: { articles: { foreignKey: 'author_id' } } },
  });
}
