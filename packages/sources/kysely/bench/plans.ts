/**
 * Compares the statements of lists with those that an expert writes, by the time that PostgreSQL says it needs: 1,000,000 articles and
 * 5,000,000 comments. Prints milliseconds and their ratio.
 *
 * Run: `npm run bench:plans`
 */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { z } from 'zod';
import { createKyselySources, readCatalog } from '../src/index.ts';
import { noPostgres, startPostgres } from '../test/postgres.ts';

const on = { sort: true, filter: true } as const;
const text = () => attribute(z.string(), on);
const api = defineApi({
  people: {
    attributes: { name: text(), tenant: attribute(z.int(), on) },
    relationships: { articles: toMany('articles', { filter: true }) },
  },
  articles: {
    attributes: { title: text(), status: attribute(z.string().nullable(), on), created: attribute(z.int(), on) },
    relationships: { author: toOne('people', on), comments: toMany('comments', { filter: true }) },
  },
  comments: { attributes: { body: text() }, relationships: { article: toOne('articles', on) } },
});

const schema = `
  create extension if not exists pg_trgm;
  create table person (id integer primary key, name text not null, tenant integer not null);
  create table article (
    id integer primary key, title text not null, status text, created integer not null,
    author_id integer references person
  );
  create table comment (id integer primary key, body text not null, article_id integer not null references article);
  insert into person select i, 'name ' || (i * 7919) % 50000, 1 + i % 1000 from generate_series(1, 50000) i;
  insert into article
    select i, 'Title ' || i, (array['draft', 'published', 'archived'])[1 + i % 3], (i::bigint * 7919) % 1000000,
      case when i % 10 > 0 then 1 + (i * 31) % 50000 end
    from generate_series(1, 1000000) i;
  insert into comment select i, 'body', 1 + (i::bigint * 13) % 900000 from generate_series(1, 5000000) i;
  create index on person (name);
  create index on person (tenant);
  create index on article (title);
  create index on article (status nulls first, id);
  create index on article (created, id);
  create index on article (author_id, id);
  create index on article using gin (lower(title collate "C") gin_trgm_ops);
  create index on comment (article_id, id);
  vacuum analyze;
`;

const some = 'm.id, m.title, m.status, m.created, m.author_id';
const page = 'order by m.id limit 26';
const noComments = 'not exists (select 1 from comment c where c.article_id = m.id)';
const byName = "exists (select 1 from person p where p.name = 'name 77' and p.id = m.author_id)";
const ofTenant = 'exists (select 1 from person p where p.tenant = 7 and p.id = m.author_id)';
const keys = (where: string): string => `select * from (select m.id from article m where ${where} ${page}) firsts`;
const ofKeys = (found: string, order: string): string =>
  `select ${some} from article m join (${found}) page on page.id = m.id ${order}`;

/** A request, and the statement by hand. The parameter `rule` stands for a rule that shows the articles of one tenant. */
const rows: readonly (readonly [name: string, url: string, byHand: string])[] = [
  ['without comments', 'filter=exists(comments,false)', `select ${some} from article m where ${noComments} ${page}`],
  ['not null', 'filter=not(eq(comments,null))', `select ${some} from article m where not ${noComments} ${page}`],
  [
    'a group with a path',
    "filter=or(eq(title,'Title 7'),eq(author.name,'name 77'))",
    ofKeys(`${keys("m.title = 'Title 7'")} union ${keys(byName)}`, page),
  ],
  [
    'a group with a to-many relationship',
    "filter=or(eq(title,'Title 7'),exists(comments,false))",
    ofKeys(`${keys("m.title = 'Title 7'")} union ${keys(noComments)}`, page),
  ],
  ['descending', 'sort=-status', `select ${some} from article m order by m.status desc nulls last, m.id desc limit 26`],
  [
    'a deep page',
    'sort=created&page[number]=10000',
    ofKeys('select id from article order by created, id limit 26 offset 249975', 'order by m.created, m.id'),
  ],
  [
    'a part of a text',
    "filter=iContains(title,'TLE 77777')",
    `select ${some} from article m where lower(m.title collate "C") like '%tle 77777%' ${page}`,
  ],
  [
    'an order by a related resource',
    'sort=author.name',
    ofKeys(
      `select * from (select id from article where author_id is null order by id limit 26) a union all select * from (
        select m.id from person p join article m on m.author_id = p.id order by p.name, m.id limit 26) b limit 26`,
      '',
    ),
  ],
  [
    'the newest of a tenant',
    'rule&sort=-created',
    `select ${some} from article m where ${ofTenant} order by m.created desc, m.id desc limit 26`,
  ],
];

if (noPostgres !== undefined) throw new Error(noPostgres);
const postgres = await startPostgres();
const queries: CompiledQuery[] = [];
const pool = new Pool({ ...postgres.connection, max: 1 });
// A connection that ends together with the database is not a failure.
pool.on('error', () => undefined);
const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void queries.push(query) });
const idType = 'integer' as const;
const mapping = {
  people: { table: 'person', idType, relationships: { articles: { foreignKey: 'author_id' } } },
  articles: {
    ...{ table: 'article', idType },
    relationships: { author: { column: 'author_id' }, comments: { foreignKey: 'article_id' } },
  },
  comments: { table: 'comment', idType, relationships: { article: { column: 'article_id' } } },
};

/** Creates the servers without rules and with rules, when the database has its tables. */
async function createServers() {
  const sources = createKyselySources(api, db, mapping as never, { catalog: await readCatalog(db) });
  const access = { articles: { read: () => [{ field: 'author.tenant', values: [7] }] } };
  return {
    open: createServer(api, sources),
    guarded: createServer(api, sources, { access, onMissingRules: () => undefined }),
  };
}

/** Returns the first statement of a request. */
async function statementOf(
  { open, guarded }: Awaited<ReturnType<typeof createServers>>,
  query: string,
): Promise<CompiledQuery> {
  queries.length = 0;
  const [server, url] = query.startsWith('rule&') ? [guarded, query.slice(5)] : [open, query];
  const { status, body } = await server.handle({ method: 'GET', url: `/articles?${url}`, headers: {} });
  const [first] = queries;
  if (status !== 200 || first === undefined) throw new Error(`${url}: ${status} ${body}`);
  return first;
}

/** Returns the milliseconds that the database says that it needs for a statement, without its plan. */
async function timeOf({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<number> {
  const explained = CompiledQuery.raw(`explain (analyze, timing off, format json) ${sql}`, [...parameters]);
  const { rows: lines } = await db.executeQuery<{ 'QUERY PLAN': readonly { 'Execution Time': number }[] }>(explained);
  return lines[0]?.['QUERY PLAN'][0]?.['Execution Time'] ?? Number.NaN;
}

try {
  process.stdout.write('Writing 6,050,000 rows: about a minute.\n');
  for (const statement of schema.split(';')) if (statement.trim() !== '') await pool.query(statement);
  const servers = await createServers();
  for (const [name, url, byHand] of rows) {
    const statement = await statementOf(servers, url);
    let [ours, theirs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    // In turns, so that what disturbs one of them disturbs the other.
    for (let round = 0; round < 7; round++) {
      ours = Math.min(ours, await timeOf(statement));
      theirs = Math.min(theirs, await timeOf({ sql: byHand, parameters: [] }));
    }
    const ratio = (ours / theirs).toFixed(2);
    process.stdout.write(`${name}: ${ours.toFixed(2)} ms, by hand ${theirs.toFixed(2)} ms, ${ratio} times\n`);
  }
} finally {
  await db.destroy();
  await postgres.stop();
}
