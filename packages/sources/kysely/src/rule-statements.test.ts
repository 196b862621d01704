/** How many statements a write takes under access rules: the same number for 10, 100, and 1,000 members. */

import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { type AccessRules, createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isLong } from '../../../core/test/runs.ts';
import { createKyselySources, createNodeSqliteDialect } from './index.ts';

const owner = attribute(z.string().default('me'), { filter: true });
const api = defineApi({
  people: {
    attributes: { owner },
    relationships: { articles: toMany('articles', { inverse: 'author' }), pictures: toMany('pictures') },
  },
  articles: {
    attributes: { owner },
    relationships: {
      author: toOne('people', { filter: true }),
      tags: toMany('tags', { inverse: 'articles' }),
      comments: toMany('comments', { inverse: 'article' }),
      notes: toMany('notes', { inverse: 'subject' }),
    },
  },
  tags: { attributes: { owner }, relationships: { articles: toMany('articles') } },
  comments: { attributes: { owner }, relationships: { article: toOne('articles'), replies: toMany('replies') } },
  replies: { attributes: { owner } },
  pictures: { attributes: { owner } },
  notes: { attributes: { owner }, relationships: { subject: toOne(['articles', 'people']) } },
});

/** Person 1 has all articles and pictures, article 1 all comments and notes, tag 1 all articles. Comments have two replies. */
function openWorld(count: number, access: AccessRules<typeof api>) {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table person (id integer primary key, owner text default 'me');
    create table article (id integer primary key, owner text default 'me', author_id integer references person (id) on delete set null);
    create table tag (id integer primary key, owner text default 'me');
    create table article_tag (article_id integer references article (id) on delete cascade, tag_id integer, primary key (article_id, tag_id));
    create table comment (id integer primary key, owner text default 'me', article_id integer);
    create table reply (id integer primary key, owner text default 'me', comment_id integer);
    create table picture (id integer primary key, owner text default 'me', person_id integer references person (id) on delete set null);
    create table note (id integer primary key, owner text default 'me', subject_id integer, subject_type text);
    insert into person (id) values (1), (2);
    insert into tag (id) values (1);
    with recursive number (n) as (select 1 union all select n + 1 from number where n < ${count}) insert into article (id, author_id) select n, 1 from number;
    insert into article_tag select id, 1 from article;
    insert into comment (id, article_id) select id, 1 from article;
    insert into reply (id, comment_id) select id, id from article union all select id + ${count}, id from article;
    insert into picture (id, person_id) select id, 1 from article;
    insert into note (id, subject_id, subject_type) select id, 1, 'articles' from article;
  `);
  const statements: string[] = [];
  const db = new Kysely({
    dialect: createNodeSqliteDialect(database),
    log: ({ query }) => void statements.push(query.sql),
  });
  const idType = 'integer';
  const sources = createKyselySources(api, db, {
    people: {
      table: 'person',
      idType,
      relationships: { articles: { foreignKey: 'author_id' }, pictures: { foreignKey: 'person_id' } },
    },
    articles: {
      table: 'article',
      idType,
      relationships: {
        author: { column: 'author_id' },
        tags: { through: 'article_tag', from: 'article_id', to: 'tag_id' },
        comments: { foreignKey: 'article_id', onDelete: 'cascade' },
        notes: { foreignKey: 'subject_id', typeColumn: 'subject_type' },
      },
    },
    tags: {
      table: 'tag',
      idType,
      relationships: { articles: { through: 'article_tag', from: 'tag_id', to: 'article_id' } },
    },
    comments: {
      table: 'comment',
      idType,
      relationships: { article: { column: 'article_id' }, replies: { foreignKey: 'comment_id', onDelete: 'cascade' } },
    },
    replies: { table: 'reply', idType },
    pictures: { table: 'picture', idType },
    notes: { table: 'note', idType, relationships: { subject: { column: 'subject_id', typeColumn: 'subject_type' } } },
  });
  const limits = { linkageMembers: 10_000, bodyMembers: 100_000, includedLinkage: 10_000 };
  return { statements, server: createServer(api, sources, { access, limits }) };
}

const articles = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ type: 'articles', id: `${index + 1}` }));
const writes: readonly (readonly [line: string, data: (count: number) => unknown])[] = [
  ['PATCH /people/1/relationships/articles', () => []],
  ['PATCH /people/2/relationships/articles', articles],
  ['POST /people/2/relationships/articles', articles],
  ['DELETE /people/1/relationships/articles', articles],
  ['PATCH /people/1', () => ({ type: 'people', id: '1', relationships: { articles: { data: [] } } })],
  [
    'POST /people',
    (count) => ({ type: 'people', attributes: {}, relationships: { articles: { data: articles(count) } } }),
  ],
  ['PATCH /people/1/relationships/pictures', () => []],
  ['PATCH /tags/1/relationships/articles', () => []],
  ['DELETE /tags/1/relationships/articles', articles],
  ['DELETE /tags/1', () => undefined],
  ['DELETE /people/1', () => undefined],
  ['DELETE /articles/1', () => undefined],
];

const rules = (read: () => unknown) => {
  const asked = { update: 0 };
  // It looks at the record: a rule that takes the context alone is asked once.
  const update = (_: unknown, { record }: { readonly record: object }): boolean => {
    asked.update++;
    return record !== undefined;
  };
  const rule = { read, create: () => true, update, delete: () => true, updateRelationship: () => true };
  const all = Object.fromEntries(Object.keys(api.declaration).map((type) => [type, rule]));
  return { asked, access: all as unknown as AccessRules<typeof api> };
};

const kinds: readonly (readonly [name: string, read: () => unknown])[] = [
  ['every resource is visible', () => true],
  ['a condition', () => [{ field: 'owner', values: ['me'] }]],
  [
    'a group',
    () => [
      {
        or: [
          { field: 'owner', values: ['me'] },
          { field: 'id', values: ['none'] },
        ],
      },
    ],
  ],
];

test.each(kinds.filter(([name]) => isLong || name === 'a condition'))(
  '%s: the number of statements does not depend on the members',
  async (_, read) => {
    for (const [line, data] of writes) {
      const counts: number[] = [];
      for (const count of [10, 100, 1000]) {
        const { asked, access } = rules(read);
        const { server, statements } = openWorld(count, access);
        const [method = '', url = ''] = line.split(' ');
        const given = data(count);
        const headers = { 'content-type': given === undefined ? undefined : 'application/vnd.api+json' };
        const body = given === undefined ? undefined : JSON.stringify({ data: given });
        const { status } = await server.handle({ method, url, headers, body });
        expect([line, count, status < 300]).toEqual([line, count, true]);
        // The rules themselves are called for each resource whose record changes.
        if (line === 'DELETE /people/1') expect(asked.update).toBe(2 * count);
        counts.push(statements.length);
      }
      expect([line, ...counts]).toEqual([line, counts[0], counts[0], counts[0]]);
      expect([line, counts[0]]).toEqual([line, expect.toSatisfy((it: number) => it < 25)]);
    }
  },
  60_000,
);
