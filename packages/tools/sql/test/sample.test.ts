import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { createNodeSqliteDialect, readDatabaseSchema } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { overNodeSqlite } from '../../../sources/drizzle/test/databases.ts';
import { everyDatabase, type OpenDatabase } from '../../../sources/kysely/test/databases.ts';
import { requestsTo } from '../../../sources/kysely/test/requests.ts';
import { readSamples } from '../src/database/read-samples.ts';
import { declareModel, draftModel } from '../src/index.ts';
import { run } from './run.ts';
import { sqliteFile } from './sqlite-file.ts';

const root = join(import.meta.dirname, '../../../..');
mkdirSync(join(root, '.cache'), { recursive: true });
const folder = mkdtempSync(join(root, '.cache/sample-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = `
  create table film (id integer primary key, title text not null);
  create table blog_posts (id integer primary key);
  create table notes (
    id integer primary key, body text, subject_id integer not null, subject_type text not null, owner_id integer, owner_type text,
    other_id integer, other_type text
  );
  insert into film values (1, 'A'); insert into blog_posts values (1);
  insert into notes values (1, 'x', 1, 'App\\Models\\Film', 1, 'Person', null, null), (2, 'y', 1, 'BlogPost', null, null, null, null);`;

test('--sample makes relationships of the values that name tables, and names all others', async () => {
  using file = sqliteFile(script);
  const out = join(folder, 'out');
  const { status, error } = await run(['draft', file.path, '--out', out, '--sample']);
  expect([status, error]).toEqual([0, expect.stringContaining('notes.subject_id: references films, blogPosts by the')]);
  expect(error).toContain('notes.owner_id: not every value of owner_type is the name of one table: Person');
  expect(error).toContain('notes.other_id: other_type has no values, or too many');
  const [api = '', sources = ''] = ['api.ts', 'sources.ts'].map((name) => readFileSync(join(out, name), 'utf8'));
  expect(api).toContain("subject: toOne(['films', 'blogPosts'], { required: true }),");
  expect(sources).toContain("column: 'subject_id',");
  expect(sources).toContain("types: { films: 'App\\\\Models\\\\Film', blogPosts: 'BlogPost' },");
  const mine = await import(pathToFileURL(join(out, 'sources.ts')).href);
  using sqlite = new DatabaseSync(file.path);
  const db = new Kysely<never>({ dialect: createNodeSqliteDialect(sqlite) });
  const send = requestsTo(createServer(mine.api, await mine.createSources(db)));
  expect((await send('GET /notes/1/subject')).ids).toBe('1');
  const { document } = await send('GET /notes?include=subject');
  expect(document.included.map(({ type, id }: { type: string; id: string }) => `${type}/${id}`)).toEqual([
    'films/1',
    'blogPosts/1',
  ]);
  const subject = { data: { type: 'blogPosts', id: '1' } };
  const made = await send('POST /notes', { type: 'notes', attributes: { body: 'z' }, relationships: { subject } });
  expect(made.document.data.relationships.subject.data).toEqual({ type: 'blogPosts', id: '1' });
  // The names of the types are only in the files, so `check` does not read values.
  expect(await run(['check', join(out, 'sources.ts'), file.path, '--fail-on', 'info'])).toMatchObject({ status: 0 });
});

test('without --sample, no value is read, and a comment says what to write', async () => {
  using file = sqliteFile(script);
  const out = join(folder, 'without');
  await run(['draft', file.path, '--out', out]);
  expect(readFileSync(join(out, 'api.ts'), 'utf8')).toContain(
    "// subject_id: may reference several tables, which `draft --sample` reads: subject: toOne(['…']) and, in sources.ts, subject: { column: 'subject_id', typeColumn: 'subject_type', types: { … } }",
  );
});

test('a draft for Drizzle has the relationship, too', async () => {
  using file = sqliteFile(script);
  const schema = join(folder, 'schema.ts');
  writeFileSync(
    schema,
    `import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
export const film = sqliteTable('film', { id: integer().primaryKey(), title: text().notNull() });
export const posts = sqliteTable('blog_posts', { id: integer().primaryKey() });
export const notes = sqliteTable('notes', {
  id: integer().primaryKey(), body: text(), subjectId: integer('subject_id').notNull(), subjectType: text('subject_type').notNull(),
  ownerId: integer('owner_id'), ownerType: text('owner_type'), otherId: integer('other_id'), otherType: text('other_type'),
});`,
  );
  const out = join(folder, 'drizzle');
  const args = ['--for', 'drizzle', '--schema', schema, '--out', out, '--sample'];
  expect(await run(['draft', ...args])).toMatchObject({
    status: 2,
    error: expect.stringContaining('needs a database'),
  });
  expect(await run(['draft', file.path, ...args])).toMatchObject({ status: 0 });
  const mine = await import(pathToFileURL(join(out, 'sources.ts')).href);
  using sqlite = new DatabaseSync(file.path);
  const send = requestsTo(createServer(mine.api, await mine.createSources(overNodeSqlite(sqlite))));
  expect((await send('GET /notes/1/subject')).ids).toBe('1');
});

test('values of targets with ids of another kind make no relationship', async () => {
  using sqlite = new DatabaseSync(':memory:');
  sqlite.exec(`
    create table film (id text primary key);
    create table notes (id integer primary key, subject_id integer, subject_type text);`);
  const databaseSchema = await readDatabaseSchema(new Kysely<never>({ dialect: createNodeSqliteDialect(sqlite) }));
  const model = draftModel(databaseSchema, { database: 'sqlite', sample: () => ['Film'] });
  expect(model.types.flatMap(({ relationships }) => relationships)).toEqual([]);
  expect(declareModel(model).api.types.size).toBe(2);
});

describe.each([
  ['PostgreSQL', 'public'],
  ['MariaDB', undefined],
])('%s', (name, schema) => {
  const database = everyDatabase.find((it) => it.name === name);
  describe.skipIf(database?.missing !== undefined)(database?.missing ?? 'values', () => {
    test('are read of the schemas that are drafted, and of tables that the account can read', async () => {
      const opened = (await database?.open()) as OpenDatabase;
      const db = new Kysely<unknown>({ dialect: opened.dialect });
      try {
        await opened.exec(`
          create table film (id int primary key);
          create table notes (id int primary key, subject_id int, subject_type varchar(20), other_id int, other_type int);
          insert into notes values (1, 1, 'Film', 1, 1), (2, 1, 'Film', 1, 1), (3, 1, null, 1, 1);`);
        const databaseSchema = await readDatabaseSchema(db);
        const [notes] = [...databaseSchema.tables.values()].filter((it) => it.name === 'notes');
        const table = notes as NonNullable<typeof notes>;
        const schemas = [schema ?? table.schema];
        const sample = await readSamples({ db, databaseSchema, hasRight: () => true }, schemas);
        expect([sample(table, 'subject_type'), sample(table, 'other_type')]).toEqual([['Film'], undefined]);
        const model = draftModel(databaseSchema, {
          database: name === 'MariaDB' ? 'mysql' : 'postgres',
          schemas,
          sample,
        });
        const { relationships } = model.types.find((it) => it.name === 'notes') ?? {};
        expect(relationships?.map((it) => [it.name, it.targets])).toEqual([['subject', ['films']]]);
        const none = await readSamples({ db, databaseSchema, hasRight: () => false }, schemas);
        expect(none(table, 'subject_type')).toBeUndefined();
      } finally {
        await db.destroy();
        await opened.close();
      }
    }, 60_000);
  });
});
