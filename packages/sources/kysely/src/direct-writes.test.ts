import { createHook } from 'node:async_hooks';
import { DatabaseSync } from 'node:sqlite';
import { defineApi, toOne } from '@linkage/core';
import { createServer, type Server } from '@linkage/server';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createKyselySources, createNodeSqliteDialect, transactionOf } from './index.ts';

const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() } },
});
const media = 'application/vnd.api+json';
const call = { context: undefined, signal: new AbortController().signal };

let database: DatabaseSync;
let db: Kysely<never>;
beforeEach(() => {
  database = new DatabaseSync(':memory:');
  database.exec(`
    create table person (id integer primary key, name text not null);
    create table article (id integer primary key, title text not null,
      author_id integer references person deferrable initially deferred);
    insert into person values (1, 'Ann');
    insert into article values (1, 'One', 1), (2, 'Two', 1);
  `);
  db = new Kysely<never>({ dialect: createNodeSqliteDialect(database) });
});
afterEach(() => database.close());

const open = () =>
  createKyselySources(api, db as never, {
    articles: { table: 'article', idType: 'integer', relationships: { author: { column: 'author_id' } } },
    people: { table: 'person', idType: 'integer' },
  });

type Hooks = NonNullable<NonNullable<Parameters<typeof createServer<typeof api>>[2]>['hooks']>;

function serve(hooks?: Hooks): Server {
  return createServer(api, open(), { defaultAccess: 'allow', ...(hooks && { hooks }) }) as Server;
}

function send(server: Server, request: string, data?: object) {
  const [method = '', url = ''] = request.split(' ');
  const body = data && { body: JSON.stringify({ data }) };
  return server.handle({ method, url, headers: { accept: media, 'content-type': media }, ...body });
}
const titled = (title: string, id?: string) => ({ type: 'articles', ...(id && { id }), attributes: { title } });
const titles = (): unknown => database.prepare('select title from article order by id').all();

/** The promises and timers that some work creates. */
function created(work: () => unknown): readonly string[] {
  const types: string[] = [];
  const hook = createHook({ init: (_, type) => void (/PROMISE|Timeout/.test(type) && types.push(type)) }).enable();
  work();
  hook.disable();
  return types;
}

test.each([
  ['a creation', 'POST /articles', titled('Three')],
  ['an update', 'PATCH /articles/1', titled('Other', '1')],
  ['a deletion', 'DELETE /articles/1', undefined],
])('%s answers without a promise, besides the one that `handle` returns', async (_, request, data) => {
  const server = serve();
  expect((await send(server, 'GET /articles')).status).toBe(200);
  let answer: ReturnType<typeof send> | undefined;
  expect(
    created(() => {
      answer = send(server, request, data);
    }),
  ).toEqual(['PROMISE']);
  expect((await answer)?.status).toBeLessThan(300);
});

test('a transaction with hooks that answer at once answers without a promise, too', async () => {
  const server = serve({ articles: { update: { before: () => undefined, after: () => undefined } } } as Hooks);
  await send(server, 'GET /articles');
  expect(created(() => send(server, 'PATCH /articles/1', titled('Other', '1')))).toEqual(['PROMISE']);
  expect(database.isTransaction).toBe(false);
  expect(titles()).toEqual([{ title: 'Other' }, { title: 'Two' }]);
});

test('a transaction that waits keeps the connection, and others neither see nor join it', async () => {
  const gate = Promise.withResolvers<void>();
  const waits = async ({ id }: { readonly id: string }): Promise<void> => (id === '1' ? gate.promise : undefined);
  const server = serve({ articles: { update: { after: waits } } } as unknown as Hooks);
  await send(server, 'GET /articles');
  const waiting = send(server, 'PATCH /articles/1', titled('Other', '1'));
  expect(database.isTransaction).toBe(true);
  const order: string[] = [];
  const others = [
    send(server, 'GET /articles/1').then(({ body }) => order.push(JSON.parse(String(body)).data.attributes.title)),
    send(server, 'PATCH /articles/2', titled('Second', '2')).then(({ status }) => order.push(String(status))),
    sql`insert into person values (2, 'Bob')`.execute(db).then(() => order.push('statement')),
    db.transaction().execute(async () => order.push('transaction')),
  ];
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(order).toEqual([]);
  gate.resolve();
  expect((await waiting).status).toBe(200);
  await Promise.all(others);
  expect(order.toSorted()).toEqual(['200', 'Other', 'statement', 'transaction']);
  expect(titles()).toEqual([{ title: 'Other' }, { title: 'Second' }]);
});

test.each([
  ['at once', () => undefined],
  ['later', () => Promise.resolve()],
])('a transaction that fails %s leaves nothing', async (_, wait) => {
  const fail = (): unknown => {
    const waited = wait();
    const thrown = new Error('no');
    if (waited === undefined) throw thrown;
    return waited.then(() => Promise.reject(thrown));
  };
  const server = createServer(api, open(), {
    defaultAccess: 'allow',
    onError: () => undefined,
    hooks: { articles: { update: { after: fail as never } } },
  });
  await send(server as Server, 'GET /articles');
  expect((await send(server as Server, 'PATCH /articles/1', titled('Other', '1'))).status).toBe(500);
  expect(database.isTransaction).toBe(false);
  expect(titles()).toEqual([{ title: 'One' }, { title: 'Two' }]);
  expect((await send(server as Server, 'DELETE /articles/2')).status).toBe(204);
});

test('a commit that fails is rolled back', async () => {
  const sources = open();
  await sources.people.find(['1'], { attributes: new Set(['name']), relationships: new Set() }, call);
  database.exec('pragma foreign_keys = on');
  const relationships = { author: { type: 'people', id: '9' } };
  const input = { type: 'articles', id: '1', attributes: { title: 'Lost' }, relationships } as never;
  const failing = sources.articles.transaction(async (inner) => sources.articles.update('1', input, inner), call);
  await expect(failing).rejects.toMatchObject({ status: 409 });
  expect(database.isTransaction).toBe(false);
  expect(titles()).toEqual([{ title: 'One' }, { title: 'Two' }]);
  await sources.articles.delete('2', call);
  expect(titles()).toEqual([{ title: 'One' }]);
});

test('statements of a transaction are rejected after its end', async () => {
  const sources = open();
  const selection = { attributes: new Set(['name'] as const), relationships: new Set<never>() };
  await sources.people.find(['1'], selection, call);
  const inner = await sources.articles.transaction(async (own) => {
    await sql`update article set title = 'Own' where id = 1`.execute(transactionOf(db, own));
    return own;
  }, call);
  const ended = 'The transaction of this statement has ended.';
  await expect(sql`select 1`.execute(transactionOf(db, inner))).rejects.toThrow(ended);
  await expect(async () => sources.articles.delete('2', inner)).rejects.toThrow(ended);
  expect(titles()).toEqual([{ title: 'Own' }, { title: 'Two' }]);
});
