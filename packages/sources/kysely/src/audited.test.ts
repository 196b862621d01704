import { DatabaseSync } from 'node:sqlite';
import { defineApi, toOne } from '@linkage/core';
import { createMemorySources, createServer, type Sources } from '@linkage/server';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createKyselySources, createNodeSqliteDialect, readDatabaseSchema } from './index.ts';

const api = defineApi({
  files: { attributes: { name: z.string() } },
  notes: { attributes: { name: z.string() } },
  entries: {
    attributes: { action: z.string() },
    relationships: { subject: toOne(['files', 'notes'], { write: false, filter: true }) },
  },
});

/** A server whose hooks keep an entry for each write to a file. The row filter of files has a column that a deletion does not write. */
async function open(place: 'before' | 'after', isSoft: boolean, hasRules: boolean, column = 'subject_id integer') {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table file (id integer primary key, name text not null, tenant integer not null default 1, deleted_at text);
    create table note (id integer primary key, name text not null);
    create table entry (id integer primary key, action text not null, subject_type text, ${column});
    insert into file values (1, 'x', 1, null), (2, 'of others', 2, null), (3, 'deleted by others', 2, '2020-01-01');
    insert into entry values (1, 'create', 'files', 1);
  `);
  const db = new Kysely<never>({ dialect: createNodeSqliteDialect(database) });
  const rowFilter = { tenant: 1 };
  const soft = { where: { ...rowFilter, deleted_at: null }, softDelete: { deleted_at: () => '2026-01-01' } };
  const sources = createKyselySources(
    api,
    db,
    {
      files: { table: 'file', idType: 'integer', ...(isSoft ? soft : { where: rowFilter }) },
      notes: { table: 'note', idType: 'integer' },
      entries: {
        table: 'entry',
        idType: 'integer',
        relationships: { subject: { column: 'subject_id', typeColumn: 'subject_type' } },
      },
    },
    { databaseSchema: await readDatabaseSchema(db) },
  );
  const entries = () => database.prepare('select action, subject_type, subject_id from entry order by id').all();
  return { ...serverOver(sources as never, place, hasRules), entries, database };
}

function serverOver(sources: Sources<typeof api>, place: 'before' | 'after', hasRules: boolean) {
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
  const ask = (method: string, url: string) => server.handle({ method, url, headers: {} });
  return {
    remove: async (id: string) => (await ask('DELETE', `/files/${id}`)).status,
    get: async (url: string) => JSON.parse(String((await ask('GET', url)).body)),
  };
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

const file = (id: string) => ({ type: 'files', id }) as const;

/** Returns what the user sees of the links of all entries. */
async function shown(get: (url: string) => Promise<{ data: never; included?: unknown }>) {
  const { data, included } = await get('/entries?include=subject');
  const links = (data as { id: string; relationships: { subject: { data: unknown } } }[]).map(async (entry) => {
    const { data: linkage } = entry.relationships.subject;
    expect((await get(`/entries/${entry.id}/relationships/subject`)).data).toEqual(linkage);
    expect((await get(`/entries/${entry.id}/subject`)).data).toBeNull();
    return linkage;
  });
  expect(included).toEqual([]);
  return Promise.all(links);
}

test.each(worlds)(
  'a link to what was deleted is shown as its identifier: %s, soft %j, rules %j',
  async (place, ...world) => {
    const { remove, get, database } = await open(place, ...world);
    await remove('1');
    expect(await shown(get)).toEqual([file('1'), file('1')]);
    const idsOf = async (url: string) => (await get(url)).data.map(({ id }: { id: string }) => id).join();
    expect(await idsOf('/entries?filter[subject]=1')).toBe('1,2');
    // Rows that the row filter excludes are not resources, deleted or not.
    database.exec(
      `insert into entry values (3, 'create', 'files', 2), (4, 'create', 'files', 3), (5, 'create', 'files', 404)`,
    );
    expect(await shown(get)).toEqual([file('1'), file('1'), null, null, file('404')]);
    expect(await idsOf('/entries?filter[subject]=2')).toBe('');
    expect(await idsOf('/entries?filter[subject]=1,3,404')).toBe('1,2,5');
    if (!world[1]) expect(await idsOf('/entries?filter[subject]=null')).toBe('3,4');
    if (!world[1]) expect(await idsOf('/entries?filter[subject][ne]=1')).toBe('3,4,5');
  },
);

test.each([
  ['before', true],
  ['before', false],
  ['after', true],
  ['after', false],
] as const)('in memory, too: a hook %s, rules %j', async (place, hasRules) => {
  const entries = [{ id: '1', action: 'create', subject: file('1') }] as const;
  const sources = createMemorySources(api, { files: [{ id: '1', name: 'x' }], entries });
  const { remove, get } = serverOver(sources, place, hasRules);
  expect(await remove('1')).toBe(204);
  expect(await shown(get)).toEqual([file('1'), file('1')]);
  expect((await get('/entries?filter[subject]=1')).data).toHaveLength(2);
  expect(await remove('1')).toBe(404);
});

test('where rules show some files, a link to what was deleted is null', async () => {
  const access = {
    files: { read: () => [{ field: 'name', values: ['x'] }] },
    notes: {},
    entries: { read: () => true },
  };
  const entries = [{ id: '1', action: 'create', subject: file('404') }] as const;
  const server = createServer(api, createMemorySources(api, { entries }), { access: access as never });
  const { body } = await server.handle({ method: 'GET', url: '/entries/1', headers: {} });
  expect(JSON.parse(String(body)).data.relationships.subject.data).toBeNull();
});

test('a link that a foreign key of the database enforces still rejects', async () => {
  const column = 'subject_id integer references file (id) on delete set null';
  expect(await (await open('before', false, true, column)).remove('1')).toBe(403);
  expect(await (await open('before', false, false, column)).remove('1')).toBe(403);
});
