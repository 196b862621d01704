import { DatabaseSync } from 'node:sqlite';
import { defineApi, toMany, toOne } from '@linkage/core';
import { createKyselySources, createNodeSqliteDialect, jsonColumn } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';

const api = defineApi({
  articles: {
    attributes: { title: z.string(), labels: z.array(z.string()).default([]) },
    relationships: { author: toOne('people'), comments: toMany('comments'), tags: toMany('tags') },
  },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
  comments: { attributes: { body: z.string() }, relationships: { article: toOne('articles') } },
  tags: { attributes: { name: z.string() } },
});

const database = new DatabaseSync(':memory:');
database.exec(`
  create table person (id integer primary key autoincrement, name text not null);
  create table article (
    id text primary key,
    headline text not null,
    labels text not null default '[]',
    author_id integer references person (id) on delete set null
  );
  create table comment (id text primary key, body text not null, article_id text references article (id));
  create table tag (id text primary key, name text not null unique);
  create table article_tag (
    article_id text references article (id) on delete cascade,
    tag_id text references tag (id) on delete cascade,
    primary key (article_id, tag_id)
  );
`);

// #region sources
const db = new Kysely({ dialect: createNodeSqliteDialect(database) });
const sources = createKyselySources(api, db, {
  articles: {
    table: 'article',
    attributes: { title: 'headline', labels: jsonColumn() },
    relationships: {
      author: { column: 'author_id' }, // a foreign key in this table
      comments: { foreignKey: 'article_id' }, // a foreign key in the table of the related type
      tags: { through: 'article_tag', from: 'article_id', to: 'tag_id' }, // a join table
    },
  },
  people: { table: 'person', idType: 'integer', relationships: { articles: { foreignKey: 'author_id' } } },
  comments: { table: 'comment', relationships: { article: { column: 'article_id' } } },
  tags: { table: 'tag' },
});
export const server = createServer(api, sources);
// #endregion
