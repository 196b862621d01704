import { DatabaseSync } from 'node:sqlite';
import { defineApi, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createKyselySources, createNodeSqliteDialect, readCatalog } from './index.ts';

const api = defineApi({
  files: { attributes: { name: z.string() } },
  notes: { attributes: { name: z.string() } },
  entries: {
    attributes: { action: z.string() },
    relationships: { subject: toOne(['files', 'notes'], { write: false }) },
  },
});

/** A server whose hooks keep an entry for each write to a file. */
async function open(place: 'before' | 'after', isSoft: boolean, hasRules: boolean, column = 'subject_id integer') {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table file (id integer primary key, name text not null, deleted_at text);
    create table note (id integer primary key, name text not null);
    create table entry (id integer primary key, action text not null, subject_type text, ${column});
    insert into file values (1, 'x', null);
    insert into entry values (1, 'create', 'files', 1);
  `);
  const db = new Kysely<never>({ dialect: createNodeSqliteDialect(database) });
  const soft = { scope: { deleted_at: null }, softDelete: { deleted_at: () => '2026-01-01' } };
  const sources = createKyselySources(
    api,
    db,
    {
      files: { table: 'file', idType: 'integer', ...(isSoft ? soft : {}) },
      notes: { table: 'note', idType: 'integer' },
      entries: {
        table: 'entry',
        idType: 'integer',
        relationships: { subject: { column: 'subject_id', typeColumn: 'subject_type' } },
      },
    },
    { catalog: await readCatalog(db) },
  );
  const all = { read: () => true, create: () => true, update: () => true, delete: () => true };
  const write = async ({ id, writes }: { id: string; writes: never }) => {
    const subject = { type: 'files', id };
    const entry = { attributes: { action: 'delete' }, relationships: { subject } };
    await (writes as { withoutRules: { create(type: string, entry: object): Promise<unknown> } }).withoutRules.create(
      'entries',
      entry,
    );
  };
  const server = createServer(api, sources, {
    ...(hasRules ? { access: { files: all, notes: all, entries: { read: () => true } } } : {}),
    hooks: { files: { delete: { [place]: write } } } as never,
  });
  const remove = async (id: string) =>
    (await server.handle({ method: 'DELETE', url: `/files/${id}`, headers: {} })).status;
  const entries = () => database.prepare('select action, subject_type, subject_id from entry order by id').all();
  return { remove, entries };
}

const worlds = (['before', 'after'] as const).flatMap((place) =>
  [true, false].flatMap((isSoft) => [true, false].map((hasRules) => [place, isSoft, hasRules] as const)),
);

test.each(worlds)(
  'a resource that an audit log names can be deleted, and a hook %s names it: soft %j, rules %j',
  async (place, isSoft, hasRules) => {
    const { remove, entries } = await open(place, isSoft, hasRules);
    expect(await remove('1')).toBe(204);
    const of1 = { subject_type: 'files', subject_id: 1 };
    expect(entries().map((row) => ({ ...row }))).toEqual([
      { action: 'create', ...of1 },
      { action: 'delete', ...of1 },
    ]);
    expect(await remove('1')).toBe(404);
    expect(entries()).toHaveLength(2);
  },
);

test('a link that a foreign key of the database enforces still refuses', async () => {
  const column = 'subject_id integer references file (id) on delete set null';
  expect(await (await open('before', false, true, column)).remove('1')).toBe(403);
  expect(await (await open('before', false, false, column)).remove('1')).toBe(403);
});
