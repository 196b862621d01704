/** Values that the server writes, and clients cannot, on every database. */

import { DatabaseSync } from 'node:sqlite';
import { attribute, type CreateInput, defineApi, toMany, toOne } from '@linkage/core';
import { createServer, type SourceCall } from '@linkage/server';
import { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { createKyselySources, createNodeSqliteDialect, readDatabaseSchema } from './index.ts';

interface Context {
  readonly user: string;
}
const written = attribute(z.string().nullable().default(null), { write: false });
const api = defineApi({
  notes: {
    attributes: { title: z.string(), createdAt: written, updatedAt: written },
    relationships: { owner: toOne('people', { write: false }), seen: toMany('people') },
    clientGeneratedIds: true,
  },
  people: { attributes: { name: z.string() }, relationships: { notes: toMany('notes', { write: false }) } },
});
const tables = `
  create table person (id varchar(20) primary key, name varchar(20) not null);
  create table note (
    id varchar(20) primary key, title varchar(20) not null, created_at varchar(20), updated_at varchar(20),
    owner_id varchar(20) references person (id)
  );
  create table seen (
    note_id varchar(20) not null references note (id) on delete cascade,
    person_id varchar(20) not null references person (id), primary key (note_id, person_id)
  );
  insert into person values ('1', 'Ada'), ('2', 'Bo');
`;

test('values can be made from the written fields, also from those that a hook returns', async () => {
  const database = new DatabaseSync(':memory:');
  database.exec('create table post (id integer primary key, title text not null, slug text not null, updates text)');
  const slugOf = (title: unknown) => String(title).toLowerCase().replaceAll(' ', '-');
  const posts = defineApi({ posts: { attributes: { title: z.string(), slug: written, updates: written } } });
  const sources = createKyselySources(posts, new Kysely<never>({ dialect: createNodeSqliteDialect(database) }), {
    posts: {
      table: 'post',
      idType: 'integer',
      onCreate: {
        slug: (_: SourceCall, { attributes }: CreateInput<typeof posts, 'posts'>) => slugOf(attributes.title),
      },
      onUpdate: { updates: (_, { attributes }) => Object.keys(attributes).join() },
    },
  });
  const before = ({ input }: { readonly input: CreateInput<typeof posts, 'posts'> }) => {
    return { ...input, attributes: { title: `${input.attributes.title} again` } };
  };
  const send = requestsTo(createServer(posts, sources, { hooks: { posts: { create: { before } } } }));
  const created = await send('POST /posts', { type: 'posts', attributes: { title: 'Hello World' } });
  expect(created.document.data.attributes).toEqual({
    title: 'Hello World again',
    slug: 'hello-world-again',
    updates: null,
  });
  const updated = await send('PATCH /posts/1', { type: 'posts', id: '1', attributes: { title: 'Bye' } });
  expect(updated.document.data.attributes).toEqual({ title: 'Bye', slug: 'hello-world-again', updates: 'title' });
});

describe.each(databases)('$name', ({ missing, open }) => {
  test.skipIf(missing !== undefined)(missing ?? 'writes its values', { timeout: 60_000 }, async () => {
    const database = await open();
    const db = new Kysely<never>({ dialect: database.dialect });
    await database.exec(tables);
    let time = 0;
    const now = (): string => `t${++time}`;
    const sources = createKyselySources(
      api,
      db,
      {
        notes: {
          table: 'note',
          attributes: { createdAt: 'created_at', updatedAt: 'updated_at' },
          onCreate: { created_at: now, owner_id: ({ context }: SourceCall<Context>) => context.user },
          onUpdate: { updated_at: now },
          relationships: {
            owner: { column: 'owner_id' },
            seen: { through: 'seen', from: 'note_id', to: 'person_id' },
          },
        },
        people: { table: 'person', relationships: { notes: { foreignKey: 'owner_id' } } },
      },
      { databaseSchema: await readDatabaseSchema(db) },
    );
    const failures: unknown[] = [];
    const server = createServer<typeof api, Context>(api, sources, {
      context: ({ headers }) => ({ user: String(headers['x-user']) }),
      onError: (error) => void failures.push(error),
    });
    const send = requestsTo(server);
    const ask = (line: string, data?: unknown, user = '1') => send(line, data, { 'x-user': user });
    const note = { type: 'notes', id: 'n', attributes: { title: 'N' } };
    const created = await ask('POST /notes', note, '2');
    expect(created.document.data).toMatchObject({
      attributes: { title: 'N', createdAt: 't1', updatedAt: null },
      relationships: { owner: { data: { id: '2' } } },
    });
    const updated = await ask('PATCH /notes/n', { ...note, attributes: { title: 'M' } });
    expect(updated.document.data).toMatchObject({
      attributes: { title: 'M', createdAt: 't1', updatedAt: 't2' },
      relationships: { owner: { data: { id: '2' } } },
    });
    expect((await ask('POST /notes/n/relationships/seen', [{ type: 'people', id: '1' }])).status).toBe(204);
    expect((await ask('GET /notes/n')).document.data.attributes.updatedAt).toBe('t3');
    for (const attributes of [{ createdAt: 'x' }, { updatedAt: 'x' }]) {
      expect((await ask('PATCH /notes/n', { ...note, attributes })).status).toBeGreaterThanOrEqual(400);
      const other = await ask('POST /notes', { ...note, id: 'o', attributes: { title: 'O', ...attributes } });
      expect(other.status).toBeGreaterThanOrEqual(400);
    }
    expect((await ask('PATCH /notes/n/relationships/owner', null)).status).toBeGreaterThanOrEqual(400);
    expect((await ask('GET /notes/n?include=owner')).document.data.attributes).toEqual({
      title: 'M',
      createdAt: 't1',
      updatedAt: 't3',
    });
    expect(failures).toEqual([]);
    await db.destroy();
    await database.close();
  });
});

test('a relationship of either of them that clients can write is a mistake', () => {
  const mapped = (own: boolean, inverse: boolean) => () =>
    createKyselySources(
      defineApi({
        notes: { attributes: {}, relationships: { owner: toOne('people', { write: own }) } },
        people: { attributes: {}, relationships: { notes: toMany('notes', { write: inverse }) } },
      }),
      new Kysely<never>({ dialect: createNodeSqliteDialect(new DatabaseSync(':memory:')) }),
      {
        notes: { table: 'note', onCreate: { owner_id: '1' }, relationships: { owner: { column: 'owner_id' } } },
        people: { table: 'person', relationships: { notes: { foreignKey: 'owner_id' } } },
      },
    );
  const message = (name: string) =>
    `createKyselySources: mapping.notes.onCreate: clients can write the column "owner_id" as the relationship "${name}". Declare the relationship with \`write: false\`.`;
  expect(mapped(true, false)).toThrow(message('notes.owner'));
  expect(mapped(false, true)).toThrow(message('people.notes'));
  expect(mapped(false, false)).not.toThrow();
});
