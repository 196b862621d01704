import { randomBytes } from 'node:crypto';
import { createServer as createHost } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import {
  createKyselySources,
  createNodeSqliteDialect,
  createOutboxTable,
  eventStream,
  readDatabaseSchema,
} from '@linkage/kysely';
import { createShutdown, toNodeHandler } from '@linkage/node';
import { createServer, type JsonApiRequest } from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';

const status = attribute(z.string(), { filter: true });
export const api = defineApi({
  articles: {
    attributes: { title: z.string(), status, notes: z.string() },
    relationships: { comments: toMany('comments') },
  },
  comments: { attributes: { text: z.string(), status }, relationships: { article: toOne('articles') } },
});
export const database = new DatabaseSync(':memory:');
database.exec(`
  create table article (id integer primary key, title text not null, status text not null, notes text not null);
  create table comment (id integer primary key, text text not null, status text not null, article_id integer references article (id));
`);
export const db = new Kysely<unknown>({ dialect: createNodeSqliteDialect(database) });
await createOutboxTable(db);
const mapping = {
  articles: { table: 'article', idType: 'integer', relationships: { comments: { foreignKey: 'article_id' } } },
  comments: { table: 'comment', idType: 'integer', relationships: { article: { column: 'article_id' } } },
} as const;
const sources = createKyselySources(api, db, mapping, {
  databaseSchema: await readDatabaseSchema(db),
  outbox: 'outbox',
});

type User = 'reader' | 'editor';
const userOf = ({ headers }: JsonApiRequest): User =>
  headers['authorization'] === 'Bearer editor' ? 'editor' : 'reader';
const isEditor = (user: User): boolean => user === 'editor';
const isPublic = (user: User) => isEditor(user) || [{ field: 'status' as const, values: ['public'] }];
export const eventKey = randomBytes(32).toString('base64');
const purged: string[] = [];
const purge = async (tag: string): Promise<void> => void purged.push(tag);

// #region purge
export const server = createServer(api, sources, {
  context: userOf,
  access: {
    articles: {
      read: isPublic,
      fields: (user: User) => (isEditor(user) ? true : { except: ['notes'] }),
      create: isEditor,
      update: isEditor,
      delete: isEditor,
    },
    comments: { read: isPublic, create: isEditor, update: isEditor, delete: isEditor },
  },
  headers: ({ resources }) => ({ 'Cache-Tag': resources.map(({ type, id }) => `${type}-${id}`).join(',') }),
  hooks: {
    articles: {
      create: { afterCommit: () => purge('articles') },
      update: { afterCommit: ({ id }) => purge(`articles-${id}`) },
      delete: { afterCommit: ({ id }) => purge(`articles-${id}`) },
    },
  },
});
// #endregion

// #region stream
const ending = new AbortController();
export const streamed = eventStream(server, api, db, {
  key: eventKey, // The same in all processes.
  signal: ending.signal,
});
export const host = createHost(toNodeHandler(streamed)); // GET /events
const shutdown = createShutdown(host);
export const stop = () => {
  ending.abort();
  return shutdown();
};
// #endregion

export const fetchHandler = toFetchHandler(streamed);
export const purgedTags: readonly string[] = purged;
