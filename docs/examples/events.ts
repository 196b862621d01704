import { DatabaseSync } from 'node:sqlite';
import { defineApi, toMany, toOne } from '@linkage/core';
import {
  createKyselySources,
  createNodeSqliteDialect,
  createOutboxTable,
  type OutboxEvent,
  type OutboxEvents,
  readDatabaseSchema,
  readEvents,
  readOutbox,
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
  create table person (id integer primary key, name text not null);
  create table article (id integer primary key, title text not null, author_id integer references person (id));
  insert into person values (1, 'Ada');
`);

// #region sources
const db = new Kysely<unknown>({ dialect: createNodeSqliteDialect(database) });
await createOutboxTable(db);
const sources = createKyselySources(
  api,
  db,
  {
    articles: { table: 'article', idType: 'integer', relationships: { author: { column: 'author_id' } } },
    people: { table: 'person', idType: 'integer', relationships: { articles: { foreignKey: 'author_id' } } },
  },
  { databaseSchema: await readDatabaseSchema(db), outbox: 'outbox' },
);
export const server = createServer(api, sources);
// #endregion

const mediaType = 'application/vnd.api+json';
const data = {
  type: 'articles',
  attributes: { title: 'Events' },
  relationships: { author: { data: { type: 'people', id: '1' } } },
};
await server.handle({
  method: 'POST',
  url: '/articles',
  headers: { 'content-type': mediaType, accept: mediaType },
  body: JSON.stringify({ data }),
});

const stop = new AbortController();
export const sent: string[] = [];
async function post(url: string, { type, id, operation, position }: OutboxEvent<typeof api>): Promise<Response> {
  sent.push(`${operation} ${type}/${id} to ${url} as ${position}`);
  if (sent.length === 2) stop.abort();
  return new Response();
}

// #region webhook
await readOutbox(api, db, {
  name: 'webhook',
  signal: stop.signal,
  async run(event) {
    const { ok, status } = await post('https://example.com/hook', event);
    if (!ok) throw new Error(`The receiver responded with ${status}.`);
  },
});
// #endregion

// #region after
/** Returns the changes after the last one that a client has, and the position of the last change; without a position, only where to begin. */
export const changesAfter = (position: number | undefined): Promise<OutboxEvents<typeof api>> =>
  readEvents(api, db, { after: position ?? 'end', limit: 50 });
// #endregion
