/**
 * The plans of lists over MariaDB, by the rows that the server counts, and over SQLite, which does not count them, by whether it sorts. What they cannot
 * do has its reason here.
 */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { CompiledQuery, Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases, type OpenDatabase } from '../test/databases.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const on = { sort: true, filter: true } as const;
const name = () => attribute(z.string(), on);
const api = defineApi({
  firms: { attributes: { name: name() }, relationships: {} },
  people: {
    attributes: { name: name(), age: attribute(z.int(), on) },
    relationships: { firm: toOne('firms', on), articles: toMany('articles', { filter: true }) },
  },
  articles: {
    attributes: { rank: attribute(z.int().nullable(), on), body: name(), created: attribute(z.int(), on) },
    relationships: {
      author: toOne('people', on),
      editor: toOne('people', on),
      notes: toMany('notes', { filter: true }),
    },
  },
  notes: { attributes: { body: name() }, relationships: { article: toOne('articles', on) } },
  tags: { attributes: { name: name() }, relationships: { articles: toMany('articles') } },
});
const idType = 'integer' as const;
const mapping = {
  firms: { table: 'firm', idType },
  people: {
    table: 'person',
    idType,
    relationships: { firm: { column: 'firm_id' }, articles: { foreignKey: 'author_id' } },
  },
  articles: {
    ...{ table: 'article', idType },
    relationships: {
      author: { column: 'author_id' },
      editor: { column: 'editor_id' },
      notes: { foreignKey: 'article_id' },
    },
  },
  notes: { table: 'note', idType, relationships: { article: { column: 'article_id' } } },
  tags: {
    ...{ table: 'tag', idType },
    relationships: { articles: { through: 'article_tag', from: 'tag_id', to: 'article_id' } },
  },
};
const rows = 20_000;
const tables = `
  create table firm (id integer primary key, name varchar(20) not null);
  create table person (id integer primary key, name varchar(20) not null, age integer not null, firm_id integer,
    foreign key (firm_id) references firm (id));
  create table article (id integer primary key, \`rank\` integer, body varchar(40) not null, created integer not null, author_id integer,
    editor_id integer not null, foreign key (author_id) references person (id), foreign key (editor_id) references person (id));
  create table note (id integer primary key, body varchar(20) not null, article_id integer not null,
    foreign key (article_id) references article (id));
  create table tag (id integer primary key, name varchar(20) not null);
  create table article_tag (article_id integer not null, tag_id integer not null, primary key (article_id, tag_id),
    foreign key (article_id) references article (id), foreign key (tag_id) references tag (id));
  create index firm_name on firm (name); create index person_name on person (name); create index person_age on person (age);
  create index person_firm on person (firm_id, id); create index article_rank on article (\`rank\`);
  create index article_created on article (created); create index article_author on article (author_id, id);
  create index article_editor on article (editor_id, id); create index note_article on note (article_id, id);
  create index article_tag_tag on article_tag (tag_id, article_id);`;
const filled = (numbers: (to: number) => string): string => `
  insert into firm select seq, concat('firm ', (seq * 7919) % 200) from ${numbers(200)};
  insert into person select seq, concat('name ', (seq * 7919) % 1000), seq % 100,
    case when seq % 10 > 0 then 1 + (seq * 37) % 200 end from ${numbers(1000)};
  insert into article select seq, case when seq % 10 > 0 then (seq * 7919) % ${rows} end, concat('body ', seq * 77 % 10007), (seq * 31) % ${rows},
    case when seq % 10 > 0 then 1 + (seq * 31) % 1000 end, 1 + (seq * 41) % 1000 from ${numbers(rows)};
  insert into note select seq, 'body', 1 + (seq * 13) % ${rows} from ${numbers(2 * rows)};
  insert into tag select seq, concat('tag ', seq) from ${numbers(100)};
  insert into article_tag select seq, 1 + (seq * 17) % 100 from ${numbers(rows)};`;
const scripts: Readonly<Record<string, string>> = {
  MariaDB: `${tables}${filled((to) => `seq_1_to_${to}`)} analyze table firm, person, article, note, tag, article_tag;`,
  SQLite: `${tables}${filled(
    (to) =>
      `(with recursive n (seq) as (select 1 union all select seq + 1 from n where seq < ${to}) select seq from n)`,
  ).replaceAll(/concat\(('[a-z]+ '), ([^\n]+?)\)( from|, )/g, '($1 || ($2))$3')} analyze;`,
};

const rules = {
  none: {},
  'articles of one age': { articles: { read: () => [{ field: 'author.age', values: [7] }] } },
  'two paths': {
    articles: {
      read: () => [
        {
          or: [
            { field: 'author.age', values: [7] },
            { field: 'editor.age', values: [7] },
          ],
        },
      ],
    },
  },
  'notes of one age': { notes: { read: () => [{ field: 'article.author.age', values: [7] }] } },
} as const;

/** Why a list reads more rows than its page, or sorts them. */
const unpromised =
  'the database schema does not say that a foreign key finds its row, so rows without one can stand anywhere';
const ranked = 'without lateral subqueries, the links of all parents are ranked: 200 of each of 5, and their articles';
const noIndex = 'no index has the order, and few rows match';
const ofRule = 'the rows of the rule are few';
const ofFilter = 'the rows of the filter are few';
const offset = 'an offset reads all rows before the page';

/** The reasons for which SQLite reads a whole table in the order of an index, or of its rows. All other rows are found by indexes. */
const scanned: readonly (string | undefined)[] = [unpromised, ranked, offset, undefined];

/** A request, the most rows that MariaDB reads, at most a tenth above what it does, and why it reads and SQLite sorts more rows than the page. */
type List = readonly [url: string, rule: keyof typeof rules, most: number, why: string | undefined];

const lists: readonly List[] = [
  ['/notes?sort=-article.author.name', 'none', 116_100, unpromised],
  ['/articles?sort=-author.name', 'articles of one age', 430, ofRule],
  ['/articles?sort=author.name&filter=eq(author.age,7)', 'none', 430, ofFilter],
  ['/articles?sort=-rank', 'none', 28, undefined],
  ['/articles?sort=rank', 'none', 28, undefined],
  ['/articles?sort=-created&page[number]=2', 'none', 54, undefined],
  ['/articles?sort=-created&page[number]=100', 'none', 2_540, offset],
  ['/articles?sort=-author.name&page[number]=2', 'none', 38_100, unpromised],
  ['/articles?sort=-author.name&filter=lt(created,20)', 'none', 40, ofFilter],
  ['/articles?sort=-author.firm.name', 'none', 54_100, unpromised],
  ['/articles?filter=eq(author.age,7)', 'none', 220, ofFilter],
  ['/articles', 'two paths', 470, ofRule],
  ['/articles?sort=body&filter=or(eq(author.age,7),eq(editor.age,7))', 'none', 500, noIndex],
  ['/articles?sort=body&filter=lt(created,200)', 'none', 210, noIndex],
  ['/tags?include=articles&page[size]=5', 'none', 2_100, ranked],
  ['/notes', 'notes of one age', 640, ofRule],
];

/** Returns the rows that tables of a plan of MariaDB have given. */
function readBy(node: unknown): number {
  if (Array.isArray(node)) return node.reduce((sum: number, it) => sum + readBy(it), 0);
  if (typeof node !== 'object' || node === null) return 0;
  const { table_name: table, r_rows: each, r_loops: loops } = node as Readonly<Record<string, unknown>>;
  const own = table === undefined || String(table).startsWith('<') ? 0 : Number(each ?? 0) * Number(loops ?? 0);
  return Object.values(node).reduce((sum: number, it) => sum + readBy(it), own);
}

describe.each(databases.filter((it) => scripts[it.name] !== undefined))('$name', ({ name: product, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'plans', () => {
    let opened: OpenDatabase;
    let db: Kysely<never>;
    let sources: object;
    const queries: CompiledQuery[] = [];
    beforeAll(async () => {
      opened = await open();
      await opened.exec(scripts[product] as string);
      db = new Kysely<never>({ dialect: opened.dialect, log: ({ query }) => void queries.push(query) });
      sources = createKyselySources(api, db, mapping as never, { databaseSchema: await readDatabaseSchema(db) });
    });
    afterAll(async () => {
      await db.destroy();
      await opened.close();
    });

    test.each(lists)('%s under the rule %s', async (url, rule, most, why) => {
      const access = { access: rules[rule] as never, defaultAccess: 'allow' } as never;
      const server = createServer(
        api,
        sources as never,
        { ...(access as object), pagination: { includedSize: 3 } } as never,
      );
      queries.length = 0;
      const { status } = await server.handle({ method: 'GET', url, headers: {} });
      expect(status).toBe(200);
      const explain = product === 'MariaDB' ? 'analyze format=json' : 'explain query plan';
      const plans: Readonly<Record<string, unknown>>[] = [];
      for (const { sql, parameters } of queries.filter(({ sql: text }) => text.startsWith('select'))) {
        const { rows: plan } = await db.executeQuery<Readonly<Record<string, unknown>>>(
          CompiledQuery.raw(`${explain} ${sql}`, [...parameters]),
        );
        plans.push(...plan);
      }
      if (product === 'MariaDB') {
        const read = plans.reduce((sum, plan) => sum + readBy(JSON.parse(String(plan['ANALYZE']))), 0);
        expect([read, why]).toSatisfy(() => read <= most && read >= most * 0.9);
        if (why === undefined) expect(most).toBeLessThan(56);
        return;
      }
      const lines = plans.map(({ detail }) => String(detail));
      const sorts = lines.some((line) => line.includes('TEMP B-TREE FOR ORDER BY'));
      expect([url, sorts]).toEqual([url, why !== undefined]);
      const scans = lines.filter((line) => /^SCAN (?!ranked|branch0|\(subquery)/.test(line));
      expect([url, scans]).toEqual([url, scanned.includes(why) ? [expect.stringMatching(/^SCAN member\b/)] : []]);
      expect(lines.filter((line) => line.includes('AUTOMATIC'))).toEqual([]);
    });
  });
});
