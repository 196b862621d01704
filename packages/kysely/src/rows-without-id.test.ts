/** SQLite accepts NULL in a primary key without NOT NULL. Such a row has no id, so it is not a resource. */
import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { aggregates, createServer, cursorPagination } from '@linkage/server';
import { Kysely } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createKyselySources, createNodeSqliteDialect, createOutboxTable, readCatalog, readEvents } from './index.ts';

const name = attribute(z.string(), { sort: true, filter: true });
const api = defineApi({
  books: { attributes: { name }, relationships: { shelf: toOne('shelves'), tags: toMany('tags', { filter: true }) } },
  shelves: { attributes: { name }, relationships: { books: toMany('books', { filter: true }) } },
  tags: { attributes: { name } },
  seats: {
    attributes: {
      name,
      row: attribute(z.string(), { write: 'create' }),
      place: attribute(z.string(), { write: 'create' }),
    },
  },
});
const mapping = {
  books: {
    table: 'book',
    relationships: { shelf: { column: 'shelf_id' }, tags: { through: 'book_tag', from: 'book_id', to: 'tag_id' } },
  },
  shelves: { table: 'shelf', relationships: { books: { foreignKey: 'shelf_id' } } },
  tags: { table: 'tag' },
  seats: { table: 'seat', id: ['row', 'place'] },
} as const;
const tables = `
  create table shelf (id text primary key, name text not null);
  create table book (id text primary key, name text not null, shelf_id text references shelf (id) on delete cascade);
  create table tag (id text primary key, name text not null);
  create table book_tag (book_id text references book (id) on delete cascade, tag_id text references tag (id), primary key (book_id, tag_id));
  create table seat ("row" text, place text, name text not null, primary key ("row", place));
  insert into shelf values ('s', 'Own'), (null, 'Lost'), ('t', 'Other');
  insert into book values ('a', 'Alpha', 's'), (null, 'Lost', 's'), ('b', 'Beta', 's'), (null, 'Lost', null);
  insert into tag values ('x', 'X'), (null, 'Y');
  insert into book_tag values ('a', 'x'), ('a', null), (null, 'x');
  insert into seat values ('1', 'a', 'One'), ('1', null, 'Half'), (null, 'a', 'Half'), (null, null, 'None');
`;

async function open(isKnown: boolean, isCursor = false) {
  const database = new DatabaseSync(':memory:');
  database.exec(tables);
  const db = new Kysely<never>({ dialect: createNodeSqliteDialect(database) });
  await createOutboxTable(db);
  const catalog = await readCatalog(db);
  const sources = createKyselySources(api, db, mapping as never, isKnown ? { catalog, outbox: 'outbox' } : {});
  const groups = aggregates(api, { books: { groupBy: ['name'] } }, { applied: 'always' });
  const cursors = cursorPagination({ key: 'a key of thirty-two bytes or more', applied: 'always' });
  const server = createServer(api, sources, { profiles: isCursor ? [cursors] : [groups], stream: { books: true } });
  return { db, catalog, server };
}
type Opened = Awaited<ReturnType<typeof open>>;

async function read({ server }: Opened, url: string) {
  const { status, body, stream } = await server.handle({ method: 'GET', url, headers: {} });
  const parts: string[] = [];
  if (stream !== undefined) for await (const part of stream) parts.push(String(part));
  const document = JSON.parse(stream === undefined ? String(body) : parts.join(''));
  expect(status, url).toBe(200);
  return document;
}

const idsOf = ({ data }: { readonly data: readonly { readonly id: string }[] }) => data.map(({ id }) => id);

describe.each([
  ['with the catalog', true],
  ['without the catalog', false],
])('%s', (_, isKnown) => {
  const opened: Opened[] = [];
  const start = async (isCursor = false) => {
    opened.push(await open(isKnown, isCursor));
    return opened.at(-1) as Opened;
  };
  afterAll(() => Promise.all(opened.map(({ db }) => db.destroy())));

  test.each([
    ['/books?page[size]=9', ['a', 'b']],
    ['/books?sort=-name&page[size]=2', ['b', 'a']],
    ['/books?sort=name&page[size]=1', ['a']],
    ['/books?filter[name]=Lost&page[size]=9', []],
    ['/books?filter[tags]=x&page[size]=9', ['a']],
    ['/books?filter[tags]=null&page[size]=9', ['b']],
    ['/books', ['a', 'b']],
    ['/shelves', ['s', 't']],
    ['/shelves/s/books', ['a', 'b']],
    ['/shelves?filter[books.name]=Lost', []],
    ['/shelves?filter[books.name]=Beta', ['s']],
    ['/seats', ['1~a']],
    ['/books/a/tags', ['x']],
  ])('%s', async (url, ids) => {
    expect(idsOf(await read(await start(), url))).toEqual(ids);
  });

  test('totals and groups do not count them', async () => {
    const { meta } = await read(await start(), '/books?page[size]=1&page[total]=true&groupBy=name');
    expect(meta.page.total).toBe(2);
    expect(meta.aggregates).toEqual(['Alpha', 'Beta'].map((it) => ({ by: { name: it }, count: 1 })));
  });

  test('cursors pass them', async () => {
    const world = await start(true);
    const first = await read(world, '/shelves?sort=name&page[size]=1');
    const { links, ...second } = await read(world, first.links.next.href);
    expect([idsOf(first), idsOf(second as never), links.next]).toEqual([['t'], ['s'], null]);
  });

  test('they are not included', async () => {
    const { included } = await read(await start(), '/shelves/s?include=books.tags');
    expect(included.map(({ id }: { id: string }) => id).sort()).toEqual(['a', 'b', 'x']);
  });
});

test('the deletion of a resource deletes them, too, and has no events of them', async () => {
  const world = await open(true);
  const { status } = await world.server.handle({ method: 'DELETE', url: '/shelves/s', headers: {} });
  expect(status).toBe(204);
  const events = await readEvents(api, world.db, { limit: 9 });
  expect(events.map(({ operation, type, id }) => `${operation} ${type} ${id}`).sort()).toEqual([
    'delete books a',
    'delete books b',
    'delete shelves s',
  ]);
  await world.db.destroy();
});

test('the catalog tells which columns of a primary key can be NULL', async () => {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table loose (id text primary key);
    create table strict (id text not null primary key);
    create table numbered (id integer primary key);
    create table rowless (id text primary key) without rowid;
    create table paired (a text not null, b text, primary key (a, b));
  `);
  const db = new Kysely<never>({ dialect: createNodeSqliteDialect(database) });
  const { tables: known } = await readCatalog(db);
  const loose = [...known].flatMap(([table, { columns }]) =>
    [...columns].flatMap(([column, { nullInKey }]) => (nullInKey === true ? [`${table}.${column}`] : [])),
  );
  expect(loose.filter((it) => !it.startsWith('main.'))).toEqual(['loose.id', 'paired.b']);
  await db.destroy();
});
