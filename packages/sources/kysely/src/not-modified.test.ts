/** `If-None-Match` of a resource whose version determines its document: one statement, which does not read the document. */

import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createKyselySources, createNodeSqliteDialect, explainStatements, readDatabaseSchema } from './index.ts';

const api = defineApi({
  articles: {
    attributes: {
      title: z.string(),
      body: z.string(),
      loud: attribute(z.string(), { write: false, onDemand: true }),
      size: attribute(z.number(), {
        compute: ({ body }: { readonly body: string }) => body.length,
        needs: ['body'],
        onDemand: true,
      }),
    },
    relationships: { author: toOne('people'), tags: toMany('tags') },
  },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
  tags: { attributes: { name: z.string() } },
});
const script = `
  create table person (id integer primary key, name text not null, revision integer not null default 1);
  create table article (id integer primary key, title text not null, body text not null, revision integer not null default 1,
    author_id integer references person on delete set null);
  create table tag (id integer primary key, name text not null);
  create table article_tag (article_id integer, tag_id integer, primary key (article_id, tag_id));
  insert into person values (1, 'Ada', 1), (2, 'Bob', 1); insert into article values (1, 'One', 'Text', 1, 1); insert into tag values (1, 'red');`;

async function open(own: object = {}, isDeclared = true, changed = (sources: never): unknown => sources) {
  const database = new DatabaseSync(':memory:');
  database.exec(script);
  const statements: string[] = [];
  const dialect = explainStatements(createNodeSqliteDialect(database), (it) => statements.push(it.sql));
  const db = new Kysely<never>({ dialect });
  onTestFinished(() => db.destroy());
  const databaseSchema = await readDatabaseSchema(db);
  const sources = createKyselySources(
    api,
    db,
    {
      articles: {
        table: 'article',
        idType: 'integer',
        version: 'revision',
        attributes: { loud: { expression: (row: (name: string) => never) => sql`upper(${row('title')})` } },
        relationships: {
          author: { column: 'author_id' },
          tags: { through: 'article_tag', from: 'article_id', to: 'tag_id' },
        },
      },
      people: {
        table: 'person',
        idType: 'integer',
        version: 'revision',
        relationships: { articles: { foreignKey: 'author_id' } },
      },
      tags: { table: 'tag', idType: 'integer' },
    } as never,
    { databaseSchema, versionsCountEveryWrite: isDeclared },
  ) as never;
  const server = createServer(api, changed(sources) as never, { deployment: 'one', ...own } as never);
  const send = async (method: string, url: string, headers: object = {}, data?: object) => {
    statements.length = 0;
    const body = data === undefined ? undefined : JSON.stringify({ data });
    const type = body === undefined ? {} : { 'content-type': 'application/vnd.api+json' };
    const response = await server.handle({ method, url, headers: { ...type, ...headers }, body } as never);
    const { status, headers: sent } = response;
    return { status, etag: sent['ETag'] as string, body: response.body, statements: [...statements], headers: sent };
  };
  /** Fetches a resource, changes something, and fetches it again with its tag. */
  const again = async (url: string, change: () => unknown = () => undefined) => {
    const first = await send('GET', url);
    expect(first.status).toBe(200);
    await change();
    return send('GET', url, { 'if-none-match': first.etag });
  };
  return { database, send, again };
}

const url = '/articles/1?fields[articles]=title,body,author,tags';
const patch = (attributes: object) => ({ type: 'articles', id: '1', attributes });

test('304 from one statement that reads neither title nor text, with the headers of the 200', async () => {
  const { send, again } = await open();
  const first = await send('GET', url);
  const second = await again(url);
  expect([second.status, second.body, second.etag]).toEqual([304, undefined, first.etag]);
  expect(second.statements).toHaveLength(1);
  expect(second.statements[0]).not.toMatch(/title|body/);
  const { 'Content-Type': _, ...others } = first.headers;
  expect(second.headers).toEqual(others);
  expect((await send('HEAD', url, { 'if-none-match': `W/${first.etag}` })).status).toBe(304);
});

test.each<[what: string, url: string, change: string | object, status: number]>([
  ['another program writes, and counts', url, "update article set title = 'Two', revision = revision + 1", 200],
  ['a request writes', url, { title: 'Two' }, 200],
  ['the foreign key changes without the version', url, 'update article set author_id = 2', 200],
  ['the related resource is deleted', url, 'delete from person where id = 1', 200],
  ['another resource changes', url, "update person set name = 'Eve', revision = 9", 304],
  ['an included resource changes', '/articles/1?include=author', "update person set name = 'Eve'", 200],
  ['an expression has another value', '/articles/1?fields[articles]=loud', "update article set title = 'Two'", 200],
  [
    'a computed attribute has another value',
    '/articles/1?fields[articles]=size',
    "update article set body = 'Longer'",
    200,
  ],
])('%s', async (_, at, change, status) => {
  const { database, send, again } = await open();
  const work = () =>
    typeof change === 'string' ? database.exec(change) : send('PATCH', '/articles/1', {}, patch(change));
  const { status: found } = await again(at, work);
  expect(found).toBe(status);
});

test.each<[what: string, own: object, isDeclared?: boolean]>([
  ['without a deployment', { deployment: undefined }],
  ['without the statement of the sources', {}, false],
  ['with members of the application', { documents: { meta: () => ({ now: 1 }) } }],
  [
    'with access rules and linkage',
    { access: { articles: { read: () => true }, people: { read: () => true }, tags: { read: () => true } } },
  ],
])('%s, the document is compared', async (_, own, isDeclared) => {
  const { database, again } = await open(own, isDeclared);
  expect((await again(url)).status).toBe(304);
  // The version stays.
  expect((await again(url, () => database.exec("update article set title = 'Two'"))).status).toBe(200);
});

test('with access rules, a document without relationships is known by its version, if the user can still read it', async () => {
  let canRead = true;
  const { again } = await open({ access: { articles: { read: () => canRead } } });
  const plain = '/articles/1?fields[articles]=title,body';
  const known = await again(plain);
  expect([known.status, known.statements.some((it) => /"title"|body/.test(it))]).toEqual([304, false]);
  const hidden = await again(plain, () => {
    canRead = false;
  });
  expect([hidden.status, hidden.etag]).toEqual([404, undefined]);
});

test('tags of other releases, fieldsets, URLs, and users with other fields do not match', async () => {
  const tags = new Set<string>();
  const settings: readonly (readonly [string, object])[] = [
    [url, {}],
    [url, { deployment: 'two' }],
    [url, { baseUrl: 'https://example.com' }],
    ['/articles/1?fields[articles]=title', {}],
    ['/articles/1', {}],
    ['/articles/1?fields[articles]=title', { access: { articles: { read: () => true, fields: () => ['title'] } } }],
  ];
  for (const [at, own] of settings) {
    const { send } = await open(own);
    const { status, etag } = await send('GET', at);
    expect([at, status]).toEqual([at, 200]);
    tags.add(etag);
  }
  expect(tags.size).toBeGreaterThanOrEqual(settings.length - 1);
});

test('the tag is that of `If-Match`, with any fieldset', async () => {
  const { send } = await open();
  const { etag } = await send('GET', url);
  const changed = await send('PATCH', '/articles/1', { 'if-match': etag }, patch({ title: 'Two' }));
  expect(changed.status).toBe(200);
  expect((await send('PATCH', '/articles/1', { 'if-match': etag }, patch({ title: 'Three' }))).status).toBe(412);
  expect((await send('GET', url, { 'if-match': changed.etag })).status).toBe(200);
});

test('a source that replaces `find` declares nothing', async () => {
  const replaced = (sources: Record<string, { find: (...given: never[]) => unknown }>) => ({
    ...sources,
    articles: { ...sources['articles'], find: (...given: never[]) => sources['articles']?.find(...given) },
  });
  const { database, again } = await open({}, true, replaced);
  expect((await again(url)).status).toBe(304);
  expect((await again(url, () => database.exec("update article set title = 'Two'"))).status).toBe(200);
});

test('the statement of the sources requires the database schema', async () => {
  const db = new Kysely<never>({ dialect: createNodeSqliteDialect(new DatabaseSync(':memory:')) });
  const declared = { versionsCountEveryWrite: true };
  expect(() => createKyselySources(api, db, {} as never, declared)).toThrow(/requires the database schema/);
  await db.destroy();
});
