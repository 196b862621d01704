/** The plans of `exists`, `null`, and `not` on relationships with 100,000 rows: no statement reads a table once for each row. */

import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { CompiledQuery, Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { someOf } from '../../../core/test/runs.ts';
import { type DatabaseName, databases, type OpenDatabase } from '../test/databases.ts';
import { createKyselySources } from './index.ts';

const on = { filter: true } as const;
const api = defineApi({
  posts: {
    attributes: { title: attribute(z.string(), on) },
    relationships: {
      author: toOne('people', on),
      subject: toOne(['people', 'tags'], on),
      tags: toMany('tags', on),
      links: toMany(['people', 'tags'], on),
      replies: toMany('replies', on),
    },
  },
  people: { attributes: { name: attribute(z.string(), on) }, relationships: { posts: toMany('posts', on) } },
  tags: { attributes: { name: attribute(z.string(), on) }, relationships: { posts: toMany('posts', on) } },
  // Resources with an id of two columns.
  rooms: { attributes: { name: attribute(z.string(), on) }, relationships: { seats: toMany('seats', on) } },
  seats: { attributes: { name: attribute(z.string(), on) }, relationships: { room: toOne('rooms', on) } },
  replies: { attributes: { name: attribute(z.string(), on) }, relationships: { post: toOne('posts', on) } },
});

const ROWS = 100_000;
/** The integers from 1 on, and their names. */
const numbers: Readonly<Record<DatabaseName, string>> = {
  SQLite: `(with recursive s (i) as (select 1 union all select i + 1 from s where i < ${ROWS}) select i from s) s`,
  PGlite: `generate_series(1, ${ROWS}) s (i)`,
  PostgreSQL: `generate_series(1, ${ROWS}) s (i)`,
  MariaDB: `(select seq as i from seq_1_to_${ROWS}) s`,
};
const schemaOf = (name: DatabaseName): string => `
  create table person (id integer primary key, name varchar(40) not null);
  create table post (
    id integer primary key, title varchar(40) not null, author_id integer, subject_type varchar(10), subject_id integer
  );
  create table tag (id integer primary key, name varchar(40) not null, hidden integer not null);
  create table post_tag (post_id integer not null, tag_id integer not null, primary key (post_id, tag_id));
  create table post_link (
    post_id integer not null, kind varchar(10) not null, target_id integer not null, primary key (post_id, kind, target_id)
  );
  create table reply (id integer primary key, name varchar(40) not null, post_id integer);
  create table room (house integer not null, number integer not null, name varchar(40) not null, primary key (house, number));
  create table seat (id integer primary key, name varchar(40) not null, house integer, number integer);
  insert into person select i, 'name' from ${numbers[name]} where i <= 50000;
  insert into post select i, 'title', i % 60000, case when i % 2 = 0 then 'person' else 'tag' end, i % 70000 from ${numbers[name]};
  insert into tag select i, 'name', i % 2 from ${numbers[name]} where i <= 50000;
  insert into post_tag select i, 1 + (i * 13) % 50000 from ${numbers[name]} where i % 3 > 0;
  insert into post_link select i, case when i % 2 = 0 then 'person' else 'tag' end, i % 50000 from ${numbers[name]} where i % 3 > 0;
  insert into reply select i, 'name', nullif(i % 80000, 0) from ${numbers[name]};
  insert into room select i, i % 10, 'name' from ${numbers[name]};
  insert into seat select i, 'name', i, i % 10 from ${numbers[name]} where i % 3 > 0;
  create index post_author on post (author_id);
  create index post_tag_tag on post_tag (tag_id, post_id);
  create index reply_post on reply (post_id);
  create index seat_room on seat (house, number);
  ${name === 'MariaDB' ? 'analyze table person, post, tag, post_tag, post_link, reply, room, seat' : 'analyze'};
`;

/** Conditions on relationships, as the parameter \`filter\`, of each kind of storage. */
const conditions: readonly (readonly [type: string, filter: string])[] = [
  ...['tags', 'replies', 'links', 'author', 'subject'].flatMap((name) => [
    ['posts', `exists(${name},true)`] as const,
    ['posts', `exists(${name},false)`] as const,
    ['posts', `not(exists(${name},true))`] as const,
    ['posts', `not(eq(${name},7))`] as const,
    ['posts', `or(exists(${name},false),eq(${name},7))`] as const,
    ['posts', `not(and(exists(${name},true),eq(title,'x')))`] as const,
  ]),
  ['posts', "not(eq(tags.name,'name'))"],
  ['posts', "not(eq(author.name,'name'))"],
  ['posts', "not(eq(replies.name,'name'))"],
  ['posts', "and(not(eq(tags.name,'x')),not(eq(replies.name,'x')))"],
  ['people', "not(eq(posts.tags.name,'name'))"],
  ['people', 'exists(posts,false)'],
  ['tags', 'not(exists(posts,true))'],
  ['rooms', 'exists(seats,false)'],
  ['rooms', "not(eq(seats.name,'x'))"],
  ['seats', 'exists(room,false)'],
];

/** A node of a plan of PostgreSQL. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly 'Subplan Name'?: string;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly PlanNode[];
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** Returns the scans of whole tables that a plan repeats: in a subplan without a hash table, or on the inner side of a nested loop. */
function repeatedScans(plan: PlanNode): readonly string[] {
  const hashed = new Set(JSON.stringify(plan).match(/(?<=hashed )SubPlan \d+/g));
  const repeated = nodesOf(plan).flatMap((node) => {
    const parts = node['Node Type'] === 'Nested Loop' ? (node.Plans ?? []) : [];
    const inner = parts.filter((it) => it['Parent Relationship'] === 'Inner');
    const isRepeated = node['Parent Relationship'] === 'SubPlan' && !hashed.has(node['Subplan Name'] ?? '');
    return [...inner, ...(isRepeated ? [node] : [])];
  });
  const scans = repeated.flatMap(nodesOf).filter((node) => node['Node Type'] === 'Seq Scan' && node['Plan Rows'] > 100);
  return scans.map((node) => JSON.stringify(node));
}

// PGlite plans like PostgreSQL, and takes longer to write the rows.
describe.each(databases.filter(({ name }) => name !== 'PGlite'))('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'plans', () => {
    let database: OpenDatabase;
    let db: Kysely<never>;
    const queries: CompiledQuery[] = [];
    let ask: (url: string) => Promise<number>;
    beforeAll(async () => {
      database = await open();
      await database.exec(schemaOf(name));
      db = new Kysely<never>({ dialect: database.dialect, log: ({ query }) => void queries.push(query) });
      const integer = 'integer' as const;
      const types = { people: 'person', tags: 'tag' };
      const target = { through: 'post_link', from: 'post_id', to: 'target_id', typeColumn: 'kind', types };
      const sources = createKyselySources(api, db, {
        posts: {
          ...{ table: 'post', idType: integer },
          relationships: {
            author: { column: 'author_id' },
            subject: { column: 'subject_id', typeColumn: 'subject_type', types },
            tags: { through: 'post_tag', from: 'post_id', to: 'tag_id' },
            links: target,
            replies: { foreignKey: 'post_id' },
          },
        },
        people: { table: 'person', idType: integer, relationships: { posts: { foreignKey: 'author_id' } } },
        tags: {
          ...{ table: 'tag', idType: integer, where: { hidden: 0 } },
          relationships: { posts: { through: 'post_tag', from: 'tag_id', to: 'post_id' } },
        },
        rooms: {
          ...{ table: 'room', id: ['house', 'number'], idType: [integer, integer] },
          relationships: { seats: { foreignKey: ['house', 'number'] } },
        },
        seats: { table: 'seat', idType: integer, relationships: { room: { column: ['house', 'number'] } } },
        replies: { table: 'reply', idType: integer, relationships: { post: { column: 'post_id' } } },
      } as never);
      const server = createServer(api, sources);
      ask = async (url) => {
        queries.length = 0;
        const { status, body } = await server.handle({ method: 'GET', url, headers: {} });
        return status === 200 ? JSON.parse(body ?? '{}').meta.page.total : body;
      };
    }, 120_000);
    afterAll(async () => {
      await db?.destroy();
      await database?.close();
    });

    /** Executes \`explain\` for the statements of a request, and returns the lines of their plans. */
    async function plansOf(): Promise<readonly (readonly object[])[]> {
      const plans: (readonly object[])[] = [];
      const how = { SQLite: 'explain query plan', MariaDB: 'explain' }[name as string] ?? 'explain (format json)';
      for (const { sql, parameters } of [...queries]) {
        plans.push((await db.executeQuery<object>(CompiledQuery.raw(`${how} ${sql}`, [...parameters]))).rows);
      }
      return plans;
    }

    test.each(someOf(conditions, 3))(
      '%s: %s',
      async (type, filter) => {
        const total = await ask(
          `/${type}?filter=${encodeURIComponent(filter)}&page[size]=10&page[total]=true&fields[posts]=title`,
        );
        expect(total).toBeTypeOf('number');
        for (const { sql } of queries) expect(sql).not.toMatch(/is not true\) is not true/);
        const plans = await plansOf();
        expect(plans.length).toBe(1);
        for (const plan of plans) {
          if (name === 'SQLite') {
            // A subquery that refers to the row around it would be read for each row, unless an index answers it.
            expect(plan.map((line) => (line as { detail: string }).detail).join('\n')).not.toMatch(/CORRELATED/);
          } else if (name === 'MariaDB') {
            const lines = plan as readonly { select_type: string; type: string }[];
            const dependent = lines.filter((line) => line.select_type.startsWith('DEPENDENT'));
            expect(dependent.filter((line) => line.type === 'ALL' || line.type === 'index')).toEqual([]);
          } else {
            const [{ 'QUERY PLAN': found } = { 'QUERY PLAN': [] }] = plan as readonly {
              readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[];
            }[];
            expect(found.flatMap((it) => repeatedScans(it.Plan))).toEqual([]);
            // Without a group around it, a condition on members of one type is a join.
            if (!/or\(|and\(|links/.test(filter) && /tags|replies|posts|seats/.test(filter))
              expect(JSON.stringify(found)).toMatch(/"Join Type":"(?:Anti|Semi|Right Anti|Right Semi|Inner)"/);
          }
        }
      },
      60_000,
    );
  });
});
