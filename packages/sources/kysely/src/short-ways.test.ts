/** Writes that are one call, compared with all steps, over SQLite, and the number of their statements. */
import { DatabaseSync } from 'node:sqlite';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { api, compareWays, type Opened, records } from '../../../server/test/short-ways-suite.ts';
import { requestsTo } from '../test/requests.ts';
import { createKyselySources, createNodeSqliteDialect, readDatabaseSchema } from './index.ts';

const database = new DatabaseSync(':memory:');
const own = 'id integer primary key, text text not null, owner text not null';
database.exec(`
  create table book (${own});
  create table note (${own}, kind text not null, book_id integer references book (id) on delete set null);
  create table reply (${own}, note_id integer references note (id) on delete set null);
  create table liking (${own}, note_id integer references note (id) on delete cascade);`);
const tables = { books: 'book', notes: 'note', replies: 'reply', likes: 'liking' } as const;
const columns: Readonly<Record<string, string>> = { book: 'book_id', note: 'note_id' };

/** Replaces all rows by the records of the suite. */
function reset(): void {
  for (const table of ['liking', 'reply', 'note', 'book']) database.exec(`delete from ${table}`);
  for (const [type, table] of Object.entries(tables))
    for (const record of records[type as keyof typeof records]) {
      const names = Object.keys(record).map((name) => columns[name] ?? name);
      const places = names.map(() => '?').join(', ');
      database
        .prepare(`insert into ${table} (${names.join(', ')}) values (${places})`)
        .run(...(Object.values(record) as string[]));
    }
}

const statements: string[] = [];
const db = new Kysely<never>({
  dialect: createNodeSqliteDialect(database),
  log: ({ query }) => void statements.push(query.sql),
});
const ids = { idType: 'integer' } as const;
const sources = createKyselySources(
  api,
  db,
  {
    books: { table: 'book', ...ids, relationships: { notes: { foreignKey: 'book_id' } } },
    notes: {
      ...{ table: 'note', ...ids },
      relationships: {
        book: { column: 'book_id' },
        replies: { foreignKey: 'note_id' },
        likes: { foreignKey: 'note_id' },
      },
    },
    replies: { table: 'reply', ...ids, relationships: { note: { column: 'note_id' } } },
    likes: { table: 'liking', ...ids, relationships: { note: { column: 'note_id' } } },
  } as const,
  { databaseSchema: await readDatabaseSchema(db) },
);
const inSteps = Object.entries(sources).map(([type, { atomicWrites: _, checksLinks: __, ...source }]) => [
  type,
  source,
]);
const stored = () => Object.values(tables).map((table) => database.prepare(`select * from ${table} order by id`).all());

function open(options: object, isShort: boolean): Opened {
  reset();
  const given = isShort ? sources : Object.fromEntries(inSteps);
  return { server: createServer(api, given as never, options as never), statements, stored };
}

compareWays(open);

const yes = () => true;
const all = { read: yes, create: yes, update: yes, updateRelationship: yes, delete: yes };
const isMine = () => [{ field: 'owner', values: ['me'] }];
const decide = (_: unknown, { record }: { readonly record: object }) => record !== undefined;
const note = {
  type: 'notes',
  attributes: { text: 'a', owner: 'me' },
  relationships: { book: { data: { type: 'books', id: '1' } } },
};
test.each<[string, access: object, line: string, data: object | undefined, status: number, count: number]>([
  ['creation', {}, 'POST /notes', note, 201, 1],
  ['creation, a link to a book of which some are hidden', { books: { read: isMine } }, 'POST /notes', note, 201, 2],
  [
    'creation, a rule about the request',
    { notes: { create: (_: unknown, { input }: { input: object }) => input !== undefined } },
    'POST /notes',
    note,
    201,
    1,
  ],
  ['deletion', {}, 'DELETE /notes/1', undefined, 204, 1],
  ['deletion, of which some are hidden', { notes: { read: isMine } }, 'DELETE /notes/1', undefined, 204, 1],
  ['deletion with likes', {}, 'DELETE /notes/2', undefined, 204, 1],
  [
    'deletion, a rule of the replies about the record',
    { replies: { update: decide } },
    'DELETE /notes/1',
    undefined,
    204,
    5,
  ],
])('statements: %s', async (_, access, line, data, status, count) => {
  const types = Object.keys(tables).map((type) => [type, { ...all, ...(access as Record<string, object>)[type] }]);
  const { server } = open({ access: Object.fromEntries(types) }, true);
  statements.length = 0;
  expect((await requestsTo(server)(line, data)).status).toBe(status);
  expect(statements.filter((it) => !/^(?:begin|commit|rollback)/.test(it))).toHaveLength(count);
});
