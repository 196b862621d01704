import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toOne } from '@linkage/core';
import { createKyselySources, createNodeSqliteDialect } from '@linkage/kysely';
import { createServer, isSame, type SourceCall, unauthorized } from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';

const api = defineApi({
  articles: {
    attributes: { title: z.string(), published: attribute(z.boolean(), { filter: true }) },
    relationships: { author: toOne('people') },
  },
  people: { attributes: { name: z.string() } },
});

const database = new DatabaseSync(':memory:');
database.exec(`
  create table person (id text primary key, name text not null, tenant text not null);
  create table article (
    id text primary key, title text not null, published integer not null, tenant text not null,
    author_id text references person (id)
  );
  insert into person values ('7', 'Ada', 'first'), ('8', 'Bob', 'first'), ('9', 'Cyd', 'second');
  insert into article values
    ('1', 'Out', 1, 'first', '8'), ('2', 'Draft of Ada', 0, 'first', '7'), ('3', 'Draft of Bob', 0, 'first', '8'),
    ('4', 'Of others', 1, 'second', '9');
`);
const db = new Kysely<{
  person: { id: string; name: string; tenant: string };
  article: { id: string; title: string; published: number; tenant: string; author_id: string };
}>({ dialect: createNodeSqliteDialect(database) });

interface User {
  readonly id: string;
  readonly tenant: string;
}

/** Replace this with the check of a token. */
function userOf(token: unknown): User {
  if (token !== 'ada') throw unauthorized('Bearer');
  return { id: '7', tenant: 'first' };
}

// #region both
// The tenant: no statement leaves it, whatever the rules say, and new rows receive it.
const scope = { tenant: ({ context }: SourceCall<User>) => context.tenant };
const sources = createKyselySources(api, db, {
  articles: {
    table: 'article',
    scope,
    attributes: { published: { column: 'published', encode: Number, decode: Boolean } },
    relationships: { author: { column: 'author_id' } },
  },
  people: { table: 'person', scope },
});

export const server = createServer<typeof api, User>(api, sources, {
  context: ({ headers }) => userOf(headers['authorization']),
  access: {
    // Within the tenant, callers differ: drafts are for their authors.
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
  },
});
// #endregion
