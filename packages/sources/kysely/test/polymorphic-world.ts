/** A database in which a relationship has several target types. */

import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { createKyselySources, type DatabaseSchema } from '../src/index.ts';

const on = { filter: true } as const;
const title = attribute(z.string(), { sort: true, filter: true });
/** The API of the tests. */
export const api = defineApi({
  comments: {
    attributes: { text: attribute(z.string(), on) },
    relationships: { subject: toOne(['articles', 'videos'], { filter: true, inverse: 'comments' }) },
    clientGeneratedIds: true,
  },
  articles: {
    attributes: { title, secret: attribute(z.boolean(), { filter: true }) },
    relationships: { comments: toMany('comments', { filter: true }) },
    clientGeneratedIds: true,
  },
  videos: {
    attributes: { title },
    relationships: { comments: toMany('comments', { filter: true }) },
    clientGeneratedIds: true,
  },
});
/** The tables. */
export const tables: string = `
  create table article (id varchar(20) primary key, title varchar(20) not null, secret boolean not null default false);
  create table video (id varchar(20) primary key, title varchar(20) not null, deleted integer not null default 0);
  create table comment (
    id varchar(20) primary key, text varchar(20) not null, subject_type varchar(20), subject_id varchar(20)
  );
`;
/** Replaces all rows. */
export const rows: string = `
  delete from comment; delete from article; delete from video;
  insert into article values ('1', 'Alpha', false), ('2', 'Beta', false), ('3', 'Hidden', true);
  insert into video values ('1', 'Vau', 0), ('9', 'Deleted', 1);
  insert into comment values ('a', 'on article 1', 'Article', '1'), ('b', 'on video 1', 'Video', '1'),
    ('c', 'on nothing', null, null), ('d', 'on article 1', 'Article', '1'), ('e', 'on a deleted video', 'Video', '9'),
    ('f', 'on a missing article', 'Article', '404'), ('g', 'on a hidden article', 'Article', '3');
`;

/** Requests, and the ids of their responses, or the status. */
export const reads: readonly (readonly [url: string, expected: string | null | number])[] = [
  ['/comments/a/subject', '1'],
  ['/comments/c/subject', null],
  ['/comments/e/subject', null],
  ['/comments/f/subject', null],
  ['/comments/f/relationships/subject', '404'],
  ['/comments/e/relationships/subject', null],
  ['/articles/1/comments', 'a,d'],
  ['/articles/1/comments?page[size]=1&page[number]=2', 'd'],
  ['/articles/1/comments?filter[text]=nothing', ''],
  ['/videos/1/comments', 'b'],
  ['/articles/1/relationships/comments', 'a,d'],
  ['/comments?filter[subject]=1', 'a,b,d'],
  ['/comments?filter[subject]=404', 'f'],
  ['/comments?filter[subject]=9', ''],
  ['/comments?filter[subject][ne]=1', 'c,e,f,g'],
  ['/comments?filter[subject]=null', 'c,e'],
  ['/comments?filter[subject][ne]=null', 'a,b,d,f,g'],
  ['/comments?filter[subject]=1,null', 'a,b,c,d,e'],
  ['/articles?filter[comments]=a', '1'],
  ['/articles?filter[comments]=b', ''],
  ['/videos?filter[comments]=b', '1'],
  ['/articles?filter[comments.text]=on%20article%201', '1'],
  ['/articles?filter[comments.text]=on%20video%201', ''],
  ['/articles?filter[comments]=null', '2'],
  ['/videos?filter[comments]=null', ''],
  ['/comments?sort=subject.title', 400],
  ['/comments?filter[subject.title]=Alpha', 400],
  ['/videos/9', 404],
];

/** The mapping of all types. */
export const mapping = {
  comments: {
    table: 'comment',
    relationships: {
      subject: {
        column: 'subject_id',
        typeColumn: 'subject_type',
        types: { articles: 'Article', videos: 'Video' },
      },
    },
  },
  articles: {
    table: 'article',
    relationships: {
      comments: { foreignKey: 'subject_id', typeColumn: 'subject_type', onDelete: 'cascade' },
    },
  },
  videos: {
    table: 'video',
    where: { deleted: 0 },
    relationships: { comments: { foreignKey: 'subject_id', typeColumn: 'subject_type', typeValue: 'Video' } },
  },
} as const;

/** Creates sources over the tables of the database. */
export function sourcesOf(db: Kysely<never>, databaseSchema?: DatabaseSchema) {
  return createKyselySources(api, db, mapping, { databaseSchema });
}
