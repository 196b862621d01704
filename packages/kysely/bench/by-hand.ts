/**
 * Compares the server over SQL sources with handlers that are written by hand: the same statements, the same documents. Prints
 * requests per second and their ratio for SQLite and, if it is installed, PostgreSQL.
 *
 * Run: `node packages/kysely/bench/by-hand.ts [rounds]`
 */
import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { z } from 'zod';
import { createKyselySources, createNodeSqliteDialect } from '../src/index.ts';
import { noPostgres, startPostgres } from '../test/postgres.ts';

interface Tables {
  readonly article: {
    readonly id: string;
    readonly title: string;
    readonly body: string;
    readonly words: number;
    readonly author_id: number;
  };
  readonly person: { readonly id: number; readonly name: string };
}

const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string(), { sort: true }), body: z.string(), words: z.number() },
    relationships: { author: toOne('people') },
  },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
});
const schema = `
  create table person (id integer primary key, name text not null);
  create table article (id text primary key, title text not null, body text not null, words integer not null,
    author_id integer not null references person (id));
`;
const COUNT = 500;
const people = Array.from({ length: 10 }, (_, index) => ({ id: index + 1, name: `Person ${index}` }));
const articles = Array.from({ length: COUNT }, (_, index) => ({
  id: String(10_000 + index),
  title: `Title ${index}`,
  body: `${'lorem ipsum '.repeat(40)}${index}`,
  words: index,
  author_id: (index % 10) + 1,
}));

function documentsByHand(db: Kysely<Tables>) {
  const columns = ['id', 'title', 'body', 'words', 'author_id'] as const;
  type Article = Tables['article'];
  const articleOf = ({ id, title, body, words, author_id }: Article) => ({
    type: 'articles',
    id,
    attributes: { title, body, words },
    relationships: {
      author: {
        links: { self: `/articles/${id}/relationships/author`, related: `/articles/${id}/author` },
        data: { type: 'people', id: String(author_id) },
      },
    },
    links: { self: `/articles/${id}` },
  });
  const personOf = ({ id, name }: Tables['person']) => ({
    type: 'people',
    id: String(id),
    attributes: { name },
    relationships: {
      articles: { links: { self: `/people/${id}/relationships/articles`, related: `/people/${id}/articles` } },
    },
    links: { self: `/people/${id}` },
  });
  const row = () => db.selectFrom('article').select(columns).where('id', '=', '10007').executeTakeFirst();
  const rows = async () => {
    const found = await db.selectFrom('article').select(columns).orderBy('id').limit(51).execute();
    const shown = found.slice(0, 50);
    const ids = [...new Set(shown.map(({ author_id }) => author_id))];
    return { shown, authors: await db.selectFrom('person').select(['id', 'name']).where('id', 'in', ids).execute() };
  };
  return {
    row,
    rows,
    one: async () => {
      const found = await row();
      const data = found === undefined ? null : articleOf(found);
      return JSON.stringify({ jsonapi: { version: '1.1' }, links: { self: '/articles/10007' }, data });
    },
    list: async () => {
      const { shown, authors } = await rows();
      const self = '/articles?include=author&page%5Bsize%5D=50';
      return JSON.stringify({
        jsonapi: { version: '1.1' },
        links: { self, first: `${self}&page%5Bnumber%5D=1`, prev: null, next: `${self}&page%5Bnumber%5D=2` },
        data: shown.map(articleOf),
        included: authors.map(personOf),
      });
    },
  };
}

async function rateOf(run: () => Promise<unknown>, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds;
  let count = 0;
  const begin = performance.now();
  while (performance.now() < end) {
    await run();
    count += 1;
  }
  return (count * 1000) / (performance.now() - begin);
}

const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;

async function compare(name: string, db: Kysely<Tables>, rounds: number): Promise<void> {
  const sources = createKyselySources(api, db, {
    articles: { table: 'article', relationships: { author: { column: 'author_id' } } },
    people: { table: 'person', idType: 'integer', relationships: { articles: { foreignKey: 'author_id' } } },
  });
  const server = createServer(api, sources);
  const byHand = documentsByHand(db);
  const ask = (url: string) => async () => {
    const { status, body = '' } = await server.handle({ method: 'GET', url, headers: {} });
    if (status !== 200) throw new Error(`${url}: ${status} ${body}`);
    return body;
  };
  const call = { context: undefined, signal: new AbortController().signal };
  const whole = {
    attributes: new Set(['title', 'body', 'words'] as const),
    relationships: new Set(['author'] as const),
  };
  const named = { attributes: new Set(['name'] as const), relationships: new Set(['articles'] as const) };
  const page = { filter: [], sort: [], page: { offset: 0, limit: 51 }, selection: whole, total: false };
  const pairs = {
    'statements of one resource': [
      async () => JSON.stringify({ data: await sources.articles.find(['10007'], whole, call) }),
      async () => JSON.stringify({ data: await byHand.row() }),
    ],
    'statements of the list': [
      async () => {
        const { records } = await sources.articles.list(page, call);
        const ids = [...new Set(records.map(({ author }) => String(author)))];
        await sources.people.find(ids, named, call);
        return '{"data":[]}';
      },
      async () => {
        await byHand.rows();
        return '{"data":[]}';
      },
    ],
    'one resource': [ask('/articles/10007'), byHand.one],
    'list of 50 with 10 included': [ask('/articles?include=author&page[size]=50'), byHand.list],
  } as const;
  for (const [what, [ours, theirs]] of Object.entries(pairs)) {
    const [one, other] = [JSON.parse(await ours()), JSON.parse(await theirs())];
    const sizes = [one, other].map(({ data, included = [] }) => [[data].flat().length, included.length].join('+'));
    // The statements alone do not make a document.
    if (sizes[0] !== sizes[1]) throw new Error(`The documents differ: ${sizes}`);
    await rateOf(ours, 500);
    await rateOf(theirs, 500);
    const ratios: number[] = [];
    const rates: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const rate = await rateOf(ours, 300);
      ratios.push(rate / (await rateOf(theirs, 300)));
      rates.push(rate);
    }
    process.stdout.write(
      `${name}, ${what}: ${median(rates).toFixed()} requests/s, ${median(ratios).toFixed(2)} of by hand\n`,
    );
  }
}

const rounds = Number(process.argv[2] ?? 7);
const database = new DatabaseSync(':memory:');
database.exec(schema);
const sqlite = new Kysely<Tables>({ dialect: createNodeSqliteDialect(database) });
await sqlite.insertInto('person').values(people).execute();
await sqlite.insertInto('article').values(articles).execute();
await compare('SQLite', sqlite, rounds);
if (noPostgres === undefined) {
  const postgres = await startPostgres();
  const pool = new Pool({ ...postgres.connection, max: 4 });
  pool.on('error', () => undefined);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await pool.query(schema);
  await db.insertInto('person').values(people).execute();
  await db.insertInto('article').values(articles).execute();
  await compare('PostgreSQL', db, rounds);
  await db.destroy();
  await postgres.stop();
} else process.stdout.write(`PostgreSQL: ${noPostgres}\n`);
