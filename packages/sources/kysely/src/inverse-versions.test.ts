import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createKyselySources, createNodeSqliteDialect } from './index.ts';

const api = defineApi({
  articles: {
    attributes: { title: z.string(), updatedAt: z.string() },
    relationships: { author: toOne('people'), tags: toMany('tags') },
  },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
  tags: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
});

/** Article 1 is of person 7 and has the tag t1. Each type declares its version as the case says. */
function open(declared: 'column' | 'attribute' | 'hash', includedLinkage = 5000) {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table person (id text primary key, name text not null, revision integer not null default 0);
    create table article (
      id text primary key, title text not null, updatedAt text not null, revision integer not null default 0,
      author_id text references person (id) on delete set null
    );
    create table tag (id text primary key, name text not null, revision integer not null default 0);
    create table article_tag (
      article_id text not null references article (id) on delete cascade,
      tag_id text not null references tag (id) on delete cascade,
      primary key (article_id, tag_id)
    );
    insert into person (id, name) values ('7', 'Ada'), ('9', 'Cy');
    insert into article (id, title, updatedAt, author_id) values ('1', 'one', 'Monday', '7'), ('2', 'two', 'Monday', '9');
    insert into tag (id, name) values ('t1', 'sea'), ('t2', 'sky');
    insert into article_tag values ('1', 't1');
  `);
  const db = new Kysely({ dialect: createNodeSqliteDialect(database) });
  const version = declared === 'column' ? { version: 'revision' } : {};
  const { articles, people, tags } = createKyselySources(api, db, {
    articles: {
      table: 'article',
      ...version,
      relationships: {
        author: { column: 'author_id' },
        tags: { through: 'article_tag', from: 'article_id', to: 'tag_id' },
      },
    },
    people: { table: 'person', ...version, relationships: { articles: { foreignKey: 'author_id' } } },
    tags: {
      table: 'tag',
      ...version,
      relationships: { articles: { through: 'article_tag', from: 'tag_id', to: 'article_id' } },
    },
  });
  const sources =
    declared === 'attribute'
      ? {
          articles: { ...articles, version: 'updatedAt' as const },
          people: { ...people, version: 'name' as const },
          tags: { ...tags, version: 'name' as const },
        }
      : { articles, people, tags };
  const server = createServer(api, sources, { limits: { includedLinkage } });
  return async (line: string, data?: unknown, etag?: string) => {
    const [method = '', url = ''] = line.split(' ');
    const headers = { 'content-type': 'application/vnd.api+json', 'if-match': etag };
    const body = data === undefined ? undefined : JSON.stringify({ data });
    const { status, headers: answered } = await server.handle({ method, url, headers, body });
    return { status, etag: answered['ETag'] as string };
  };
}

const article = (id: string) => ({ type: 'articles', id });
const title = (id: string) => ({ ...article(id), attributes: { title: 'changed' } });
const person = (id: string) => ({ type: 'people', id });

/** A read of a client, a write of another client, and then a write of the first client, which must fail. */
const lost: readonly [string, string, readonly [string, unknown?], readonly [string, unknown?]][] = [
  [
    'adding',
    '/articles/1',
    ['POST /people/9/relationships/articles', [article('1')]],
    ['PATCH /articles/1', title('1')],
  ],
  [
    'removing',
    '/articles/1',
    ['DELETE /people/7/relationships/articles', [article('1')]],
    ['PATCH /articles/1', title('1')],
  ],
  ['replacing', '/articles/1', ['PATCH /people/7/relationships/articles', []], ['DELETE /articles/1']],
  [
    'creating',
    '/articles/1?fields[articles]=title',
    [
      'POST /people',
      { type: 'people', attributes: { name: 'N' }, relationships: { articles: { data: [article('1')] } } },
    ],
    ['PATCH /articles/1', title('1')],
  ],
  [
    'updating',
    '/articles/1',
    ['PATCH /people/9', { ...person('9'), relationships: { articles: { data: [article('1'), article('2')] } } }],
    ['PATCH /articles/1/relationships/author', null],
  ],
  ['deleting', '/articles/1', ['DELETE /people/7'], ['PATCH /articles/1', title('1')]],
  [
    'deleting, seen at the relationship',
    '/articles/1/relationships/author',
    ['DELETE /people/7'],
    ['PATCH /articles/1/relationships/author', person('9')],
  ],
  [
    'the foreign key, seen from the owner',
    '/people/9/relationships/articles',
    ['PATCH /articles/1/relationships/author', person('9')],
    ['PATCH /people/9/relationships/articles', []],
  ],
  [
    'moving, seen from the old owner',
    '/people/7/relationships/articles',
    ['POST /people/9/relationships/articles', [article('1')]],
    ['PATCH /people/7/relationships/articles', [article('1'), article('2')]],
  ],
  [
    'deleting a member, seen on a page of one',
    '/people/7/relationships/articles?page[size]=1&page[number]=2',
    ['DELETE /articles/1'],
    ['PATCH /people/7/relationships/articles', []],
  ],
  [
    'a join table, seen from the inverse relationship',
    '/articles/1/relationships/tags',
    ['POST /tags/t2/relationships/articles', [article('1')]],
    ['PATCH /articles/1/relationships/tags', []],
  ],
];

describe.each(['column', 'attribute', 'hash'] as const)('with the version as %s', (declared) => {
  test.each(lost)('%s: a tag of %s from before is rejected', async (_, url, between, write) => {
    const send = open(declared);
    const { etag, status } = await send(`GET ${url}`);
    expect([status, etag]).toEqual([200, expect.any(String)]);
    expect((await send(...between)).status).toBeLessThan(300);
    expect((await send(write[0], write[1], etag)).status).toBe(412);
    const again = await send(`GET ${url}`);
    // A part of a relationship does not have a version where the source declares none.
    if (declared !== 'hash' || !url.includes('page'))
      expect((await send(write[0], write[1], again.etag)).status).toBeLessThan(300);
  });

  test('a tag stays valid without a write in between, for any representation', async () => {
    for (const url of ['/articles/1', '/articles/1?fields[articles]=title', '/articles/1?include=author']) {
      const send = open(declared);
      const { etag } = await send(`GET ${url}`);
      expect((await send('PATCH /people/9', { ...person('9'), attributes: { name: 'Di' } })).status).toBe(200);
      const { status, etag: next } = await send('PATCH /articles/1', title('1'), etag);
      expect(status).toBe(200);
      expect((await send('DELETE /articles/1', undefined, next)).status).toBe(204);
    }
  });
});

test('a tag of the resource is valid for its relationships, and the other way round', async () => {
  const send = open('column');
  const url = '/people/7/relationships/articles';
  const { etag } = await send('GET /people/7');
  const { status, etag: next } = await send(`POST ${url}`, [article('2')], etag);
  expect(status).toBe(204);
  expect((await send(`POST ${url}`, [article('2')], etag)).status).toBe(412);
  const named = { ...person('7'), attributes: { name: 'Di' } };
  expect((await send('PATCH /people/7', named, next)).status).toBe(200);
  expect((await send('PATCH /people/7', named, next)).status).toBe(412);
});

test('a relationship that is too large to be read has the version that its source declares', async () => {
  const send = open('column', 0);
  const url = '/people/7/relationships/articles';
  const { etag } = await send(`GET ${url}?page[size]=1`);
  expect((await send(`PATCH ${url}`, [], etag)).status).toBe(204);
  expect((await send(`PATCH ${url}`, [], etag)).status).toBe(412);
});

test.each(['new', 'replaced'] as const)(
  'a foreign key that no relationship of its row shows: %s members count, others do not',
  async (how) => {
    const database = new DatabaseSync(':memory:');
    database.exec(`
    create table person (id text primary key);
    create table article (id text primary key, revision integer not null default 0, author_id text references person (id));
    insert into person values ('7'), ('9');
    insert into article (id, author_id) values ('1', '9'), ('2', '7'), ('3', null);
  `);
    const hidden = defineApi({
      articles: { attributes: { authorId: attribute(z.string().nullable(), { write: false }) } },
      people: { attributes: {}, relationships: { articles: toMany('articles') } },
    });
    const db = new Kysely({ dialect: createNodeSqliteDialect(database) });
    const sources = createKyselySources(hidden, db, {
      articles: { table: 'article', version: 'revision', attributes: { authorId: 'author_id' } },
      people: { table: 'person', relationships: { articles: { foreignKey: 'author_id' } } },
    });
    const server = createServer(hidden, sources);
    const method = how === 'new' ? 'POST' : 'PATCH';
    const data = [article('1'), article('2'), ...(how === 'new' ? [] : [article('3')])];
    const headers = { 'content-type': 'application/vnd.api+json' };
    const request = { method, url: '/people/9/relationships/articles', headers, body: JSON.stringify({ data }) };
    expect((await server.handle(request)).status).toBe(204);
    const rows = database.prepare('select id, revision, author_id as author from article order by id').all();
    expect(rows.map(({ id, revision, author }) => [id, revision, author])).toEqual([
      ['1', 0, '9'],
      ['2', 1, '9'],
      how === 'new' ? ['3', 0, null] : ['3', 1, '9'],
    ]);
  },
);
