import { defineApi, toMany, toOne } from '@linkage/core';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { createKyselySources, type DatabaseSchema, type KyselySourceOptions } from '../src/index.ts';

const name = z.string().nullable().default(null);

export const api = defineApi({
  people: { attributes: { name }, relationships: { articles: toMany('articles') }, clientGeneratedIds: true },
  articles: {
    attributes: { name },
    relationships: { author: toOne('people'), tags: toMany('tags'), comments: toMany('comments') },
    clientGeneratedIds: true,
  },
  tags: { attributes: { name }, relationships: { articles: toMany('articles') }, clientGeneratedIds: true },
  comments: {
    attributes: { name },
    relationships: { article: toOne('articles'), replies: toMany('comments') },
    clientGeneratedIds: true,
  },
});

export const tables = `
  create table person (id varchar(40) primary key, name varchar(20));
  create table article (
    id varchar(40) primary key, name varchar(20), revision integer not null default 0, author_id varchar(40),
    foreign key (author_id) references person (id) on delete set null
  );
  create table tag (id varchar(40) primary key, name varchar(20));
  create table article_tag (
    article_id varchar(40), tag_id varchar(40), primary key (article_id, tag_id),
    foreign key (article_id) references article (id) on delete cascade,
    foreign key (tag_id) references tag (id) on delete cascade
  );
  create table comment (
    id varchar(40) primary key, name varchar(20), article_id varchar(40), parent_id varchar(40),
    foreign key (article_id) references article (id) on delete cascade,
    foreign key (parent_id) references comment (id) on delete cascade
  );
`;

export const rows = `
  delete from comment; delete from article_tag; delete from article; delete from tag; delete from person;
  insert into person values ('1', 'Ada'), ('2', 'Bo');
  insert into article values ('a', 'Alpha', 0, '1'), ('b', 'Beta', 0, '2');
  insert into tag values ('t', 'T'), ('u', 'U');
  insert into article_tag values ('a', 't');
  insert into comment values ('x', null, 'a', null), ('y', null, null, 'x'), ('z', null, 'b', null);
`;

export function sourcesOf(
  db: Kysely<never>,
  databaseSchema: DatabaseSchema,
  more: KyselySourceOptions = { outbox: 'outbox' },
) {
  return createKyselySources(
    api,
    db,
    {
      people: { table: 'person', relationships: { articles: { foreignKey: 'author_id' } } },
      articles: {
        table: 'article',
        version: 'revision',
        relationships: {
          author: { column: 'author_id' },
          tags: { through: 'article_tag', from: 'article_id', to: 'tag_id' },
          comments: { foreignKey: 'article_id' },
        },
      },
      tags: {
        table: 'tag',
        relationships: { articles: { through: 'article_tag', from: 'tag_id', to: 'article_id' } },
      },
      comments: {
        table: 'comment',
        relationships: { article: { column: 'article_id' }, replies: { foreignKey: 'parent_id' } },
      },
    },
    { databaseSchema, ...more },
  );
}
