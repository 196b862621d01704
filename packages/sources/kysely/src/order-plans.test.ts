/** The parts of an order: their pages are those of the memory sources, and plans of PostgreSQL read few rows. */

import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createMemorySources, createServer, cursorPagination } from '@linkage/server';
import { CompiledQuery, Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { randomOf } from '../../../server/test/access-world.ts';
import { databases, type OpenDatabase } from '../test/databases.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const on = { sort: true, filter: true } as const;
const name = () => attribute(z.string().nullable(), on);
const api = defineApi({
  firms: { attributes: { name: name(), open: attribute(z.int(), on) }, relationships: {} },
  people: {
    attributes: { name: name(), age: attribute(z.int(), on) },
    relationships: { firm: toOne('firms', on) },
  },
  articles: {
    attributes: {
      rank: attribute(z.int().nullable(), on),
      level: attribute(z.int().nullable(), on),
      late: attribute(z.int().nullable(), { ...on, nulls: 'last' }),
      early: attribute(z.int().nullable(), { ...on, nulls: 'first' }),
      country: attribute(z.string().nullable().default(null), { ...on, write: false }),
    },
    relationships: { author: toOne('people', on), editor: toOne('people', on), tags: toMany('tags') },
  },
  notes: { attributes: { body: name() }, relationships: { article: toOne('articles', on) } },
  tags: { attributes: { name: name() }, relationships: { articles: toMany('articles') } },
});
const idType = 'integer' as const;
const mapping = {
  firms: { table: 'firm', idType },
  people: { table: 'person', idType, relationships: { firm: { column: 'firm_id' } } },
  articles: {
    ...{ table: 'article', idType },
    attributes: { country: { expression: (row: (name: string) => unknown) => sql`${row('data')} ->> 'country'` } },
    relationships: {
      ...{ author: { column: 'author_id' }, editor: { column: 'editor_id' } },
      tags: { through: 'article_tag', from: 'article_id', to: 'tag_id' },
    },
  },
  notes: { table: 'note', idType, relationships: { article: { column: 'article_id' } } },
  tags: {
    ...{ table: 'tag', idType },
    relationships: { articles: { through: 'article_tag', from: 'tag_id', to: 'article_id' } },
  },
};
const tables = `
  create table firm (id integer primary key, name text collate "C", open integer not null);
  create table person (id integer primary key, name text collate "C", age integer not null, firm_id integer references firm);
  create table article (
    id integer primary key, rank integer, level integer, data jsonb,
    author_id integer references person, editor_id integer not null references person, late integer, early integer
  );
  create table note (id integer primary key, body text, article_id integer not null references article);
  create table tag (id integer primary key, name text);
  create table article_tag (
    article_id integer not null references article, tag_id integer not null references tag, primary key (article_id, tag_id)
  );
  create index on firm (name);
  create index on person (name);
  create index on person (firm_id, id);
  create index on person (age);
  create index on article (rank);
  create index on article (level nulls first, id);
  create index on article (late, id);
  create index on article (early, id);
  create index on article (author_id, id);
  create index on article (editor_id, id);
  create index on article ((data ->> 'country'));
  create index on note (article_id, id);
  create index on article_tag (tag_id, article_id);
`;

const rules = {
  none: {},
  'hidden people': { people: { read: () => [{ field: 'age', values: [1, 2] }] } },
  'hidden firms': { firms: { read: () => [{ field: 'open', values: [1] }] } },
  'articles of firms': { articles: { read: () => [{ field: 'author.firm.open', values: [1] }] } },
  'notes of one age': { notes: { read: () => [{ field: 'article.author.age', values: [7] }] } },
  'articles of two paths': {
    articles: {
      read: () => [
        {
          or: [
            { field: 'author.age', values: [2] },
            { field: 'editor.age', values: [2] },
          ],
        },
      ],
    },
  },
} as const;

const postgres = databases.find((it) => it.name === 'PostgreSQL');
const missing = postgres === undefined ? 'PostgreSQL is not installed' : postgres.missing;
const strategy = cursorPagination({ key: 'a key of thirty-two bytes or more' }).pagination;
const isLong = process.env['TESTS'] === 'long';
const limits = { pageSizeMaximum: 1000 } as const;

/** A database of its own, with the sources over it, and the statements that they execute. */
async function open(rows: string) {
  const database = (await postgres?.open()) as OpenDatabase;
  await database.exec(tables + rows);
  const queries: CompiledQuery[] = [];
  const db = new Kysely<never>({ dialect: database.dialect, log: ({ query }) => void queries.push(query) });
  const sources = createKyselySources(api, db, mapping as never, { databaseSchema: await readDatabaseSchema(db) });
  const close = async () => {
    await db.destroy();
    await database.close();
  };
  return { db, queries, sources, close };
}

/** Groups of paths, whose notes no index has in the order of their strings. */
const groups = [
  'or(eq(article.author.age,1),eq(article.editor.age,1))',
  'or(eq(article.author.age,1),not(eq(article.editor.age,1)))',
  'or(not(eq(article.author.age,1)),eq(article.rank,null))',
  'or(eq(article,3),eq(article.editor.name,"x"))',
];

describe.skipIf(missing !== undefined)(`PostgreSQL ${missing ?? ''}`, () => {
  describe('pages', () => {
    const random = randomOf(11);
    const upTo = (count: number) => Math.floor(random() * count);
    const oneOf = <Value>(values: readonly Value[]): Value => values[upTo(values.length)] as Value;
    const firms = Array.from({ length: 5 }, (_, index) => ({
      ...{ id: index + 1, name: oneOf([null, 'A', 'B', 'a']), open: upTo(2) },
    }));
    const people = Array.from({ length: 12 }, (_, index) => ({
      ...{ id: index + 1, name: oneOf([null, 'x', 'y', 'Z']), age: upTo(3), firm: oneOf([null, 1, 2, 3, 4, 5]) },
    }));
    const personId = () => 1 + upTo(people.length);
    const articles = Array.from({ length: 40 }, (_, index) => ({
      ...{ id: index + 1, rank: oneOf([null, 1, 2]), level: oneOf([null, 1, 2, 3]) },
      ...{ late: oneOf([null, 1, 2]), early: oneOf([null, 1, 2]) },
      ...{ author: upTo(4) > 0 ? personId() : null, editor: personId(), tags: [] },
    }));
    const notes = Array.from({ length: 60 }, (_, index) => ({
      ...{ id: index + 1, body: 'n', article: 1 + upTo(articles.length) },
    }));
    const memory = createMemorySources(api, { firms, people, articles, notes, tags: [] } as never);
    const written = (values: readonly unknown[]): string =>
      `(${values.map((it) => (typeof it === 'string' ? `'${it}'` : String(it))).join(', ')})`;
    const insert = (table: string, all: readonly (readonly unknown[])[]): string =>
      `insert into ${table} values ${all.map(written).join(', ')};`;
    let opened: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      opened = await open(
        insert(
          'firm',
          firms.map((it) => [it.id, it.name, it.open]),
        ) +
          insert(
            'person',
            people.map((it) => [it.id, it.name, it.age, it.firm]),
          ) +
          insert(
            'article',
            articles.map((it) => [it.id, it.rank, it.level, null, it.author, it.editor, it.late, it.early]),
          ) +
          insert(
            'note',
            notes.map((it) => [it.id, it.body, it.article]),
          ),
      );
    });
    afterAll(() => opened?.close());

    const filters = ['', '&filter=gt(rank,1)', '&filter=eq(author.firm.open,1)', '&filter=in(author.name,"x","Z")'];
    const orders = [
      ...['rank', 'rank,level', 'level', 'level,-rank', 'author.name', 'author.name,author.age', 'author.firm.name'],
      ...['author.name,editor.name', 'editor.firm.name,rank', 'author.id', 'author.name,author.firm.name,level'],
      ...['late', 'early', 'late,-early', 'rank,late', 'author.firm.open,early'],
    ].flatMap((it) => [it, it.startsWith('-') ? it.slice(1) : `-${it}`]);

    type Get = (url: string) => Promise<{ data: { id: string }[]; links: Record<string, string | null> }>;
    const idsOf = ({ data }: Awaited<ReturnType<Get>>) => data.map(({ id }) => id);
    const getFrom =
      (server: ReturnType<typeof createServer>): Get =>
      async (url) => {
        const { status, body = '' } = await server.handle({ method: 'GET', url, headers: {} });
        expect([url, status, status === 200 ? '' : body]).toEqual([url, 200, '']);
        return JSON.parse(body);
      };

    async function follow(get: Get, start: string, link: 'next' | 'prev'): Promise<readonly string[]> {
      const pages: string[][] = [];
      for (let url: string | null = start; url !== null; ) {
        const document: Awaited<ReturnType<Get>> = await get(url);
        pages.push(idsOf(document));
        url = document.links[link] ?? null;
      }
      return (link === 'prev' ? pages.reverse() : pages).flat();
    }

    const names = Object.keys(rules) as (keyof typeof rules)[];
    test.each(names)('have the order of the memory sources: %s', async (name) => {
      const access = rules[name];
      const options = { limits, access: access as never, defaultAccess: 'allow' } as const;
      const wanted = getFrom(createServer(api, memory, options));
      const found = getFrom(createServer(api, opened.sources, options));
      const cursors = getFrom(createServer(api, opened.sources, { ...options, pagination: { strategy } }));
      const notesOrders = [
        ...['article.author.name', '-article.author.name', 'article.author.id', '-article.rank'],
        ...['article.late', '-article.late', 'article.early', '-article.early'],
      ];
      const urls = [
        ...orders.flatMap((sort) => filters.map((filter) => `/articles?sort=${sort}${filter}`)),
        ...notesOrders.map((sort) => `/notes?sort=${sort}`),
        ...groups.map((group) => `/notes?sort=body,-id&filter=${group}`),
      ];
      // The short form asks each question under one of the rules.
      const asked = urls.filter((_, index) => isLong || index % names.length === names.indexOf(name));
      for (const url of asked) {
        const all = idsOf(await wanted(`${url}&page[size]=1000`));
        expect([url, idsOf(await found(`${url}&page[size]=1000`))]).toEqual([url, all]);
        expect([url, await follow(found, `${url}&page[size]=9`, 'next')]).toEqual([url, all]);
        expect([url, await follow(cursors, `${url}&page[size]=9`, 'next')]).toEqual([url, all]);
        const { last } = (await cursors(`${url}&page[size]=9`)).links;
        if (typeof last === 'string') expect([url, await follow(cursors, last, 'prev')]).toEqual([url, all]);
      }
    });
  });

  describe('plans', () => {
    const rows = 20_000;
    let opened: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      opened = await open(`
        insert into firm select i, 'firm ' || (i * 7919) % 200, i % 2 from generate_series(1, 200) i;
        insert into person select i, 'name ' || (i * 7919) % 1000, i % 100, case when i % 10 > 0 then 1 + (i * 37) % 200 end
          from generate_series(1, 1000) i;
        insert into article select i, case when i % 10 > 0 then (i * 7919) % ${rows} end, nullif(i % 100, 0),
            jsonb_build_object('country', 'country ' || i % 1000, 'text', (select string_agg(md5(i || 'a' || n), '') from generate_series(1, 15) n)),
            case when i % 10 > 0 then 1 + (i * 31) % 1000 end, 1 + (i * 41) % 1000,
            case when i % 10 > 0 then (i * 7919) % ${rows} end, case when i % 10 > 0 then (i * 7919) % ${rows} end
          from generate_series(1, ${rows}) i;
        insert into note select i, 'body', 1 + (i * 13) % ${rows} from generate_series(1, ${2 * rows}) i;
        insert into tag select i, 'tag ' || i from generate_series(1, 100) i;
        insert into article_tag select i, 1 + (i * 17) % 100 from generate_series(1, ${rows}) i;
        analyze;`);
    });
    afterAll(() => opened?.close());

    interface PlanNode {
      readonly 'Node Type': string;
      readonly 'Relation Name'?: string;
      readonly 'Actual Rows': number;
      readonly 'Actual Loops': number;
      readonly Output?: readonly string[];
      readonly 'Rows Removed by Filter'?: number;
      readonly 'Rows Removed by Index Recheck'?: number;
      readonly Plans?: readonly PlanNode[];
    }

    /** Returns the number of rows that a plan reads from tables. */
    function readBy(node: PlanNode): number {
      const inner = (node.Plans ?? []).reduce((sum, it) => sum + readBy(it), 0);
      if (node['Relation Name'] === undefined) return inner;
      const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      return inner + (node['Actual Rows'] + removed) * node['Actual Loops'];
    }

    /** Returns the number of rows that the statements of a request read from tables. */
    async function rowsOf(server: ReturnType<typeof createServer>, start: string, pages: number): Promise<number> {
      const { queries } = opened;
      let url: string | undefined = start;
      for (let page = 0; page < pages; page++) {
        queries.length = 0;
        const { status, body = '' } = await server.handle({ method: 'GET', url: String(url), headers: {} });
        expect([url, status]).toEqual([url, 200]);
        url = (JSON.parse(body) as { links: { next?: string } }).links.next;
      }
      let sum = 0;
      for (const query of [...queries]) {
        sum += readBy(await planOf(query));
      }
      return sum;
    }

    /** Returns the plan of a statement, with its rows. */
    async function planOf({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<PlanNode> {
      const explain = CompiledQuery.raw(`explain (analyze, verbose, format json) ${sql}`, [...parameters]);
      const { rows: plans } = await opened.db.executeQuery<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(explain);
      return plans[0]?.['QUERY PLAN'][0]?.Plan as PlanNode;
    }

    /** Returns the number of rows for which a plan makes the strings of times: the nodes above pass them on. */
    function stringsIn(node: PlanNode): number {
      const isMade = node.Output?.some((it) => /to_json|to_char/.test(it)) === true;
      const own = isMade ? node['Actual Rows'] * node['Actual Loops'] : 0;
      return Math.max(own, ...(node.Plans ?? []).map(stringsIn));
    }

    test('the strings of times are made of the rows of a page, and not of those that a sort reads', async () => {
      const { db, queries } = opened;
      const times = defineApi({
        events: {
          attributes: {
            state: attribute(z.string(), { filter: true }),
            at: attribute(z.iso.datetime(), { sort: true }),
          },
        },
      });
      await sql`create table event (id integer primary key, state text not null, at timestamptz not null)`.execute(db);
      await sql`insert into event select i, 's' || i % 2, timestamptz '2024-01-01' + (i * 7901) % 5000 * interval '1 minute'
        from generate_series(1, 5000) i`.execute(db);
      const own = createKyselySources(times, db, { events: { table: 'event', idType: 'integer' } } as never, {
        databaseSchema: await readDatabaseSchema(db),
      });
      queries.length = 0;
      const request = { method: 'GET', url: '/events?filter=eq(state,s1)&sort=at', headers: {} };
      expect((await createServer(times, own as never).handle(request)).status).toBe(200);
      const found = stringsIn(await planOf(queries.at(-1) as CompiledQuery));
      expect(found).toBeGreaterThan(0);
      expect(found).toBeLessThanOrEqual(26);
    });

    // Why a request reads more than two pages. Each limit is at most a sixth above what the statements read.
    const ties = 'the index has the values of a related table, so all rows with the last value of the page are sorted';
    const matches =
      'no index has the rows that match in this order, so all of them are read, as by a statement of an expert';
    const nulls =
      'one row in ten is NULL, and the index does not contain the ids, which are read until a page is found';
    const offset = 'an offset reads all rows before the page: 2,743 by a statement of an expert';
    const hash = '1,000 people are cheaper as a whole than by 90 keys: 1,090 rows by a statement of an expert';
    const each = '25 resources have 4 links each, and their articles';
    // By the indexes of the rule, a statement reads all rows that match, and sorts them: more with each row of the table.
    const walk = (matching: number): string =>
      `one row in 100 matches, so the ids are read until a page is found, in a table of any size: all that match are ${matching} here`;

    test.each<readonly [string, string, string, pages: number, most: number, why: string | undefined]>([
      ['an order by two steps', 'none', '/notes?sort=-article.author.name', 1, 160, ties],
      ['a path under a rule', 'articles of firms', '/articles?sort=-author.firm.name', 1, 210, ties],
      ['a path with hidden rows', 'hidden people', '/articles?sort=-author.name', 1, 430, matches],
      ['a path under a filter on it', 'none', '/articles?sort=author.name&filter=eq(author.age,7)', 1, 390, matches],
      [
        'a group of two paths, and an order without an index',
        'none',
        '/notes?sort=body&filter=or(eq(article.author.age,7),eq(article.editor.age,7))',
        ...([1, 1_300, matches] as const),
      ],
      ['NULL last', 'none', '/articles?sort=-rank', 1, 56, undefined],
      ['NULL first, in an ordinary index', 'none', '/articles?sort=rank', 1, 310, nulls],
      ['NULL first, in an index for it', 'none', '/articles?sort=level', 1, 28, undefined],
      ['`nulls: last`, in an ordinary index', 'none', '/articles?sort=late', 1, 28, undefined],
      ['`nulls: last` in descending order', 'none', '/articles?sort=-late', 1, 56, undefined],
      ['`nulls: first`, in an ordinary index', 'none', '/articles?sort=early', 1, 56, undefined],
      ['`nulls: first` in descending order', 'none', '/articles?sort=-early', 1, 28, undefined],
      ['the second page of a path', 'none', '/articles?sort=-author.name&page[number]=2', 1, 130, ties],
      ['page 100 of a path', 'none', '/articles?sort=-author.name&page[number]=100', 1, 2_900, offset],
      ['page 100 of a column', 'none', '/articles?sort=-rank&page[number]=100', 1, 2_600, offset],
      ['a cursor behind the first page of a path', 'cursor', '/articles?sort=-author.name', 2, 100, ties],
      ['a cursor in rows without a related resource', 'cursor', '/articles?sort=author.name', 2, 310, nulls],
      ['a path and a filter of few rows', 'none', '/articles?sort=-author.name&filter=le(rank,100)', 1, 1_200, hash],
      ['two steps from one row', 'none', '/articles?sort=-author.firm.name', 1, 390, ties],
      ['a rule with two paths', 'articles of two paths', '/articles', 1, 7_500, walk(446)],
      ['a rule over two steps', 'notes of one age', '/notes', 1, 6_300, walk(610)],
      ['a filter by a member of JSON', 'none', '/articles?filter[country]=country 7', 1, 22, undefined],
      ['three members of each of 25', 'none', '/tags?include=articles', 1, 350, each],
    ])('%s reads few rows: %s %s', async (_, rule, url, pages, most, why) => {
      const access = { access: (rules as Record<string, object>)[rule] ?? {}, defaultAccess: 'allow' } as never;
      const pagination = rule === 'cursor' ? { strategy } : { includedSize: 3 };
      const server = createServer(api, opened.sources, { ...(access as object), pagination } as never);
      const read = await rowsOf(server, url, pages);
      expect([read, why]).toSatisfy(() => read <= most && read >= most * 0.85);
      expect([url, most > 56]).toEqual([url, why !== undefined]);
    });
  });
});
