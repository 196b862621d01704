import { createHook } from 'node:async_hooks';
import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { CamelCasePlugin, Kysely, type KyselyConfig, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createKyselySources, createNodeSqliteDialect, explainStatements, transactionOf } from './index.ts';

const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string(), { filter: true }) },
    relationships: { author: toOne('people'), comments: toMany('comments') },
  },
  people: { attributes: { name: z.string() } },
  comments: { attributes: { body: z.string() }, relationships: { article: toOne('articles') } },
});

let database: DatabaseSync;
beforeEach(() => {
  database = new DatabaseSync(':memory:');
  database.exec(`
    create table person (id integer primary key, name text not null);
    create table article (id integer primary key, title text not null, author_id integer references person);
    create table comment (id integer primary key, body text not null, article_id integer references article);
    insert into person values (1, 'Ann'), (2, 'Bob');
    insert into article values (1, 'One', 1), (2, 'Two', 2), (3, 'One', 1);
    insert into comment values (1, 'First', 1), (2, 'Second', 1), (3, 'Third', 3);
  `);
});
afterEach(() => {
  if (database.isOpen) database.close();
});

function open(config: Omit<KyselyConfig, 'dialect'> = {}, dialect = createNodeSqliteDialect(database)) {
  const db = new Kysely<never>({ ...config, dialect });
  const sources = createKyselySources(api, db as never, {
    articles: {
      table: 'article',
      idType: 'integer',
      relationships: { author: { column: 'author_id' }, comments: { foreignKey: 'article_id' } },
    },
    people: { table: 'person', idType: 'integer' },
    comments: { table: 'comment', idType: 'integer', relationships: { article: { column: 'article_id' } } },
  });
  return { db: db as unknown as Kysely<Record<string, never>>, sources };
}

const call = { context: undefined, signal: new AbortController().signal };
const selection = { attributes: new Set(['title'] as const), relationships: new Set(['author'] as const) };
const page = { offset: 0, limit: 10 };
const filter = [{ field: 'title', operator: 'eq', values: ['One'] }] as const;

/** A promise that a test resolves. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** The number of promises that some work creates. */
function promisesOf(work: () => unknown): number {
  let count = 0;
  const hook = createHook({ init: (_, type) => void (type === 'PROMISE' && count++) }).enable();
  work();
  hook.disable();
  return count;
}

describe('over the SQLite of Node', () => {
  test('find, list and related answer without a promise, after the first statement of the database', async () => {
    const { sources } = open();
    const { articles, people, comments } = sources;
    expect(await articles.find(['1'], selection, call)).toMatchObject([{ id: 1, title: 'One', author: 1 }]);
    const body = { attributes: new Set(['body'] as const), relationships: new Set<never>() };
    const works = {
      find: () => articles.find(['1', '3'], selection, call),
      list: () => articles.list({ selection, filter, sort: [], page, total: true }, call),
      keyset: () =>
        articles.list({ selection, filter, sort: [], page: { ...page, positions: true }, total: true }, call),
      'no ids': () => people.find([], { attributes: new Set(['name']), relationships: new Set() }, call),
      related: () => articles.related('comments', ['1', '2'], { selection: body, filter: [], atMost: 100 }, call),
      'related page': () =>
        articles.related(
          'comments',
          ['1'],
          { selection: body, filter: [], sort: [], page, total: true } as never,
          call,
        ),
      comments: () => comments.find(['2'], body, call),
    };
    for (const [name, work] of Object.entries(works)) expect(promisesOf(work), name).toBe(0);
    expect(works.list()).toMatchObject({ records: [{ id: 1 }, { id: 3 }], total: 2 });
    expect(works.keyset()).toMatchObject({ records: [{ id: 1 }, { id: 3 }], total: 2 });
    const related = works.related() as Awaited<ReturnType<typeof works.related>>;
    expect(related.get('1')).toMatchObject({ records: [{ body: 'First' }, { body: 'Second' }] });
  });

  test('a request answers without a promise, besides the one that `handle` returns', async () => {
    const server = createServer(api, open().sources, { defaultAccess: 'allow' });
    const headers = { accept: 'application/vnd.api+json' };
    for (const url of ['/articles/1', '/articles?include=author,comments&filter[title]=One']) {
      const ask = () => server.handle({ method: 'GET', url, headers });
      expect((await ask()).status).toBe(200);
      expect(promisesOf(ask), url).toBe(1);
    }
  });

  test('a read never sees what another request has not committed', async () => {
    const { db, sources } = open();
    const server = createServer(api, sources, { defaultAccess: 'allow' });
    const titleOf = async (): Promise<unknown> => {
      const { body } = await server.handle({
        method: 'GET',
        url: '/articles/1',
        headers: { accept: 'application/vnd.api+json' },
      });
      return JSON.parse(String(body)).data.attributes.title;
    };
    expect(await titleOf()).toBe('One');
    for (const fails of [true, false]) {
      const [written, read] = [gate(), gate()];
      const writing = server.transaction({ context: undefined }, async ({ call: ofTransaction }) => {
        const own = transactionOf(db, ofTransaction) as unknown as Kysely<{ article: { title: string } }>;
        await own.updateTable('article').set({ title: 'Changed' }).execute();
        written.open();
        await read.opened;
        if (fails) throw new Error('The application changes its mind.');
      });
      const ended = writing.catch(() => undefined);
      await written.opened;
      expect(database.isTransaction).toBe(true);
      const title = titleOf();
      const direct = sources.articles.find(['1'], selection, call);
      expect(direct).toBeInstanceOf(Promise);
      await new Promise((resolve) => setTimeout(resolve, 20));
      read.open();
      expect(await title).toBe(fails ? 'One' : 'Changed');
      expect(await direct).toMatchObject([{ title: fails ? 'One' : 'Changed' }]);
      await ended;
    }
    expect(promisesOf(() => sources.articles.find(['1'], selection, call))).toBe(0);
  });

  test('a transaction that the application began itself is not read directly, and a closed database keeps its error', async () => {
    const { db, sources } = open();
    await sources.articles.find(['1'], selection, call);
    const isDirect = () => !(sources.articles.find(['1'], selection, call) instanceof Promise);
    const waiting: unknown[] = [];
    await db.connection().execute(async (one) => {
      expect(isDirect()).toBe(true);
      await sql`begin`.execute(one);
      waiting.push(sources.articles.find(['1'], selection, call));
      await sql`commit`.execute(one);
    });
    database.exec('begin');
    waiting.push(sources.articles.find(['1'], selection, call));
    for (const found of waiting) expect(found).toBeInstanceOf(Promise);
    expect(await Promise.all(waiting)).toMatchObject([[{ title: 'One' }], [{ title: 'One' }]]);
    database.exec('commit');
    expect(isDirect()).toBe(true);
    await db.destroy();
    await expect(sources.articles.find(['1'], selection, call)).rejects.toThrow('destroyed');
  });

  test('the option `log`, plugins, and explained statements see every read', async () => {
    const logged: string[] = [];
    const statements: string[] = [];
    const explained: string[] = [];
    let transformed = 0;
    const camel = new CamelCasePlugin();
    const counting = {
      transformQuery: camel.transformQuery.bind(camel),
      transformResult: (given: never) => {
        transformed++;
        return camel.transformResult(given);
      },
    };
    const read = async ({ sources }: ReturnType<typeof open>): Promise<void> => {
      for (let round = 0; round < 3; round++) {
        statements.push('find');
        expect(await sources.articles.find(['2'], selection, call)).toMatchObject([{ title: 'Two', author: 2 }]);
      }
    };
    await read(open({ log: ({ query }) => void logged.push(query.sql) }));
    await read(open({ plugins: [counting] }));
    const dialect = createNodeSqliteDialect(database);
    await read(
      open(
        {},
        explainStatements(dialect, ({ sql }) => void explained.push(sql)),
      ),
    );
    expect([logged.length, transformed, explained.length]).toEqual([3, 3, 3]);
  });

  test('two databases of one dialect: one logs, and the other reads directly', async () => {
    const logged: string[] = [];
    const dialect = createNodeSqliteDialect(database);
    const [quiet, logs] = [open({}, dialect), open({ log: ({ query }) => void logged.push(query.sql) }, dialect)];
    for (let round = 0; round < 2; round++) {
      await quiet.sources.articles.find(['1'], selection, call);
      await logs.sources.articles.find(['1'], selection, call);
    }
    expect(logged).toHaveLength(2);
    expect(promisesOf(() => quiet.sources.articles.find(['1'], selection, call))).toBe(0);
    // The other database has the same connection.
    await logs.db.transaction().execute(async () => {
      expect(quiet.sources.articles.find(['1'], selection, call)).toBeInstanceOf(Promise);
    });
  });
});
