import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toOne } from '@linkage/core';
import { createKyselySources, createNodeSqliteDialect, jsonColumn, readDatabaseSchema } from '@linkage/kysely';
import { type AfterWrite, createServer, defineContext } from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';

const api = defineApi({
  articles: {
    attributes: { title: z.string(), password: attribute(z.string().optional(), { read: false }) },
    relationships: { author: toOne('people') },
  },
  people: { attributes: { name: z.string() } },
  entries: {
    attributes: {
      ...{ user: z.string(), action: z.string(), changes: z.json(), at: z.string() },
      subject: attribute(z.string(), { filter: true }),
    },
  },
});

const database = new DatabaseSync(':memory:');
database.exec(`
  create table person (id text primary key, name text not null);
  create table article (id text primary key, title text not null, password text, author_id text references person (id));
  create table entry (
    id text primary key, user text not null, action text not null, changes text not null, at text not null,
    subject text not null
  );
  create index entry_subject on entry (subject, id);
  insert into person values ('1', 'Ada');
  insert into article values ('1', 'Old', 'secret', '1');
`);
const db = new Kysely<never>({ dialect: createNodeSqliteDialect(database) });
const context = defineContext(({ headers }) => ({
  user: String(headers['x-user']),
  isAuditor: headers['x-user'] === 'eve',
}));
const sources = createKyselySources(
  api,
  db,
  {
    articles: { table: 'article', relationships: { author: { column: 'author_id' } } },
    people: { table: 'person' },
    entries: { table: 'entry', attributes: { changes: jsonColumn() } },
  },
  { context, databaseSchema: await readDatabaseSchema(db) },
);

// #region audit
type User = Awaited<ReturnType<typeof context>>;

const afterWrite: AfterWrite<typeof api, User> = async ({ type, id, action, changes, context: { user }, writes }) => {
  if (type === 'entries') return;
  const at = new Date().toISOString();
  await writes.withoutRules.create('entries', {
    // { "title": { "from": "Old", "to": "New" } }
    attributes: { user, action, at, subject: `${type}/${id}`, changes: JSON.parse(JSON.stringify(changes)) },
  });
};
const isUser = () => true;
export const server = createServer(api, sources, {
  context,
  afterWrite,
  access: {
    articles: { read: isUser, create: isUser, update: isUser, delete: isUser },
    people: { read: isUser },
    entries: { read: ({ isAuditor }) => isAuditor }, // No rule allows a write.
  },
});
// #endregion
