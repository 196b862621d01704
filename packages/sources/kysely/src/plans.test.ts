/** How PostgreSQL executes the statements of the sources on 100,000 rows: which plans are chosen, and how long they take. */

import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer, cursorPagination } from '@linkage/server';
import { CompiledQuery, Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases, type OpenDatabase } from '../test/databases.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const on = { sort: true, filter: true } as const;
const api = defineApi({
  posts: {
    attributes: {
      title: attribute(z.string(), on),
      created: attribute(z.number(), on),
      score: attribute(z.number().nullable(), on),
      state: attribute(z.string().nullable(), on),
    },
    relationships: {
      author: toOne('people', on),
      editor: toOne('people', on),
      subject: toOne(['people', 'tags'], { filter: true }),
      tags: toMany('tags', { filter: true }),
    },
  },
  people: {
    attributes: { name: attribute(z.string(), on), tenant: attribute(z.number(), on) },
    relationships: { posts: toMany('posts', { filter: true }) },
  },
  tags: { attributes: { name: attribute(z.string(), on) }, relationships: { posts: toMany('posts') } },
  // Resources with an id of two columns.
  rooms: {
    attributes: { name: attribute(z.string(), on) },
    relationships: { seats: toMany('seats', { filter: true }) },
  },
  seats: { attributes: { name: attribute(z.string(), on) }, relationships: { room: toOne('rooms', on) } },
});

const ROWS = 100_000;
const schema = `
  create extension if not exists pg_trgm;
  create table person (id integer primary key, name text not null, tenant integer not null);
  create table post (
    id integer primary key, title text not null, created integer not null, score integer,
    author_id integer not null references person (id), editor_id integer references person (id),
    state text, subject_type text not null, subject_id integer not null
  );
  create table room (house integer not null, number integer not null, name text not null, primary key (house, number));
  create table seat (id integer primary key, name text not null, house integer, number integer);
  create table tag (id integer primary key, name text not null);
  create table post_tag (post_id integer not null, tag_id integer not null, primary key (post_id, tag_id));
  insert into person select i, 'name ' || (i * 7919) % 1000, i % 100 from generate_series(1, 1000) i;
  insert into post select i, 'title ' || i, (i * 7919) % ${ROWS}, nullif(i % 1000, 0), 1 + (i * 31) % 1000,
    case when i % 10 > 0 then 1 + (i * 37) % 1000 end, (array['draft', 'shown', null])[1 + i % 3],
    case when i % 2 = 0 then 'person' else 'tag' end, i % 1000
    from generate_series(1, ${ROWS}) i;
  insert into tag select i, 'tag ' || i from generate_series(1, 50) i;
  insert into post_tag select i, 1 + (i * 13) % 50 from generate_series(1, ${ROWS}) i where i % 10 > 0;
  insert into room select i / 10, i % 10, 'room ' || (i * 7919) % ${ROWS} from generate_series(1, ${ROWS}) i;
  insert into seat select i, 'seat', i / 10, i % 10 from generate_series(1, ${ROWS}) i where i % 3 > 0;
  create index on post (created);
  create index on post (state nulls first, id);
  create index on post (subject_type, subject_id, id);
  create index on post using gin (lower(title collate "C") gin_trgm_ops);
  create index on person (tenant);
  create index on room (name, house, number);
  create index on seat (house, number, id);
  create index on post (author_id, id);
  create index on post (editor_id, id);
  create index on person (name);
  create index on post (score nulls first);
  create index on post_tag (tag_id, post_id);
  analyze;
`;

/** A node of a plan, as \`explain (format json)\` describes it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

const postgres = databases.find(({ name }) => name === 'PostgreSQL');
const missing = postgres === undefined ? 'PostgreSQL is not installed' : postgres.missing;

describe.skipIf(missing !== undefined)(`plans of PostgreSQL ${missing ?? ''}`, () => {
  let database: OpenDatabase | undefined;
  let db: Kysely<never>;
  let ids: (url: string) => Promise<readonly string[]>;
  let walk: (url: string, pages: number) => Promise<readonly string[]>;
  let ask: (
    url: string,
    rule?: boolean,
  ) => Promise<readonly { readonly sql: string; readonly parameters: readonly unknown[] }[]>;
  beforeAll(async () => {
    database = await postgres?.open();
    if (database === undefined) return;
    await database.exec(schema);
    const queries: CompiledQuery[] = [];
    db = new Kysely<never>({ dialect: database.dialect, log: ({ query }) => void queries.push(query) });
    const sources = createKyselySources(
      api,
      db,
      {
        posts: {
          ...{ table: 'post', idType: 'integer' },
          relationships: {
            author: { column: 'author_id' },
            editor: { column: 'editor_id' },
            subject: { column: 'subject_id', typeColumn: 'subject_type', types: { people: 'person', tags: 'tag' } },
            tags: { through: 'post_tag', from: 'post_id', to: 'tag_id' },
          },
        },
        people: { table: 'person', idType: 'integer', relationships: { posts: { foreignKey: 'author_id' } } },
        tags: {
          ...{ table: 'tag', idType: 'integer' },
          relationships: { posts: { through: 'post_tag', from: 'tag_id', to: 'post_id' } },
        },
        rooms: {
          ...{ table: 'room', id: ['house', 'number'], idType: ['integer', 'integer'] },
          relationships: { seats: { foreignKey: ['house', 'number'] } },
        },
        seats: { table: 'seat', idType: 'integer', relationships: { room: { column: ['house', 'number'] } } },
      },
      { databaseSchema: await readDatabaseSchema(db) },
    );
    const server = createServer(api, sources, { pagination: { includedSize: 3 } });
    // A rule of two steps: the posts of one tenant.
    const access = { posts: { read: () => [{ field: 'author.tenant' as const, values: [7] }] } };
    const ruled = createServer(api, sources, { access, defaultAccess: 'allow' });
    const cursors = cursorPagination({ key: 'a key of thirty-two bytes or more' }).pagination;
    const walked = createServer(api, sources, { pagination: { strategy: cursors } });
    walk = async (url, pages) => {
      const found: string[] = [];
      for (let next = url; pages > 0 && next !== undefined; pages--) {
        const { body } = await walked.handle({ method: 'GET', url: next, headers: {} });
        const { data, links } = JSON.parse(body ?? '{}') as {
          data: readonly { id: string }[];
          links: { next: string };
        };
        found.push(...data.map(({ id }) => id));
        next = links.next;
      }
      return found;
    };
    ids = async (url) => {
      const { body } = await server.handle({ method: 'GET', url, headers: {} });
      return (JSON.parse(body ?? '{}') as { data: readonly { id: string }[] }).data.map(({ id }) => id);
    };
    ask = async (url, rule = false) => {
      queries.length = 0;
      const { status } = await (rule ? ruled : server).handle({ method: 'GET', url, headers: {} });
      expect([url, status]).toEqual([url, 200]);
      return [...queries];
    };
  });
  afterAll(async () => {
    await db?.destroy();
    await database?.close();
  });

  async function planOf(url: string, table: string, rule = false) {
    const queries = await ask(url, rule);
    const query = queries.find(({ sql }) => sql.includes(`"${table}"`));
    if (query === undefined)
      throw new TypeError(`No statement reads ${table}: ${queries.map(({ sql }) => sql).join('; ')}`);
    const explained = await db.executeQuery<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
      CompiledQuery.raw(`explain (analyze, format json) ${query.sql}`, [...query.parameters]),
    );
    const plan = explained.rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (plan === undefined) throw new TypeError('The answer does not contain a plan.');
    const nodes = nodesOf(plan);
    const read = nodes
      .filter((node) => node['Relation Name'] === table)
      .reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
    return { types: nodes.map((node) => `${node['Node Type']} ${node['Relation Name'] ?? ''}`.trim()), read };
  }

  test.each([
    ['the newest 25 of an indexed column', '/posts?sort=-created', 'post', 200],
    ['the oldest 25', '/posts?sort=created', 'post', 200],
    ['the least, where NULL is one of them, with an index of this order', '/posts?sort=score', 'post', 300],
    ['the first 25', '/posts', 'post', 100],
    ['the first 25 by an attribute of their authors', '/posts?sort=author.name', 'post', 400],
    ['the last 25, some without an editor', '/posts?sort=-editor.name', 'post', 400],
    ['the first 25, some without an editor', '/posts?sort=editor.name', 'post', 400],
    ['the posts of one author', '/people/7/posts', 'post', 200],
    ['a filter by a foreign key', '/posts?filter[author]=7', 'post', 200],
    ['3 posts of each of 25 people', '/people?include=posts', 'post', 200],
    ['3 posts of each of 25 tags, through a join table', '/tags?include=posts', 'post_tag', 400],
    ['a group with a path', "/posts?filter=or(eq(created,7),eq(author.name,'name 7'))", 'post', 400],
    [
      'a group that most rows match',
      "/posts?filter=or(ge(created,5),contains(author.name,'7'))&sort=-created",
      'post',
      400,
    ],
    ['a group with a to-many relationship', '/posts?filter=or(eq(created,7),exists(tags,false))', 'post', 600],
    ['equal values, whose order is that of the ids', '/posts?sort=state', 'post', 200],
    ['equal values in the other direction, by the same index', '/posts?sort=-state', 'post', 200],
    ['a part of a text', '/posts?filter[title][iContains]=TLE 7777', 'post', 200],
    ['one of several target types', '/posts?filter[subject]=7', 'post', 300],
    ['an id of two columns', '/rooms', 'room', 100],
    ['an order with an id of two columns', '/rooms?sort=-name', 'room', 100],
    ['members with a foreign key of two columns', '/rooms/700~1/seats', 'seat', 100],
    ['3 members with such a key of each of 25 rooms', '/rooms?include=seats', 'seat', 100],
    ['a group behind a position', "/posts?filter=or(eq(created,7),eq(author.name,'name 7'))&sort=created", 'post', 400],
  ])('%s: an index answers %s', async (_, url, table, most) => {
    const { types, read } = await planOf(url, table);
    expect(types).not.toContain(`Seq Scan ${table}`);
    expect(read).toBeLessThan(most);
  });

  test.each([
    ['/posts?sort=-created', 6_000],
    ['/posts?sort=author.name', 6_000],
    ['/posts', 6_000],
  ])('the first 25 of one tenant, by a rule of two steps: %s', async (url, most) => {
    const { types, read } = await planOf(url, 'post', true);
    expect(types).not.toContain('Seq Scan post');
    expect(read).toBeLessThan(most);
  });

  test.each([
    ['editor.name', 'p.name nulls first, m.id', 3],
    ['-editor.name', 'p.name desc nulls last, m.id desc', 3],
    ['author.name,-created', 'a.name, m.created desc, m.id desc', 3],
    ['editor.name,author.name', 'p.name nulls first, a.name, m.id', 3],
  ])('sort=%s: pages and cursors have the order of the whole table', async (sort, order, pages) => {
    const joins = 'post m left join person p on p.id = m.editor_id join person a on a.id = m.author_id';
    const idsOf = async (limit: number, offset: number, where = 'true') => {
      const sql = `select m.id from ${joins} where ${where} order by ${order} limit ${limit} offset ${offset}`;
      return (await db.executeQuery<{ id: number }>(CompiledQuery.raw(sql))).rows.map(({ id }) => String(id));
    };
    // The last of these pages is behind the offset from which keys are read first.
    for (const number of [1, 2, 30, 334])
      expect(await ids(`/posts?sort=${sort}&page[size]=30&page[number]=${number}`)).toEqual(
        await idsOf(30, (number - 1) * 30),
      );
    expect(await walk(`/posts?sort=${sort}&page[size]=30`, pages)).toEqual(await idsOf(pages * 30, 0));
    // 40 of these rows have no editor, so a page contains some of both.
    const all = await walk(`/posts?sort=${sort}&filter=lt(created,400)&page[size]=30`, 14);
    expect(all).toEqual(await idsOf(400, 0, 'm.created < 400'));
  });

  test('a deep page reads the rows before it from an index, and only its own from the table', async () => {
    const { types } = await planOf('/posts?page[number]=3000&page[size]=10', 'post');
    expect(types).toContain('Index Only Scan post');
    const server = await ids('/posts?sort=-score&page[number]=3000&page[size]=10');
    const rows = await db.executeQuery<{ id: number }>(
      CompiledQuery.raw('select id from post order by score desc nulls last, id desc limit 10 offset 29990'),
    );
    expect(server).toEqual(rows.rows.map(({ id }) => String(id)));
  });
});
