/** The sentences about caching of the page about conditional requests. */

import { DatabaseSync } from 'node:sqlite';
import { defineApi } from '@linkage/core';
import { createKyselySources, createNodeSqliteDialect, readDatabaseSchema } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { expect } from 'vitest';
import { z } from 'zod';
import { fact as factOf, send } from './fact.ts';
import { linked, open, serveLinked } from './linked.ts';

const fact = (sentence: string, check: () => unknown): void => factOf('guide/conditional-requests.md', sentence, check);
const article = '/articles/1';
const cached = (value: unknown, more: object = {}) => serveLinked({ cacheControl: () => value, ...more });
fact('GET responses have `Cache-Control: private, no-cache`.', async () => {
  for (const url of ['/articles', article, `${article}/relationships/tags`])
    expect((await send(serveLinked(), `GET ${url}`)).headers['Cache-Control']).toBe('private, no-cache');
});
fact(
  'It must not return a promise. Otherwise, the server responds with 500 and calls `onError` with a `TypeError`.',
  async () => {
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    expect((await send(cached(Promise.resolve('no-store'), { onError }), 'GET /articles')).status).toBe(500);
    expect(errors).toEqual([expect.any(TypeError)]);
  },
);
fact(
  'responds with 500 to a value that shared caches can store, such as `max-age=60`, until `vary` is set: each value needs `private`, `no-cache`, or `no-store`.',
  async () => {
    const statusOf = async (value: string, more?: object) =>
      (await send(cached(value, { access: open(), ...more }), 'GET /articles')).status;
    expect(await statusOf('max-age=60')).toBe(500);
    for (const value of ['private, max-age=60', 'no-cache', 'no-store']) expect(await statusOf(value)).toBe(200);
    for (const vary of [[], ['Authorization']]) expect(await statusOf('max-age=60', { vary })).toBe(200);
  },
);
fact('GET responses then have `Vary: Accept, Authorization`.', async () => {
  const { headers } = await send(cached('public, max-age=60', { vary: ['Authorization'] }), 'GET /articles');
  expect(headers['Vary']).toBe('Accept, Authorization');
});
fact('Tags of another deployment do not match.', async () => {
  const tagWith = async (deployment: string) => {
    const sources = linked();
    const { find } = sources.articles;
    const articles = { ...sources.articles, version: 'title', versioned: { find, attributes: ['title'] } };
    return (await send(serveLinked({ deployment }, { ...sources, articles }), `GET ${article}`)).headers['ETag'];
  };
  expect(await tagWith('a')).toBe(await tagWith('a'));
  expect(await tagWith('a')).not.toBe(await tagWith('b'));
});

fact(
  'A 304 then takes one statement, which reads no attribute. A 200 of one short resource is one statement, too',
  async () => {
    const database = new DatabaseSync(':memory:');
    database.exec(`
    create table task (id integer primary key, title text not null, revision integer not null default 1);
    insert into task (title) values ('Write')`);
    const statements: string[] = [];
    const dialect = createNodeSqliteDialect(database);
    const db = new Kysely<never>({ dialect, log: ({ query }) => void statements.push(query.sql) });
    const databaseSchema = await readDatabaseSchema(db);
    const api = defineApi({ tasks: { attributes: { title: z.string() } } });
    const mapping = { tasks: { table: 'task', idType: 'integer', version: 'revision' } } as const;
    const sources = createKyselySources(api, db, mapping, { databaseSchema, versionsCountEveryWrite: true });
    const server = createServer(api, sources, { deployment: 'a' });
    const { headers } = await send(server, 'GET /tasks/1');
    for (const [tag, status] of [
      ['"other"', 200],
      [headers['ETag'] ?? '', 304],
    ] as const) {
      statements.length = 0;
      const response = await send(server, 'GET /tasks/1', undefined, { 'if-none-match': tag });
      expect([response.status, statements.length]).toEqual([status, 1]);
      expect(statements[0]?.includes('title')).toBe(status === 200);
    }
  },
);
