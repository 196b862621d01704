/** Related queries on every database: one statement for each relationship and level, and documents equal to those of memory. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createMemorySources, createServer, cursorPagination, relatedQueries } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources } from './index.ts';

const asked = { sort: true, filter: true } as const;
const api = defineApi({
  issues: {
    attributes: { title: attribute(z.string(), asked) },
    relationships: { comments: toMany('comments', { inverse: 'issue' }), tags: toMany('tags', { filter: true }) },
  },
  comments: {
    attributes: { state: attribute(z.string(), asked), at: attribute(z.int().nullable(), asked) },
    relationships: {
      issue: toOne('issues'),
      author: toOne('people', { filter: true, sort: true }),
      likes: toMany('people'),
    },
  },
  people: { attributes: { name: attribute(z.string(), asked) } },
  tags: { attributes: { label: attribute(z.string(), asked) } },
});

const tables = `
  create table person (id integer primary key, name varchar(20) not null);
  create table issue (id integer primary key, title varchar(20) not null);
  create table comment (id integer primary key, state varchar(20) not null, moment integer, issue_id integer, author_id integer);
  create table tag (id integer primary key, label varchar(20) not null);
  create table issue_tag (issue_id integer not null, tag_id integer not null);
  create table likes (comment_id integer not null, person_id integer not null, primary key (comment_id, person_id));
  insert into person values (7, 'Ada'), (8, 'Bob'), (9, 'Cy');
  insert into issue values (1, 'x'), (2, 'y'), (3, 'z');
  insert into comment values (1, 'open', 5, 1, 7), (2, 'done', 4, 1, 8), (3, 'open', null, 1, null), (4, 'open', 2, 1, 8),
    (5, 'open', 9, 2, 9), (6, 'open', 9, 2, 7), (7, 'done', 1, 2, 7);
  insert into tag values (1, 'b'), (2, 'a'), (3, 'c');
  insert into issue_tag values (1, 1), (1, 2), (1, 2), (1, 3), (2, 3), (2, 2);
  insert into likes values (1, 7), (1, 8), (1, 9), (5, 8), (4, 9), (4, 7);
`;
const records = {
  people: ['Ada', 'Bob', 'Cy'].map((name, index) => ({ id: String(index + 7), name })),
  issues: [
    { id: '1', title: 'x', comments: ['1', '2', '3', '4'], tags: ['1', '2', '3'] },
    { id: '2', title: 'y', comments: ['5', '6', '7'], tags: ['2', '3'] },
    { id: '3', title: 'z', comments: [], tags: [] },
  ],
  comments: [
    { id: '1', state: 'open', at: 5, issue: '1', author: '7', likes: ['7', '8', '9'] },
    { id: '2', state: 'done', at: 4, issue: '1', author: '8', likes: [] },
    { id: '3', state: 'open', at: null, issue: '1', author: null, likes: [] },
    { id: '4', state: 'open', at: 2, issue: '1', author: '8', likes: ['7', '9'] },
    { id: '5', state: 'open', at: 9, issue: '2', author: '9', likes: ['8'] },
    { id: '6', state: 'open', at: 9, issue: '2', author: '7', likes: [] },
    { id: '7', state: 'done', at: 1, issue: '2', author: '7', likes: [] },
  ],
  tags: [
    { id: '1', label: 'b' },
    { id: '2', label: 'a' },
    { id: '3', label: 'c' },
  ],
};

const of = (path: string, ...parts: readonly string[]): string =>
  parts.map((part) => `relatedQuery[${path}]${part}`).join('&');
const queries = [
  `include=comments&${of('comments', '[filter][state]=open', '[sort]=-at', '[page][size]=2')}`,
  `include=comments&${of('comments', '[sort]=at', '[page][size]=3')}`,
  `include=comments&${of('comments', '[sort]=author.name,-at')}`,
  `include=comments&${of('comments', '[filter][author.name]=Ada')}`,
  `include=comments&${of('comments', '[page][size]=1')}`,
  `include=tags&${of('tags', '[sort]=-label', '[page][size]=2')}`,
  `include=tags&${of('tags', '[filter][label][ge]=b')}`,
  `include=comments.likes&${of('comments', '[sort]=-at', '[page][size]=2')}&${of('comments.likes', '[sort]=-name', '[page][size]=1')}`,
];
const rules: readonly (readonly [string, object | undefined])[] = [
  ['without rules', undefined],
  ['some comments', { comments: { read: () => [{ field: 'at', operator: 'le', values: [5] }] } }],
  ['some people', { people: { read: () => [{ field: 'id', values: ['7', '9'] }] } }],
  ['no comments', { comments: { read: () => false } }],
];
const all = {
  issues: { read: () => true },
  comments: { read: () => true },
  people: { read: () => true },
  tags: { read: () => true },
};

describe.each(databases)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'related queries', () => {
    const statements: string[] = [];
    const used = useDatabase(open, tables, statements);
    const serversOf = (access?: object, profiles: readonly object[] = []) => {
      const sql = createKyselySources(api, used.db, {
        issues: {
          table: 'issue',
          idType: 'integer',
          relationships: {
            comments: { foreignKey: 'issue_id' },
            tags: { through: 'issue_tag', from: 'issue_id', to: 'tag_id' },
          },
        },
        comments: {
          table: 'comment',
          idType: 'integer',
          attributes: { at: 'moment' },
          relationships: {
            issue: { column: 'issue_id' },
            author: { column: 'author_id' },
            likes: { through: 'likes', from: 'comment_id', to: 'person_id' },
          },
        },
        people: { table: 'person', idType: 'integer' },
        tags: { table: 'tag', idType: 'integer' },
      } as never);
      const options = {
        profiles: [relatedQueries({ applied: 'always' }), ...profiles],
        ...(access === undefined ? {} : { access: { ...all, ...access } }),
      } as never;
      const memory = createMemorySources(api, records as never);
      return [sql, memory].map((sources) => requestsTo(createServer(api, sources as never, options))) as [
        ReturnType<typeof requestsTo>,
        ReturnType<typeof requestsTo>,
      ];
    };

    test.each(rules)('documents equal those of memory: %s', async (_, access) => {
      const [sql, memory] = serversOf(access);
      for (const query of queries) {
        const [one, other] = [await sql(`GET /issues?${query}`), await memory(`GET /issues?${query}`)];
        const [first = '', second = ''] = /^include=([a-z.]+)/.exec(query)?.[1]?.split('.') ?? [];
        const shown = ({ data, included }: typeof one.document) => [
          data?.map(({ relationships }: typeof one.document) => relationships[first]),
          included?.map((it: typeof one.document) => [`${it.type} ${it.id}`, it.relationships?.[second]]).sort(),
        ];
        expect([query, one.status, ...shown(one.document)]).toEqual([query, other.status, ...shown(other.document)]);
      }
    });

    test('one statement reads the members of all resources of a level', async () => {
      const [sql] = serversOf();
      for (const query of queries) {
        statements.length = 0;
        expect((await sql(`GET /issues?${query}`)).status).toBe(200);
        expect([query, statements.length]).toEqual([query, query.includes('likes') ? 3 : 2]);
      }
    });

    test('pages of cursors continue behind the position of the last member', async () => {
      const [sql, memory] = serversOf(undefined, [cursorPagination({ applied: 'always' })]);
      for (const query of queries.slice(0, 3)) {
        const read = async (send: typeof sql) => {
          const first = await send(`GET /issues?${query}`);
          expect([query, first.status, first.document.errors]).toEqual([query, 200, undefined]);
          const links = first.document.data[0].relationships.comments.links;
          return [
            first.document.data.map((it: typeof first.document) => it.relationships.comments.data),
            links.next && (await send(`GET ${links.next.href}`)).ids,
          ];
        };
        expect([query, await read(sql)]).toEqual([query, await read(memory)]);
      }
    });
  });
});
