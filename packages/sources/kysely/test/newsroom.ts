import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import type { CollectionQuery, Selection, SourceCall } from '@linkage/server';
import { type CompiledQuery, Kysely, type KyselyPlugin } from 'kysely';
import { z } from 'zod';
import { booleanColumn, createKyselySources, createNodeSqliteDialect, jsonColumn } from '../src/index.ts';

export type AnyTables = Record<string, Record<string, unknown>>;

const orderable = { sort: true, filter: true } as const;

export const api = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string(), orderable),
      words: attribute(z.number().nullable(), orderable),
      published: attribute(z.boolean(), { filter: true }),
      labels: z.array(z.string()),
    },
    relationships: {
      author: toOne('people', { filter: true, sort: true }),
      tags: toMany('tags', { filter: true }),
      related: toMany('articles', { filter: true }),
      comments: toMany('comments', { filter: true }),
    },
    clientGeneratedIds: true,
  },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
  tags: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
  comments: { attributes: { body: z.string() }, relationships: { article: toOne('articles') } },
});

const tables = `
  create table person (id integer primary key, name text not null unique);
  create table article (
    id text primary key, headline text not null, words integer, published integer not null default 0,
    labels text not null default '[]', author_id integer references person (id)
  );
  create table tag (id text primary key, name text not null);
  create table article_tag (
    article_id text not null references article (id) on delete cascade,
    tag_id text not null references tag (id) on delete cascade,
    primary key (article_id, tag_id)
  );
  -- Without a key, as found in the wild.
  create table article_link (from_id text not null, to_id text not null);
  create table comment (id integer primary key, body text not null, article_id text not null references article (id));
`;

const rows = `
  insert into person values (1, 'Ada'), (2, 'Bo');
  insert into article values
    ('a', 'Alpha', 300, 1, '["x","y"]', 1), ('b', 'Beta', 100, 0, '[]', 1), ('c', 'Gamma', null, 1, '[]', 2),
    ('d', 'Delta', 100, 1, '[]', null), ('e', 'Beta', 200, 0, '[]', 2);
  insert into tag values ('t1', 'sea'), ('t2', 'sky'), ('t3', 'sand');
  insert into article_tag values ('a', 't1'), ('a', 't2'), ('b', 't2'), ('c', 't1');
  insert into article_link values ('a', 'b'), ('a', 'c'), ('b', 'a');
  insert into comment values (1, 'first', 'a'), (2, 'second', 'a'), (3, 'third', 'b');
`;

/** Adds a column to each table. Rows of two tenants reference each other. */
export const tenantColumns = ['article', 'person', 'tag', 'comment']
  .map((table) => `alter table ${table} add column tenant text not null default 'one';`)
  .join('')
  .concat("update article set tenant = 'two' where id in ('b', 'e'); update tag set tenant = 'two' where id = 't2';")
  .concat("update person set tenant = 'two' where id = 2; update comment set tenant = 'two' where id = 2;");

/** The row filters of types: values of columns. */
type RowFilters = Readonly<Partial<Record<'articles' | 'people' | 'tags' | 'comments', object>>>;

/** Creates sources over the tables of a database. `words` is the declared type of a column. */
export function createSources(db: Kysely<AnyTables>, words?: string, rowFilters: RowFilters = {}) {
  const rowsOf = (type: keyof RowFilters) => (rowFilters[type] && { where: rowFilters[type] }) ?? {};
  return createKyselySources(api, db, {
    articles: {
      ...rowsOf('articles'),
      table: 'article',
      attributes: {
        title: 'headline',
        published: booleanColumn(),
        labels: jsonColumn(),
        ...(words && { words: { type: words } }),
      },
      relationships: {
        author: { column: 'author_id' },
        tags: { through: 'article_tag', from: 'article_id', to: 'tag_id' },
        related: { through: 'article_link', from: 'from_id', to: 'to_id' },
        comments: { foreignKey: 'article_id' },
      },
    },
    people: {
      ...rowsOf('people'),
      table: 'person',
      idType: 'integer',
      relationships: { articles: { foreignKey: 'author_id' } },
    },
    tags: {
      ...rowsOf('tags'),
      table: 'tag',
      relationships: { articles: { through: 'article_tag', from: 'tag_id', to: 'article_id' } },
    },
    comments: {
      ...rowsOf('comments'),
      table: 'comment',
      idType: 'integer',
      relationships: { article: { column: 'article_id' } },
    },
  });
}

/** Five articles in a fresh database in memory. Plugins of Kysely see each statement. */
export function openDatabase(log: (query: CompiledQuery) => void, plugins: KyselyPlugin[] = []) {
  const database = new DatabaseSync(':memory:');
  database.exec(tables);
  database.exec(rows);
  const dialect = createNodeSqliteDialect(database);
  const db = new Kysely<AnyTables>({ dialect, plugins, log: ({ query: executed }) => log(executed) });
  return { database, db };
}

/** Sources over five articles in a fresh database in memory, with the statements that were run. */
export function openNewsroom() {
  const statements: string[] = [];
  const { database, db } = openDatabase(({ sql }) => {
    statements.push(sql);
  });
  return { database, db, sources: createSources(db), statements };
}

export const call: SourceCall = { context: undefined, signal: new AbortController().signal };

/** A selection of these fields of articles or of others. */
export function select(attributes: readonly string[], relationships: readonly string[] = []): Selection<never, never> {
  return { attributes: new Set(attributes as never[]), relationships: new Set(relationships as never[]) };
}

/** A collection query, ids alone and unpaged unless it says otherwise. */
export function query(changes: Partial<CollectionQuery> = {}): CollectionQuery {
  return { filter: [], sort: [], page: { offset: 0, limit: 100 }, selection: select([]), total: false, ...changes };
}

/** The ids of records. */
export function idsOf(records: readonly unknown[]): unknown[] {
  return records.map((record) => (record as { readonly id: unknown }).id);
}
