import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toOne } from '@linkage/core';
import { createKyselySources, createNodeSqliteDialect, readDatabaseSchema } from '@linkage/kysely';
import { createServer, defineContext, isSame, unauthorized } from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';

const api = defineApi({
  articles: {
    attributes: { title: z.string(), published: attribute(z.boolean(), { filter: true }) },
    relationships: { author: toOne('people'), language: toOne('languages') },
  },
  people: { attributes: { name: z.string() } },
  languages: { attributes: { name: z.string() } },
});

const database = new DatabaseSync(':memory:');
database.exec(`
  create table person (id text primary key, name text not null, tenant text not null);
  create table language (id text primary key, name text not null);
  create table article (
    id text primary key, title text not null, published integer not null default 0, tenant text not null,
    author_id text references person (id), language_id text references language (id)
  );
  insert into person values ('7', 'Ada', 'first'), ('8', 'Bob', 'first'), ('9', 'Cyd', 'second');
  insert into language values ('1', 'English');
  insert into article values
    ('1', 'Out', 1, 'first', '8', '1'), ('2', 'Draft of Ada', 0, 'first', '7', '1'),
    ('3', 'Draft of Bob', 0, 'first', '8', '1'), ('4', 'Of others', 1, 'second', '9', '1');
`);
const db = new Kysely<{
  person: { id: string; name: string; tenant: string };
  language: { id: string; name: string };
  article: { id: string; title: string; published: number; tenant: string; author_id: string; language_id: string };
}>({ dialect: createNodeSqliteDialect(database) });

const users = new Map([
  ['Bearer ada', { id: '7', tenant: 'first' }],
  ['Bearer cyd', { id: '9', tenant: 'second' }],
]);

// #region tenant
/** In production, read the user and the tenant from the verified token. A user without a tenant receives 401. */
const context = defineContext(({ headers }) => {
  const user = users.get(String(headers['authorization']));
  if (user === undefined) throw unauthorized('Bearer');
  return user;
});
const sources = createKyselySources(
  api,
  db,
  {
    articles: {
      table: 'article',
      attributes: { published: { column: 'published', encode: Number, decode: Boolean } },
      relationships: { author: { column: 'author_id' }, language: { column: 'language_id' } },
    },
    people: { table: 'person' },
    languages: { table: 'language' },
  },
  {
    context,
    databaseSchema: await readDatabaseSchema(db),
    tenant: { column: 'tenant', of: (user) => user.tenant, except: ['languages'] },
  },
);
// #endregion

// #region rules
export const server = createServer(api, sources, {
  context,
  access: {
    // Within the tenant, users differ: drafts are for their authors.
    articles: {
      read: ({ id }) => [
        {
          or: [
            { field: 'published', values: [true] },
            { field: 'author', values: [id] },
          ],
        },
      ],
      create: () => true,
      update: (user, { record }) => isSame(record.author, { type: 'people', id: user.id }),
    },
    people: { read: () => true },
    languages: { read: () => true },
  },
});
// #endregion
