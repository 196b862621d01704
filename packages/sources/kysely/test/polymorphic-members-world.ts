/** A database in which to-many relationships have several target types: by a join table, and by foreign keys. */

import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { createKyselySources, type DatabaseSchema } from '../src/index.ts';

const title = attribute(z.string(), { sort: true, filter: true });
/** The API of the tests. */
export const api = defineApi({
  articles: {
    attributes: { title },
    relationships: { attachments: toMany(['images', 'videos'], { filter: true, inverse: 'articles' }) },
    clientGeneratedIds: true,
  },
  images: {
    attributes: { title, secret: attribute(z.boolean(), { filter: true }) },
    relationships: { articles: toMany('articles', { filter: true }) },
    clientGeneratedIds: true,
  },
  videos: {
    attributes: { title, length: z.number() },
    relationships: { articles: toMany('articles', { filter: true }) },
    clientGeneratedIds: true,
  },
  people: {
    attributes: { title },
    relationships: { writings: toMany(['comments', 'notes'], { filter: true, inverse: 'author' }) },
    clientGeneratedIds: true,
  },
  comments: { attributes: { title }, relationships: { author: toOne('people', { filter: true }) } },
  notes: {
    attributes: { title },
    relationships: { author: toOne('people', { filter: true, onDelete: 'cascade' }) },
    clientGeneratedIds: true,
  },
});
/** The tables. */
export const tables: string = `
  create table article (id varchar(20) primary key, title varchar(20) not null);
  create table image (id varchar(20) primary key, title varchar(20) not null, secret boolean not null default false);
  create table video (
    id varchar(20) primary key, title varchar(20) not null, length integer not null, deleted integer not null default 0
  );
  create table attachment (
    article_id varchar(20) not null references article (id) on delete cascade,
    target_type varchar(20) not null, target_id varchar(20) not null,
    primary key (article_id, target_type, target_id)
  );
  create table person (id varchar(20) primary key, title varchar(20) not null);
  create table comment (id integer primary key, title varchar(20) not null, author_id varchar(20) references person (id));
  create table note (id varchar(20) primary key, title varchar(20) not null, author_id varchar(20) references person (id));
`;
/** Replaces all rows. */
export const rows: string = `
  delete from attachment; delete from article; delete from image; delete from video;
  delete from comment; delete from note; delete from person;
  insert into article values ('1', 'Alpha'), ('2', 'Beta'), ('3', 'Gamma'), ('4', 'Delta');
  insert into image values ('1', 'Sea', false), ('2', 'Sky', false), ('3', 'Hidden', true);
  insert into video values ('1', 'Vau', 10, 0), ('2', 'Vex', 20, 0), ('9', 'Deleted', 30, 1);
  insert into attachment values ('1', 'Image', '1'), ('1', 'Image', '2'), ('1', 'Video', '1'), ('1', 'Video', '2'),
    ('2', 'Video', '1'), ('2', 'Video', '9'), ('2', 'Image', '404'), ('2', 'Event', '1'), ('3', 'Image', '3'),
    ('4', 'Video', '9');
  insert into person values ('p', 'Pia'), ('q', 'Quin'), ('r', 'Rosa');
  insert into comment values (2, 'two', 'p'), (10, 'ten', 'p'), (11, 'eleven', 'q'), (12, 'twelve', null);
  insert into note values ('2', 'Two', 'p'), ('n', 'En', 'q'), ('m', 'Em', null);
`;

/** Requests, and the ids of their responses, or the status. */
export const reads: readonly (readonly [url: string, expected: string | null | number])[] = [
  ['/articles/1/attachments', '1,2,1,2'],
  ['/articles/2/attachments', '1'],
  ['/articles/3/attachments', '3'],
  ['/articles/4/attachments', ''],
  ['/articles/1/relationships/attachments', '1,2,1,2'],
  ['/articles/1/attachments?page[size]=1', '1'],
  ['/articles/1/attachments?page[size]=2&page[number]=2', '1,2'],
  ['/articles/1/attachments?page[size]=3', '1,2,1'],
  ['/articles/1/attachments?page[size]=3&page[number]=2', '2'],
  ['/articles/1/attachments?page[size]=3&page[number]=3', ''],
  ['/articles/2/attachments?page[size]=1&page[number]=2', ''],
  ['/articles/1/relationships/attachments?page[size]=2&page[number]=2&page[total]=true', '1,2'],
  ['/articles/1/attachments?include=articles', '1,2,1,2'],
  ['/articles/1/attachments?sort=title', 400],
  ['/articles/1/attachments?filter[title]=Sea', 400],
  ['/articles/none/attachments', 404],
  ['/images/1/articles', '1'],
  ['/videos/1/articles', '1,2'],
  ['/videos/1/articles?sort=-title&page[size]=1', '2'],
  ['/videos/1/relationships/articles', '1,2'],
  ['/videos/9/articles', 404],
  ['/articles?filter[attachments]=1', '1,2'],
  ['/articles?filter[attachments]=2', '1'],
  ['/articles?filter[attachments]=3', '3'],
  ['/articles?filter[attachments]=9', ''],
  ['/articles?filter[attachments]=404', ''],
  ['/articles?filter[attachments]=2,3', '1,3'],
  ['/articles?filter[attachments][ne]=1', '3,4'],
  ['/articles?filter[attachments]=null', '4'],
  ['/articles?filter[attachments]=2,null', '1,4'],
  ['/articles?filter[attachments][exists]=true', '1,2,3'],
  ['/articles?filter[attachments][exists]=false', '4'],
  [`/articles?filter[attachments]=${'x'.repeat(30)}`, ''],
  ['/articles?filter=not(in(attachments,1))', '3,4'],
  ['/articles?filter[attachments.title]=Sea', 400],
  ['/articles?sort=attachments.title', 400],
  ['/images?filter[articles]=1', '1,2'],
  ['/videos?filter[articles]=1,2', '1,2'],
  ['/images?filter[articles]=2', ''],
  ['/images?filter[articles.title]=Alpha', '1,2'],
  ['/videos?filter[articles.title]=Beta', '1'],
  ['/images?filter[articles.title]=Beta', ''],
  ['/images?filter[articles]=null', ''],
  ['/people/p/writings', '2,10,2'],
  ['/people/q/writings', '11,n'],
  ['/people/r/writings', ''],
  ['/people/p/relationships/writings', '2,10,2'],
  ['/people/p/writings?page[size]=2&page[number]=2&page[total]=true', '2'],
  ['/people/p/writings?include=author', '2,10,2'],
  ['/people?filter[writings]=2', 'p'],
  ['/people?filter[writings]=n', 'q'],
  ['/people?filter[writings]=11,2', 'p,q'],
  ['/people?filter[writings]=99999999999999999999', ''],
  ['/people?filter[writings]=9223372036854775807', ''],
  ['/people?filter[writings][ne]=n', 'p,r'],
  ['/people?filter[writings]=null', 'r'],
  ['/people?filter[writings][exists]=true', 'p,q'],
  ['/comments?filter[author]=p', '2,10'],
  ['/notes/2/author', 'p'],
];

const joined = { through: 'attachment', from: 'target_id', to: 'article_id', typeColumn: 'target_type' } as const;

/** The mapping of all types. */
export const mapping = {
  articles: {
    table: 'article',
    relationships: {
      attachments: {
        through: 'attachment',
        from: 'article_id',
        to: 'target_id',
        typeColumn: 'target_type',
        types: { images: 'Image', videos: 'Video' },
      },
    },
  },
  images: {
    table: 'image',
    relationships: {
      articles: { ...joined, onDelete: 'cascade' },
    },
  },
  videos: {
    table: 'video',
    where: { deleted: 0 },
    softDelete: { deleted: 1 },
    relationships: {
      articles: { ...joined, typeValue: 'Video', onDelete: 'restrict' },
    },
  },
  people: {
    table: 'person',
    relationships: {
      writings: {
        targets: {
          comments: { foreignKey: 'author_id', onDelete: 'set null' },
          notes: { foreignKey: 'author_id', onDelete: 'cascade' },
        },
      },
    },
  },
  comments: { table: 'comment', idType: 'integer', relationships: { author: { column: 'author_id' } } },
  notes: { table: 'note', relationships: { author: { column: 'author_id' } } },
} as const;

/** Creates sources over the tables of the database. */
export function sourcesOf(db: Kysely<never>, databaseSchema?: DatabaseSchema) {
  return createKyselySources(api, db, mapping, { databaseSchema });
}
