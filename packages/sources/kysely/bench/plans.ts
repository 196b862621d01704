/**
 * Compares the statements of lists with those that an expert writes, by the time that PostgreSQL says it needs: 1,000,000 articles and
 * 5,000,000 comments. Prints milliseconds and their ratio.
 *
 * Run: `npm run bench:plans`. An argument is the folder with the socket of a running server whose database has the tables already.
 */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer, cursorPagination, type JsonApiRequest, type JsonApiResponse } from '@linkage/server';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { z } from 'zod';
import { createKyselySources, readDatabaseSchema } from '../src/index.ts';
import { noPostgres, startPostgres } from '../test/postgres.ts';

const on = { sort: true, filter: true } as const;
const text = () => attribute(z.string(), on);
const time = () => attribute(z.iso.datetime().nullable(), on);
const api = defineApi({
  firms: { attributes: { name: text() }, relationships: {} },
  people: {
    attributes: { name: text(), tenant: attribute(z.int(), on) },
    relationships: { articles: toMany('articles', { filter: true }), firm: toOne('firms', on) },
  },
  articles: {
    attributes: {
      title: text(),
      status: attribute(z.string().nullable(), on),
      created: attribute(z.int(), on),
      published: time(),
      updated: time(),
    },
    relationships: {
      author: toOne('people', on),
      editor: toOne('people', on),
      comments: toMany('comments', { filter: true }),
    },
  },
  comments: { attributes: { body: text() }, relationships: { article: toOne('articles', on) } },
  tags: { attributes: { name: text() }, relationships: { articles: toMany('articles') } },
});

const schema = `
  create extension if not exists pg_trgm;
  create table firm (id integer primary key, name text not null);
  create table person (
    id integer primary key, name text not null, tenant integer not null, firm_id integer not null references firm
  );
  create table article (
    id integer primary key, title text not null, status text, created integer not null,
    published timestamptz, updated timestamptz not null,
    author_id integer references person, editor_id integer not null references person
  );
  create table comment (id integer primary key, body text not null, article_id integer not null references article);
  create table tag (id integer primary key, name text not null);
  create table article_tag (
    article_id integer not null references article, tag_id integer not null references tag, primary key (article_id, tag_id)
  );
  insert into firm select i, 'firm ' || (i * 7919) % 1000 from generate_series(1, 1000) i;
  insert into person select i, 'name ' || (i * 7919) % 50000, 1 + i % 1000, 1 + (i * 37) % 1000 from generate_series(1, 50000) i;
  insert into article
    select i, 'Title ' || i, (array['draft', 'published', 'archived'])[1 + i % 3], (i::bigint * 7919) % 1000000,
      case when i % 10 > 0 then timestamptz '2020-01-01' + (i::bigint * 7907) % 1000000 * interval '1 minute' end,
      timestamptz '2024-01-01' + (i::bigint * 7901) % 1000000 * interval '1 minute',
      case when i % 10 > 0 then 1 + (i::bigint * 31) % 50000 end, 1 + (i::bigint * 41) % 50000
    from generate_series(1, 1000000) i;
  insert into comment select i, 'body', 1 + (i::bigint * 13) % 900000 from generate_series(1, 5000000) i;
  insert into tag select i, 'tag ' || i from generate_series(1, 1000) i;
  insert into article_tag select i, 1 + (i::bigint * 17 + n * 331) % 1000 from generate_series(1, 1000000) i, generate_series(1, 2) n;
  create index on firm (name);
  create index on person (name);
  create index on person (tenant);
  create index on person (firm_id, id);
  create index on article (title);
  create index on article (status nulls first, id);
  create index on article (created, id);
  create index on article (published);
  create index on article (author_id, id);
  create index on article (editor_id, id);
  create index on article using gin (lower(title collate "C") gin_trgm_ops);
  create index on comment (article_id, id);
  create index on article_tag (tag_id, article_id);
  vacuum analyze;
`;

const utc = (column: string): string =>
  `replace(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '000Z', 'Z')`;
const some = `m.id, m.title, m.status, m.created, ${utc('m.published')}, ${utc('m.updated')}, m.author_id, m.editor_id`;
const page = 'order by m.id limit 26';
const noComments = 'not exists (select 1 from comment c where c.article_id = m.id)';
const byName = "exists (select 1 from person p where p.name = 'name 77' and p.id = m.author_id)";
const ofTenant = 'exists (select 1 from person p where p.tenant = 7 and p.id = m.author_id)';
const keys = (where: string): string => `select * from (select m.id from article m where ${where} ${page}) firsts`;
const ofKeys = (found: string, order: string): string =>
  `select ${some} from article m join (${found}) page on page.id = m.id ${order}`;

const found = 'select m.id from person p join article m on m.author_id = p.id';
const byPath = (where: string, order: string): string => ofKeys(`${found} ${where} order by ${order}`, '');

/**
 * A request, and the statement by hand. A word before the query names the server: with a rule that shows the articles of one tenant, with one
 * for either of two paths, with one for the authors of one tenant, or with pages by cursors, of which the second is read.
 */
const rows: readonly (readonly [name: string, url: string, byHand: string])[] = [
  [
    'without comments',
    'articles?filter=exists(comments,false)',
    `select ${some} from article m where ${noComments} ${page}`,
  ],
  [
    'not null',
    'articles?filter=not(eq(comments,null))',
    `select ${some} from article m where not ${noComments} ${page}`,
  ],
  [
    'a group with a path',
    "articles?filter=or(eq(title,'Title 7'),eq(author.name,'name 77'))",
    ofKeys(`${keys("m.title = 'Title 7'")} union ${keys(byName)}`, page),
  ],
  [
    'a group with a to-many relationship',
    "articles?filter=or(eq(title,'Title 7'),exists(comments,false))",
    ofKeys(`${keys("m.title = 'Title 7'")} union ${keys(noComments)}`, page),
  ],
  [
    'descending',
    'articles?sort=-status',
    `select ${some} from article m order by m.status desc nulls last, m.id desc limit 26`,
  ],
  [
    'a deep page',
    'articles?sort=created&page[number]=10000',
    ofKeys('select id from article order by created, id limit 26 offset 249975', 'order by m.created, m.id'),
  ],
  [
    'a part of a text',
    "articles?filter=iContains(title,'TLE 77777')",
    `select ${some} from article m where lower(m.title collate "C") like '%tle 77777%' ${page}`,
  ],
  [
    'an order by a related resource',
    'articles?sort=author.name',
    ofKeys(
      `select * from (select id from article where author_id is null order by id limit 26) a union all select * from (
        select m.id from person p join article m on m.author_id = p.id order by p.name, m.id limit 26) b limit 26`,
      '',
    ),
  ],
  [
    'an order by two steps',
    'comments?sort=-article.author.name',
    `select c.id, c.body, c.article_id from person p join article m on m.author_id = p.id join comment c on c.article_id = m.id
      order by p.name desc, c.id desc limit 26`,
  ],
  ['a path under a rule', 'tenant articles?sort=author.name', byPath('where p.tenant = 7', 'p.name, m.id limit 26')],
  [
    'a path under a filter',
    'articles?filter=eq(author.tenant,7)&sort=author.name',
    byPath('where p.tenant = 7', 'p.name, m.id limit 26'),
  ],
  [
    'a path to hidden resources',
    'authors articles?sort=-author.name',
    byPath('where p.tenant = 7', 'p.name desc, m.id desc limit 26'),
  ],
  [
    'NULL last',
    'articles?sort=-published',
    `select ${some} from article m where published is not null order by m.published desc, m.id desc limit 26`,
  ],
  [
    'NULL first',
    'articles?sort=published',
    `select ${some} from article m where published is null order by m.id limit 26`,
  ],
  [
    'the second page of a path',
    'articles?sort=-author.name&page[number]=2',
    byPath('', 'p.name desc, m.id desc limit 26 offset 25'),
  ],
  [
    'page 100 of a path',
    'articles?sort=-author.name&page[number]=100',
    byPath('', 'p.name desc, m.id desc limit 26 offset 2475'),
  ],
  [
    'a cursor behind the first page of a path',
    'cursor articles?sort=-author.name',
    byPath('', 'p.name desc, m.id desc limit 26 offset 25'),
  ],
  [
    'a cursor in the rows without a related resource',
    'cursor articles?sort=author.name',
    ofKeys('select id from article where author_id is null order by id limit 26 offset 25', ''),
  ],
  [
    'a path and a filter that few rows match',
    'articles?sort=-author.name&filter=gt(created,998999)',
    byPath('where m.created > 998999', 'p.name desc, m.id desc limit 26'),
  ],
  [
    'two steps from one row',
    'articles?sort=-author.firm.name',
    ofKeys(
      `select m.id from firm f join person p on p.firm_id = f.id join article m on m.author_id = p.id
        order by f.name desc, m.id desc limit 26`,
      '',
    ),
  ],
  [
    'a rule with two paths',
    'either articles?',
    ofKeys(
      `${keys(ofTenant)} union ${keys('exists (select 1 from person p where p.tenant = 7 and p.id = m.editor_id)')}`,
      page,
    ),
  ],
  [
    'three members of each of 25, by a join table',
    'tags?include=articles',
    `select t.id as parent, a.* from tag t cross join lateral (
      select ${some} from article_tag l join article m on m.id = l.article_id where l.tag_id = t.id order by l.article_id limit 4) a
      where t.id <= 25`,
  ],
  [
    'a rule over two steps',
    'tenant comments?',
    `select c.id, c.body, c.article_id from comment c join article m on m.id = c.article_id join person p on p.id = m.author_id
      where p.tenant = 7 order by c.id limit 26`,
  ],
  [
    'strings of times behind a sort',
    'articles?filter=eq(status,draft)&sort=updated',
    ofKeys("select id from article where status = 'draft' order by updated, id limit 26", 'order by m.updated, m.id'),
  ],
  [
    'the newest of a tenant',
    'tenant articles?sort=-created',
    `select ${some} from article m where ${ofTenant} order by m.created desc, m.id desc limit 26`,
  ],
];

const [, , filled] = process.argv;
if (noPostgres !== undefined && filled === undefined) throw new Error(noPostgres);
const postgres = filled === undefined ? await startPostgres() : undefined;
const connection = postgres?.connection ?? { host: filled, database: 'postgres', user: 'linkage' };
const queries: CompiledQuery[] = [];
const pool = new Pool({ ...connection, max: 1 });
// A connection that ends together with the database is not a failure.
pool.on('error', () => undefined);
const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void queries.push(query) });
const idType = 'integer' as const;
const mapping = {
  firms: { table: 'firm', idType },
  people: {
    ...{ table: 'person', idType },
    relationships: { articles: { foreignKey: 'author_id' }, firm: { column: 'firm_id' } },
  },
  articles: {
    ...{ table: 'article', idType },
    relationships: {
      author: { column: 'author_id' },
      editor: { column: 'editor_id' },
      comments: { foreignKey: 'article_id' },
    },
  },
  comments: { table: 'comment', idType, relationships: { article: { column: 'article_id' } } },
  tags: {
    ...{ table: 'tag', idType },
    relationships: { articles: { through: 'article_tag', from: 'tag_id', to: 'article_id' } },
  },
};

const ofOne = (field: string) => ({ field, values: [7] });
const rules = {
  tenant: {
    articles: { read: () => [ofOne('author.tenant')] },
    comments: { read: () => [ofOne('article.author.tenant')] },
  },
  either: { articles: { read: () => [{ or: [ofOne('author.tenant'), ofOne('editor.tenant')] }] } },
  authors: { people: { read: () => [ofOne('tenant')] } },
} as const;

/** Creates the servers by their names, when the database has its tables. */
async function createServers() {
  const sources = createKyselySources(api, db, mapping as never, { databaseSchema: await readDatabaseSchema(db) });
  const pagination = { includedSize: 3 };
  const cursors = cursorPagination({ key: 'a key of thirty-two bytes or more' }).pagination;
  const servers = new Map([
    ['', createServer(api, sources, { pagination })],
    ['cursor', createServer(api, sources, { pagination: { strategy: cursors } })],
  ]);
  for (const [name, access] of Object.entries(rules))
    servers.set(name, createServer(api, sources, { access: access as never, defaultAccess: 'allow' }));
  return servers;
}

/** Returns the statements of a request. */
async function statementsOf(
  servers: Awaited<ReturnType<typeof createServers>>,
  request: string,
): Promise<readonly CompiledQuery[]> {
  const [, name = '', path = ''] = /^(?:([a-z]+) )?(.*)$/.exec(request) ?? [];
  let url: string | null | undefined = `/${path}`;
  for (let pages = name === 'cursor' ? 2 : 1; pages > 0; pages--) {
    queries.length = 0;
    const asked: JsonApiRequest = { method: 'GET', url: String(url), headers: {} };
    const response: JsonApiResponse | undefined = await servers.get(name)?.handle(asked);
    const { status, body = '' } = response ?? {};
    if (status !== 200 || queries.length === 0) throw new Error(`${url}: ${status} ${body}`);
    url = (JSON.parse(body) as { links?: { next?: string | null } }).links?.next;
  }
  // The statement by hand reads the members, and not the resources.
  return [...queries].slice(path.includes('include') ? 1 : 0);
}

/** Returns the milliseconds that the database says that it needs for a statement, without its plan. */
async function timeOf({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<number> {
  const explained = CompiledQuery.raw(`explain (analyze, timing off, format json) ${sql}`, [...parameters]);
  const { rows: lines } = await db.executeQuery<{ 'QUERY PLAN': readonly { 'Execution Time': number }[] }>(explained);
  return lines[0]?.['QUERY PLAN'][0]?.['Execution Time'] ?? Number.NaN;
}

try {
  if (filled === undefined) {
    process.stdout.write('Writing 8,050,000 rows: some minutes.\n');
    for (const statement of schema.split(';')) if (statement.trim() !== '') await pool.query(statement);
  }
  const servers = await createServers();
  for (const [name, request, byHand] of rows) {
    const statements = await statementsOf(servers, request);
    let [ours, theirs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    // In turns, so that what disturbs one of them disturbs the other.
    for (let round = 0; round < 7; round++) {
      let sum = 0;
      for (const statement of statements) sum += await timeOf(statement);
      ours = Math.min(ours, sum);
      theirs = Math.min(theirs, await timeOf({ sql: byHand, parameters: [] }));
      // A statement that needs seconds needs no second measurement.
      if (ours > 2_000) break;
    }
    const ratio = (ours / theirs).toFixed(2);
    const isMissed = ours > 1 && ours > 2 * theirs ? ' (!)' : '';
    process.stdout.write(
      `${name}: ${ours.toFixed(2)} ms, by hand ${theirs.toFixed(2)} ms, ${ratio} times${isMissed}\n`,
    );
  }
} finally {
  await db.destroy();
  await postgres?.stop();
}
