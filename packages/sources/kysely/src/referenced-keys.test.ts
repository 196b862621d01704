/** Foreign keys that reference a unique key that is not the id: each request has the answer, and the events, of foreign keys that contain ids. */

import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { atomicOperations, createServer, cursorPagination } from '@linkage/server';
import { Kysely } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import {
  createKyselySources,
  createOutboxTable,
  type DatabaseSchema,
  readDatabaseSchema,
  readEvents,
} from './index.ts';
import { createNodeSqliteDialect } from './node-sqlite.ts';

const name = attribute(z.string(), { sort: true, filter: true });
const on = { sort: true, filter: true } as const;
const own = { clientGeneratedIds: true } as const;
const api = defineApi({
  people: {
    attributes: { name, code: attribute(z.string(), { write: 'create' }) },
    relationships: {
      articles: toMany('articles', { filter: true, inverse: 'author' }),
      profile: toOne('profiles', { ...on, inverse: 'person' }),
      manager: toOne('people', { ...on, inverse: 'reports' }),
      reports: toMany('people', { filter: true, inverse: 'manager' }),
    },
    ...own,
  },
  articles: {
    attributes: { name },
    relationships: {
      author: toOne('people', { ...on, inverse: 'articles' }),
      room: toOne('rooms', { ...on, inverse: 'articles' }),
    },
    ...own,
  },
  profiles: {
    attributes: { name },
    relationships: { person: toOne('people', { ...on, inverse: 'profile' }) },
    ...own,
  },
  rooms: {
    attributes: { name },
    relationships: { articles: toMany('articles', { filter: true, inverse: 'room' }) },
    ...own,
  },
});

/** The tables, with foreign keys that contain ids, or the values of a unique key. */
const tablesOf = (prefix: string, byKey: boolean) => {
  const [person, room] = byKey ? ['code', 'area, number'] : ['id', 'id'];
  const at = byKey ? 'room_area varchar(9), room_number integer' : 'room_area varchar(9)';
  const atNames = byKey ? 'room_area, room_number' : 'room_area';
  return `
  create table ${prefix}person (
    id varchar(9) primary key, code varchar(9) not null unique, name varchar(9) not null, gone integer not null default 0,
    manager varchar(9), foreign key (manager) references ${prefix}person (${person}));
  create table ${prefix}profile (
    id varchar(9) primary key, name varchar(9) not null, person varchar(9) unique,
    foreign key (person) references ${prefix}person (${person}));
  create table ${prefix}room (
    id varchar(9) primary key, area varchar(9) not null, number integer not null, name varchar(9) not null, unique (area, number));
  create table ${prefix}article (
    id varchar(9) primary key, name varchar(9) not null, version integer not null default 1,
    author varchar(9), ${at}, foreign key (author) references ${prefix}person (${person}),
    foreign key (${atNames}) references ${prefix}room (${room}));
  create index ${prefix}by_author on ${prefix}article (author);
  create index ${prefix}by_room on ${prefix}article (${atNames});`;
};
const rowsOf = (prefix: string, byKey: boolean) => {
  const person = (id: string) => (byKey ? `'c${id}'` : `'${id}'`);
  const room = (id: string, area: string, number: number) => (byKey ? `'${area}', ${number}` : `'${id}'`);
  const empty = byKey ? 'null, null' : 'null';
  const at = byKey ? 'room_area, room_number' : 'room_area';
  return `
  delete from ${prefix}article; delete from ${prefix}profile; delete from ${prefix}room;
  update ${prefix}person set manager = null; delete from ${prefix}person;
  insert into ${prefix}person (id, code, name, gone) values ('1', 'c1', 'Cyd', 0), ('2', 'c2', 'Ada', 0), ('3', 'c3', 'Bob', 0), ('4', 'c4', 'Eve', 1);
  update ${prefix}person set manager = ${person('1')} where id in ('2', '3');
  update ${prefix}person set manager = ${person('4')} where id = '1';
  insert into ${prefix}profile values ('p', 'beta', ${person('1')}), ('q', 'alpha', ${person('3')}), ('r', 'free', null);
  insert into ${prefix}room values ('x', 'a', 1, 'X'), ('y', 'a', 2, 'Y'), ('z', 'b', 1, 'Z');
  insert into ${prefix}article (id, name, author, ${at}) values ('a', 'one', ${person('1')}, ${room('x', 'a', 1)}),
    ('b', 'two', ${person('1')}, ${room('y', 'a', 2)}), ('c', 'three', ${person('2')}, ${room('y', 'a', 2)}),
    ('d', 'four', null, ${empty}), ('e', 'five', ${person('4')}, ${room('z', 'b', 1)});`;
};

const mappingOf = (prefix: string, byKey: boolean) => {
  const person = byKey ? { references: 'code' } : {};
  const room = byKey ? ({ references: ['area', 'number'] } as const) : {};
  const at = byKey ? ['room_area', 'room_number'] : 'room_area';
  return {
    people: {
      table: `${prefix}person`,
      where: { gone: 0 },
      relationships: {
        articles: { foreignKey: 'author', ...person },
        profile: { foreignKey: 'person', ...person },
        manager: { column: 'manager', ...person },
        reports: { foreignKey: 'manager', ...person },
      },
    },
    articles: {
      table: `${prefix}article`,
      version: 'version',
      relationships: { author: { column: 'author', ...person }, room: { column: at, ...room } },
    },
    profiles: { table: `${prefix}profile`, relationships: { person: { column: 'person', ...person } } },
    rooms: {
      table: `${prefix}room`,
      onCreate: { area: 'n', number: 9 },
      relationships: { articles: { foreignKey: at, ...room } },
    },
  };
};

const person = (id: string) => ({ type: 'people', id });
const article = (id: string) => ({ type: 'articles', id });
const linked = (name: string, data: unknown) => ({ relationships: { [name]: { data } } });

const reads: readonly string[] = [
  '/articles?include=author,room',
  '/articles/a?include=author.manager,author.reports,room.articles',
  '/articles/d?include=author,room',
  '/articles/e?include=author,room',
  '/people?include=articles,profile,manager,reports',
  '/people/1?include=articles.room,reports.articles',
  '/people/1/articles',
  '/people/1/articles?page[size]=1',
  '/people/1/articles?page[size]=1&page[number]=2&sort=-name',
  '/people/1/articles?filter[room.name]=Y',
  '/people/1/relationships/articles',
  '/people/1/relationships/reports',
  '/people/4/articles',
  '/people/1/profile',
  '/people/2/profile',
  '/people/2/relationships/manager',
  '/people/1/relationships/manager',
  '/profiles/p/person',
  '/rooms/y/articles',
  '/rooms?include=articles',
  '/articles/a/room',
  '/articles?filter[author]=1',
  '/articles?filter[author]=1,2',
  '/articles?filter[author]=4',
  '/articles?filter[author]=9',
  '/articles?filter[author]=null',
  '/articles?filter[author][ne]=1',
  '/articles?filter[author][ne]=null',
  '/articles?filter[author]=2,null',
  '/articles?filter[room]=y',
  '/articles?filter[room]=null',
  '/articles?filter[author.id]=1',
  '/articles?filter[author.name]=Cyd',
  '/articles?filter[author.manager.name]=Cyd',
  '/articles?filter[author.reports.name]=Bob',
  '/articles?filter[author.profile.name]=beta',
  "/articles?filter=or(eq(author.name,'Ada'),eq(room.name,'X'))",
  "/articles?filter=not(eq(author.name,'Ada'))",
  '/people?filter[articles]=a',
  '/people?filter[articles]=null',
  '/people?filter[articles.room.name]=Y',
  '/people?filter[reports]=2',
  '/people?filter[profile]=p',
  '/people?filter[profile]=null',
  '/people?filter[manager]=1',
  '/people?filter[articles][exists]=false',
  '/rooms?filter[articles]=c',
  '/articles?sort=author.name,id',
  '/articles?sort=-author.name,id',
  '/articles?sort=author.manager.name,-id',
  '/articles?sort=room.name,id&page[size]=2',
  '/articles?sort=-author.id,id',
  '/articles?sort=-room.name,author.name,id&page[size]=2&page[number]=2',
  '/people?sort=profile.name,id',
  '/people?sort=-manager.name,id',
  '/people?include=articles&page[size]=1',
];

const writes: readonly (readonly [line: string, data: unknown])[] = [
  ['POST /articles', { type: 'articles', id: 'n', attributes: { name: 'new' }, ...linked('author', person('3')) }],
  ['POST /articles', { type: 'articles', id: 'n', attributes: { name: 'new' }, ...linked('author', person('9')) }],
  ['POST /articles', { type: 'articles', id: 'n', attributes: { name: 'new' }, ...linked('author', person('4')) }],
  [
    'POST /articles',
    { type: 'articles', id: 'n', attributes: { name: 'new' }, ...linked('room', { type: 'rooms', id: 'z' }) },
  ],
  ['POST /articles', { type: 'articles', id: 'n', attributes: { name: 'new' }, ...linked('room', null) }],
  ['PATCH /articles/a', { type: 'articles', id: 'a', ...linked('author', person('2')) }],
  ['PATCH /articles/a', { type: 'articles', id: 'a', attributes: { name: 'other' }, ...linked('author', null) }],
  ['PATCH /articles/a', { type: 'articles', id: 'a', ...linked('author', person('9')) }],
  ['PATCH /articles/a', { type: 'articles', id: 'a', ...linked('room', { type: 'rooms', id: 'z' }) }],
  ['PATCH /articles/a/relationships/author', person('3')],
  ['PATCH /articles/a/relationships/author', null],
  ['PATCH /articles/a/relationships/room', { type: 'rooms', id: 'y' }],
  [
    'POST /people',
    {
      type: 'people',
      id: 'n',
      attributes: { name: 'New', code: 'cn' },
      ...linked('articles', [article('a'), article('d')]),
    },
  ],
  [
    'POST /people',
    { type: 'people', id: 'n', attributes: { name: 'New', code: 'cn' }, ...linked('manager', person('2')) },
  ],
  [
    'POST /people',
    {
      type: 'people',
      id: 'n',
      attributes: { name: 'New', code: 'cn' },
      ...linked('profile', { type: 'profiles', id: 'p' }),
    },
  ],
  ['POST /people/1/relationships/articles', [article('c'), article('d')]],
  ['POST /people/1/relationships/articles', [article('nowhere')]],
  ['POST /people/9/relationships/articles', [article('c')]],
  ['DELETE /people/1/relationships/articles', [article('a'), article('c')]],
  ['PATCH /people/1/relationships/articles', [article('b'), article('d')]],
  ['PATCH /people/1/relationships/articles', []],
  ['PATCH /people/2', { type: 'people', id: '2', ...linked('articles', [article('a')]) }],
  ['PATCH /people/2/relationships/profile', { type: 'profiles', id: 'p' }],
  ['PATCH /people/1/relationships/profile', null],
  ['PATCH /people/2/relationships/manager', person('3')],
  ['PATCH /people/3/relationships/reports', [person('1'), person('2')]],
  ['POST /rooms', { type: 'rooms', id: 'n', attributes: { name: 'N' }, ...linked('articles', [article('a')]) }],
  ['PATCH /rooms/z/relationships/articles', [article('a'), article('b')]],
  ['DELETE /articles/a', undefined],
];

describe.each(databases)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'foreign keys to unique keys', () => {
    const database = useDatabase<never>(open, `${tablesOf('i_', false)} ${tablesOf('k_', true)}`);
    let databaseSchema: DatabaseSchema;
    beforeAll(async () => {
      for (const table of ['i_outbox', 'k_outbox']) await createOutboxTable(database.db, { table } as never);
      databaseSchema = await readDatabaseSchema(database.db);
    });
    beforeEach(() =>
      database.exec(`${rowsOf('i_', false)} ${rowsOf('k_', true)} delete from i_outbox; delete from k_outbox;`),
    );
    const sourcesOf = (prefix: string, options: object = {}) =>
      createKyselySources(api, database.db, mappingOf(prefix, prefix === 'k_') as never, {
        databaseSchema,
        ...options,
      });
    const serve = (options: object = {}, ofSources: (prefix: string) => object = () => ({})) =>
      ['i_', 'k_'].map((prefix) =>
        requestsTo(createServer(api, sourcesOf(prefix, ofSources(prefix)) as never, options as never)),
      );
    const both = async (senders: ReturnType<typeof serve>, line: string, data?: unknown) =>
      Promise.all(senders.map((send) => send(line, data)));

    test.each(reads)('GET %s', async (url) => {
      const [plain, keyed] = await both(serve(), `GET ${url}`);
      expect(keyed).toEqual(plain);
      expect(plain?.status).toBe(plain?.document.errors ? 404 : 200);
    });

    test.each(reads.filter((url) => url.includes('?sort=')))('by position: GET %s', async (url) => {
      const profiles = [cursorPagination({ key: 'a key of thirty-two bytes or more', applied: 'always' })];
      const pages: unknown[][] = [[], []];
      for (const [index, send] of serve({ profiles }).entries()) {
        let next: string | null = url.replace(/&page.*/, '').concat('&page[size]=2');
        while (next !== null) {
          const { document } = await send(`GET ${next}`);
          pages[index]?.push(document.data);
          next = document.links.next?.href ?? document.links.next ?? null;
        }
      }
      expect(pages[1]).toEqual(pages[0]);
    });

    test.each(writes)('%s %j', async (line, data) => {
      const senders = serve({}, (prefix) => ({ outbox: `${prefix}outbox` }));
      const [plain, keyed] = await both(senders, line, data);
      expect(keyed).toEqual(plain);
      expect(plain?.status).toBeLessThan(500);
      for (const url of ['/articles?include=author,room', '/people?include=articles,profile,manager,reports']) {
        const [before, after] = await both(senders, `GET ${url}`);
        expect(after).toEqual(before);
      }
      const [left, right] = await Promise.all(
        ['i_', 'k_'].map(async (prefix) => {
          const { events } = await readEvents(api, database.db, { table: `${prefix}outbox` });
          return events.map(({ time, position, ...event }) => event);
        }),
      );
      expect(right).toEqual(left);
    });

    test('the operations of one request, also those that one statement can execute', async () => {
      const add = (id: string, author: string | null) => ({
        ...{
          op: 'add',
          data: { type: 'articles', id, attributes: { name: id }, ...linked('author', author && person(author)) },
        },
      });
      const update = (id: string, author: string | null) => ({
        ...{ op: 'update', data: { type: 'articles', id, ...linked('author', author && person(author)) } },
      });
      const type = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"';
      const headers = { 'content-type': type, accept: type };
      for (const operations of [
        [add('n1', '1'), add('n2', '2'), add('n3', null)],
        [update('a', '2'), update('b', '3'), update('c', null)],
        [add('n4', '1'), add('n5', '9')],
        [update('a', '1'), update('b', '4')],
      ]) {
        const body = JSON.stringify({ 'atomic:operations': operations });
        const found = await Promise.all(
          ['i_', 'k_'].map(async (prefix) => {
            const server = createServer(api, sourcesOf(prefix) as never, { extensions: [atomicOperations()] });
            const { status, body: text = '' } = await server.handle({
              method: 'POST',
              url: '/operations',
              headers,
              body,
            });
            const { document } = await requestsTo(server)('GET /articles?include=author');
            for (const { data, meta } of JSON.parse(String(text))['atomic:results'] ?? []) {
              const one = await server.handle({ method: 'GET', url: `/articles/${data.id}`, headers: {} });
              expect(one.headers['ETag']?.startsWith(meta.etag.slice(0, -1))).toBe(true);
            }
            // The key of another resource can change without the version of this one, so it is part of the tag.
            return { status, text: String(text).replaceAll(/"etag":"(?:[^"\\]|\\.)*"/g, ''), document };
          }),
        );
        expect(found[1]).toEqual(found[0]);
        expect(found[0]?.status).toBe(operations.some((it) => JSON.stringify(it).match(/"[49]"/)) ? 404 : 200);
      }
    });

    test.each([
      ['GET /articles?include=author', undefined],
      ['GET /people?include=articles,reports', undefined],
      ['PATCH /articles/a', { type: 'articles', id: 'a', attributes: { name: 'mine' } }],
      ['PATCH /articles/c', { type: 'articles', id: 'c', attributes: { name: 'not mine' } }],
      ['PATCH /articles/a', { type: 'articles', id: 'a', ...linked('author', person('2')) }],
      ['PATCH /articles/a', { type: 'articles', id: 'a', ...linked('author', person('3')) }],
      ['POST /people/3/relationships/articles', [article('a')]],
      ['DELETE /articles/c', undefined],
    ] as typeof writes)('under rules about paths: %s %j', async (line, data) => {
      const where =
        (field: string, ...values: string[]) =>
        () => [{ field, values }];
      const mine = where('author.name', 'Cyd', 'Bob');
      const access = {
        articles: { update: mine, delete: mine },
        people: { read: where('id', '1', '2', '3'), update: where('manager.name', 'Cyd') },
        profiles: { read: where('person.name', 'Cyd') },
        rooms: { read: where('articles.author', '1') },
      };
      const [plain, keyed] = await both(serve({ access, defaultAccess: 'allow' }), line, data);
      expect(keyed).toEqual(plain);
      expect(plain?.status).toBeLessThan(500);
    });
  });
});

test.each([
  [{ references: 'note' }, 'several rows can have the same "note"'],
  [{ references: 'empty' }, 'the database schema does not say that "empty" of "parent" is never NULL'],
  [{ references: 'nowhere' }, 'the table does not have a column "nowhere"'],
  [{ references: 'code', typeColumn: 'kind' }, 'must not contain a type'],
  [{ references: ['code', 'note'] }, 'must contain 2 columns'],
  [{}, 'references "code" of "main.parent"'],
])('%j is a mistake of a mapping', async (given, problem) => {
  const connection = new DatabaseSync(':memory:');
  connection.exec(`
    create table parent (id text primary key, code text not null unique, empty text unique, note text not null);
    create table child (id text primary key, parent text references parent (code), kind text);`);
  const small = defineApi({
    parents: { relationships: {} },
    children: { relationships: { parent: toOne('parents') } },
  });
  const db = new Kysely<never>({ dialect: createNodeSqliteDialect(connection) });
  const children = { table: 'child', relationships: { parent: { column: 'parent', ...given } } };
  const databaseSchema = await readDatabaseSchema(db);
  const create = () =>
    createKyselySources(small, db, { parents: { table: 'parent' }, children } as never, { databaseSchema });
  expect(create).toThrow(problem);
  await db.destroy();
});
