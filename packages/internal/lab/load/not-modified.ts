import { DatabaseSync } from 'node:sqlite';
import { defineApi, toOne } from '@linkage/core';
import { createKyselySources, createNodeSqliteDialect, explainStatements, readDatabaseSchema } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';
import { processTime } from '../../bench/src/measuring/machine.ts';
import { median } from '../../bench/src/measuring/statistics.ts';

/** Requests of one batch, and batches of each kind, which alternate. */
const BATCH = 500;
const BATCHES = 12;

const text = z.string();
const api = defineApi({
  articles: {
    attributes: { title: text, summary: text, body: text, language: text, place: text, words: z.number() },
    relationships: { author: toOne('people') },
  },
  people: { attributes: { name: text } },
});

/** The cost of a 304, compared with a 200. */
export interface NotModifiedFigures {
  /** The statements of a 304, and of a 200. */
  readonly statements: readonly [number, number];
  /** The CPU time of a 304 as a part of that of a 200. */
  readonly ratio: number;
}

/**
 * Compares `GET` of an article with and without its entity tag, on SQLite in this process.
 *
 * @param length The characters of the text of the article.
 * @throws {Error} If a response has another status.
 */
export async function measureNotModified(length: number): Promise<NotModifiedFigures> {
  const database = new DatabaseSync(':memory:');
  database.exec(`create table person (id integer primary key, name text not null);
    create table article (id integer primary key, title text not null, summary text not null, body text not null, language text not null,
      place text not null, words integer not null, revision integer not null, author_id integer references person);
    insert into person values (1, 'Ada');
    insert into article values (1, 'One', 'summary', '${'b'.repeat(length)}', 'en', 'here', 300, 1, 1);`);
  let statements = 0;
  const count = (): void => {
    statements++;
  };
  const db = new Kysely<never>({ dialect: explainStatements(createNodeSqliteDialect(database), count) });
  const mapping = {
    articles: {
      table: 'article',
      idType: 'integer',
      version: 'revision',
      relationships: { author: { column: 'author_id' } },
    },
    people: { table: 'person', idType: 'integer' },
  };
  const options = { databaseSchema: await readDatabaseSchema(db), versionsCountEveryWrite: true };
  const sources = createKyselySources(api, db, mapping as never, options);
  const server = createServer(api, sources as never, { deployment: 'one' });
  const url = '/articles/1';
  const { headers } = await server.handle({ method: 'GET', url, headers: {} });
  const run = async (status: number, sent: Readonly<Record<string, string>>): Promise<number> => {
    const begun = processTime();
    for (let request = 0; request < BATCH; request++) {
      const response = await server.handle({ method: 'GET', url, headers: sent });
      if (response.status !== status) throw new Error(`The response is ${response.status}, and not ${status}.`);
    }
    return processTime() - begun;
  };
  const known = { 'if-none-match': headers['ETag'] ?? '' };
  const [times, whole]: [number[], number[]] = [[], []];
  const statementsOf = async (status: number, sent: Readonly<Record<string, string>>): Promise<number> => {
    statements = 0;
    await run(status, sent);
    return statements / BATCH;
  };
  // Also warms up.
  const counts = [await statementsOf(304, known), await statementsOf(200, {})] as const;
  for (let batch = 0; batch < BATCHES; batch++) {
    times.push(await run(304, known));
    whole.push(await run(200, {}));
  }
  await db.destroy();
  return { statements: counts, ratio: median(times) / median(whole) };
}
