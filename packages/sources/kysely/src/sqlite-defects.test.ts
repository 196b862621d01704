/** The tests that notice deliberate defects of statements, on SQLite alone: quick enough to run for each of them. */
import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { atomicOperations, createServer, cursorPagination } from '@linkage/server';
import { Kysely } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createKyselySources, createNodeSqliteDialect } from './index.ts';

const on = { sort: true, filter: true } as const;
const api = defineApi({
  books: {
    attributes: { title: attribute(z.string(), on), grade: attribute(z.number().nullable().default(null), on) },
    relationships: { tags: toMany('tags', { filter: true }), shelf: toOne('shelves', { filter: true }) },
  },
  tags: { attributes: { name: attribute(z.string(), on) }, clientGeneratedIds: true },
  shelves: { attributes: { name: attribute(z.string(), on) } },
});

const database = new DatabaseSync(':memory:');
database.exec(`
  create table book (id integer primary key, title text not null, grade integer, shelf_id integer, tenant text not null default 'a');
  create table tag (id text primary key, name text not null unique);
  create table shelf (id integer primary key, name text not null, tenant text not null default 'a');
  create table book_tag (book_id integer not null references book (id) on delete cascade, tag_id text not null references tag (id),
    primary key (book_id, tag_id));
`);
const db = new Kysely<unknown>({ dialect: createNodeSqliteDialect(database) });
const failures: unknown[] = [];
const sources = createKyselySources(api, db, {
  books: {
    table: 'book',
    idType: 'integer',
    where: { tenant: 'a' },
    relationships: { tags: { through: 'book_tag', from: 'book_id', to: 'tag_id' }, shelf: { column: 'shelf_id' } },
  },
  tags: { table: 'tag' },
  shelves: { table: 'shelf', idType: 'integer', where: { tenant: 'a' } },
});
const server = createServer(api, sources, {
  extensions: [atomicOperations()],
  profiles: [cursorPagination({ key: 'a key of thirty-two bytes or more', applied: 'always' })],
  onError: (error) => failures.push(error),
});

beforeEach(() => {
  database.exec(`
    delete from book_tag; delete from book; delete from tag; delete from shelf;
    insert into tag values ('x', 'X'), ('y', 'Y');
    insert into shelf values (1, 'Own', 'a'), (2, 'Foreign', 'b');
    insert into book values (1, 'alpha', 2, 1, 'a'), (2, 'Beta', null, 2, 'a'), (3, 'ALPHA', 2, 1, 'a'), (4, '100%', null, null, 'a'),
      (5, 'secret', 1, 1, 'b'), (6, 'gamma', 2, null, 'a'), (7, 'delta', 1, null, 'a');
    insert into book_tag values (1, 'x');
  `);
});
afterAll(() => db.destroy());

// biome-ignore lint/suspicious/noExplicitAny: documents as tests look at them
async function send(method: string, url: string, document?: object): Promise<{ status: number; document: any }> {
  const type = url === '/operations' ? 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"' : undefined;
  const media = type ?? 'application/vnd.api+json';
  const { status, body } = await server.handle({
    method,
    url,
    headers: { accept: media, ...(document && { 'content-type': media }) },
    body: document && JSON.stringify(document),
  });
  expect(failures.splice(0)).toEqual([]);
  return { status, document: body === undefined ? undefined : JSON.parse(body) };
}
const idsAt = async (url: string): Promise<string> =>
  (await send('GET', url)).document.data.map(({ id }: { readonly id: string }) => id).join('');
const count = (table: string): unknown => database.prepare(`select count(*) as n from ${table}`).get()?.['n'];

test('a write of several statements that fails leaves nothing', async () => {
  database.exec(
    "create trigger no_y before insert on book_tag when new.tag_id = 'y' begin select raise(abort, 'no'); end",
  );
  const linkage = [
    { type: 'tags', id: 'x' },
    { type: 'tags', id: 'y' },
  ];
  const data = { type: 'books', attributes: { title: 'new' }, relationships: { tags: { data: linkage } } };
  const created = await send('POST', '/books', { data });
  const updated = await send('PATCH', '/books/1', { data: { ...data, id: '1' } });
  database.exec('drop trigger no_y');
  expect([created.status, updated.status]).toEqual([409, 409]);
  expect([count('book'), count('book_tag')]).toEqual([7, 1]);
  expect((await send('GET', '/books/1')).document.data.attributes.title).toBe('alpha');
});

test('a write of several statements has a transaction of its own, if its call has none', async () => {
  database.exec(
    "create trigger no_y before insert on book_tag when new.tag_id = 'y' begin select raise(abort, 'no'); end",
  );
  const call = { context: undefined, signal: new AbortController().signal };
  const tags = ['x', 'y'].map((id) => ({ type: 'tags', id }));
  const input = { type: 'books', id: undefined, attributes: { title: 'new' }, relationships: { tags } };
  await expect(sources.books.create(input as never, call)).rejects.toMatchObject({ status: 409 });
  await expect(sources.books.update('1', input as never, call)).rejects.toMatchObject({ status: 409 });
  database.exec('drop trigger no_y');
  expect([count('book'), count('book_tag')]).toEqual([7, 1]);
});

test('rows that the row filter excludes do not exist, on any path', async () => {
  expect(await idsAt('/books?sort=title')).not.toContain('5');
  expect((await send('GET', '/books/5')).status).toBe(404);
  expect((await send('PATCH', '/books/5', { data: { type: 'books', id: '5' } })).status).toBe(404);
  expect((await send('DELETE', '/books/5')).status).toBe(404);
  expect((await send('GET', '/books/2/shelf')).document.data).toBeNull();
  expect((await send('GET', '/books/2/relationships/shelf')).document.data).toBeNull();
  expect(await idsAt('/books?filter[shelf.name]=Foreign')).toBe('');
  expect(await idsAt('/books?filter[shelf]=2')).toBe('');
  expect(await idsAt('/books?filter[shelf]=null')).toBe('2467');
});

test('every row is on one page, also with equal values and with null', async () => {
  for (const sort of ['grade', '-grade', '-grade,title', 'grade,-title']) {
    const seen: string[] = [];
    let url = `/books?sort=${sort}&page[size]=1`;
    for (let pages = 0; pages < 20 && url !== ''; pages++) {
      const { document } = await send('GET', url);
      seen.push(...document.data.map(({ id }: { readonly id: string }) => id));
      url = document.links.next?.href ?? document.links.next ?? '';
    }
    expect([sort, seen.join('')]).toEqual([sort, await idsAt(`/books?sort=${sort}`)]);
    expect(seen).toHaveLength(6);
  }
});

test('rows with equal values have the order of their ids on pages by number', async () => {
  const plain = createServer(
    api,
    createKyselySources(api, db, {
      books: { table: 'book', idType: 'integer', relationships: { tags: null, shelf: null } },
      tags: { table: 'tag' },
      shelves: { table: 'shelf', idType: 'integer' },
    }),
  );
  database.exec('create index by_grade on book (grade, title desc)');
  const { body = '' } = await plain.handle({ method: 'GET', url: '/books?sort=grade', headers: {} });
  database.exec('drop index by_grade');
  expect(
    JSON.parse(body)
      .data.map(({ id }: { readonly id: string }) => id)
      .join(''),
  ).toBe('2457136');
});

test.each([
  ['filter[title][contains]=alp', '1'],
  ['filter[title][iContains]=ALP', '13'],
  ['filter[title][startsWith]=Be', '2'],
  ['filter[title][endsWith]=%25', '4'],
  ['filter[title][contains]=_', ''],
  ['filter[title]=alpha', '1'],
  ['filter[id]=1,01,1.0,2', '12'],
])('%s finds %j', async (query, ids) => {
  expect(await idsAt(`/books?${query}`)).toBe(ids);
});

test('a row has one URL', async () => {
  for (const id of ['01', '1.0', '+1', '1e0', ' 1']) {
    expect((await send('GET', `/books/${encodeURIComponent(id)}`)).status).toBe(404);
  }
});

test('an id that exists is a conflict, not a failure', async () => {
  const { status, document } = await send('POST', '/tags', {
    data: { type: 'tags', id: 'z', attributes: { name: 'X' } },
  });
  expect([status, document.errors[0].code]).not.toContain(500);
  expect(status).toBe(409);
});
