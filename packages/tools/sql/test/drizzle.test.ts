import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Api } from '@linkage/core';
import { createKyselySources, readDatabaseSchema } from '@linkage/kysely';
import { createServer, type DescribingServer } from '@linkage/server';
import { drizzle } from 'drizzle-orm/pglite';
import { afterAll, expect, test } from 'vitest';
import { emitDeclarations } from '../../../../scripts/types/declarations.ts';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';
import { overNodeSqlite } from '../../../sources/drizzle/test/databases.ts';
import { openEmptyPglite } from '../../../sources/kysely/test/pglite.ts';
import { readAddress } from '../src/database/database-address.ts';
import { openDatabase } from '../src/database/open-database.ts';
import { draftModel } from '../src/index.ts';
import { run } from './run.ts';
import { schemaScript, sqliteFile } from './sqlite-file.ts';
import { walk } from './walk.ts';

const root = join(import.meta.dirname, '../../../..');
const chinook = join(import.meta.dirname, 'schemas/chinook-drizzle.ts');
mkdirSync(join(root, '.cache'), { recursive: true });
const folder = mkdtempSync(join(root, '.cache/drizzle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The tables that the schema contains, with the columns that it lacks. */
const script = `${schemaScript('chinook')}
  drop table InvoiceLine; drop table Invoice; drop table Customer;
  ${['BirthDate', 'HireDate', 'Address', 'City', 'State', 'Country', 'PostalCode', 'Phone', 'Fax', 'Email']
    .map((column) => `alter table Employee drop column ${column};`)
    .join('\n')}`;

interface Drafted {
  readonly api: Api;
  readonly createSources: (db: unknown) => Promise<object>;
}

const imported = async (out: string): Promise<Drafted> =>
  (await import(pathToFileURL(join(folder, out, 'sources.ts')).href)) as Drafted;

function serverOf(api: Api, sources: object): DescribingServer {
  return createServer(api, sources as never, { onError: () => undefined }) as unknown as DescribingServer;
}

/** Drafts for Drizzle. */
const draft = (out: string, schema: string, ...args: readonly string[]) =>
  run(['draft', ...args, '--for', 'drizzle', '--schema', schema, '--out', join(folder, out)]);

/** Writes a schema of SQLite. */
function schemaOf(name: string, code: string): string {
  const file = join(folder, `${name}.ts`);
  const imports = 'customType, integer, numeric, primaryKey, sqliteTable, text';
  writeFileSync(file, `import { ${imports} } from 'drizzle-orm/sqlite-core';\n${code}\n`);
  return file;
}

test('the server over Drizzle answers as that over Kysely, with a database and without', async () => {
  using file = sqliteFile(script);
  const kysely = await run(['draft', file.path, '--out', join(folder, 'kysely')]);
  expect(kysely.status).toBe(0);
  const database = await openDatabase(readAddress(file.path), { writes: false });
  try {
    const databaseSchema = await readDatabaseSchema(database.db);
    const model = draftModel(databaseSchema, { database: 'sqlite' });
    const mine = (await import(pathToFileURL(join(folder, 'kysely/sources.ts')).href)) as Drafted & { mapping: never };
    const sources = createKyselySources(mine.api, database.db as never, mine.mapping, { databaseSchema });
    const expected = await walk(serverOf(mine.api, sources), model);
    expect([...expected.values()].filter((it) => !it.startsWith('200 '))).toEqual([]);
    using sqlite = new DatabaseSync(file.path);
    const db = overNodeSqlite(sqlite);
    for (const given of [[], [file.path]]) {
      const out = given.length === 0 ? 'drizzle' : 'with-database';
      const { status, error } = await draft(out, chinook, ...given);
      expect([status, error]).toEqual([0, expect.stringContaining('Wrote ')]);
      const drafted = await imported(out);
      expect(await walk(serverOf(drafted.api, await drafted.createSources(db)), model)).toEqual(expected);
    }
  } finally {
    await database.close();
  }
});

test('a column that counts the writes of its row is the version', async () => {
  const code = `export const tickets = sqliteTable('ticket', { id: integer('id').primaryKey(), title: text('title'),
    counter: integer('lock_version').notNull().default(0) });`;
  expect((await draft('versions', schemaOf('versions', code))).status).toBe(0);
  expect(readFileSync(join(folder, 'versions/sources.ts'), 'utf8')).toContain('version: schema.tickets.counter');
});

test('the file imports the schema, and names what differs', () => {
  const text = readFileSync(join(folder, 'drizzle/sources.ts'), 'utf8');
  expect(text.slice(text.indexOf('const mapping'))).toMatchInlineSnapshot(`
    "const mapping = {
        artists: {
          table: schema.artists,
          attributes: { name: schema.artists.label },
          relationships: { albums: { foreignKey: schema.albums.artistId } },
        },
        albums: {
          table: schema.albums,
          relationships: { artist: { column: schema.albums.artistId }, tracks: { foreignKey: schema.tracks.albumId } },
        },
        genres: { table: schema.genres, relationships: { tracks: { foreignKey: schema.tracks.genreId } } },
        mediaTypes: { table: schema.mediaTypes, relationships: { tracks: { foreignKey: schema.tracks.mediaTypeId } } },
        tracks: {
          table: schema.tracks,
          relationships: {
            album: { column: schema.tracks.albumId },
            mediaType: { column: schema.tracks.mediaTypeId },
            genre: { column: schema.tracks.genreId },
            playlists: { from: schema.playlistTracks.trackId, to: schema.playlistTracks.playlistId },
          },
        },
        employees: {
          table: schema.employees,
          relationships: {
            reportsTo: { column: schema.employees.reportsTo },
            employeesByReportsTo: { foreignKey: schema.employees.reportsTo },
          },
        },
        playlists: {
          table: schema.playlists,
          relationships: { tracks: { from: schema.playlistTracks.playlistId, to: schema.playlistTracks.trackId } },
        },
      } as const;
      return createDrizzleSources(api, db, mapping, { databaseSchema });
    }
    "
  `);
});

test('values are those of Drizzle, and functions of the schema are read-only', async () => {
  const schema = schemaOf(
    'values',
    `const cents = customType<{ data: string; driverData: number }>({ dataType: () => 'integer' });
export const owners = sqliteTable('owners', { id: integer().primaryKey() });
export const things = sqliteTable('things', {
  id: text().primaryKey().$defaultFn(() => 'a'),
  isOpen: integer('is_open', { mode: 'boolean' }).notNull(),
  tags: text({ mode: 'json' }).notNull(),
  at: integer({ mode: 'timestamp' }).notNull(),
  changed: integer({ mode: 'timestamp_ms' }).$onUpdate(() => new Date()),
  ownerId: integer('owner_id').references(() => owners.id).$defaultFn(() => 1),
  price: cents(),
  amount: numeric({ mode: 'number' }),
  exact: numeric(),
  constructor: text(),
});
export const parts = sqliteTable('parts', { a: integer(), b: text(), word: text({ enum: ['x', 'y'] }) }, (row) => [primaryKey({ columns: [row.b, row.a] })]);`,
  );
  expect(await draft('values', schema, '--filter', 'all')).toMatchObject({ status: 0 });
  const api = readFileSync(join(folder, 'values/api.ts'), 'utf8');
  expect(api.slice(api.indexOf('const declared'))).toMatchInlineSnapshot(`
    "const declared = defineApi({
      owners: {
        // id: the database makes it.
        relationships: {
          things: toMany('things', { write: false }),
        },
      },
      things: {
        // id: the database makes it.
        attributes: {
          isOpen: attribute(z.boolean(), indexed),
          tags: z.json(), // To filter by a member: attribute(z.object({ city: z.string() }), { filter: { city: true } })
          at: attribute(z.iso.datetime({ offset: true }), indexed),
          changed: attribute(z.iso.datetime({ offset: true }).nullable().default(null), { ...indexed, write: false }),
          amount: attribute(z.number().nullable().default(null), indexed),
          exact: attribute(z.string().nullable().default(null), indexed), // numeric
          constructor: attribute(z.string().nullable().default(null), indexed),
          // price: integer
        },
        relationships: {
          owner: toOne('owners', { filter: true, write: false, inverse: 'things' }),
        },
      },
      parts: {
        // id: it consists of fields.
        attributes: {
          a: attribute(z.int().nullable().default(null), { ...indexed, write: 'create' }),
          b: attribute(z.string().nullable().default(null), { ...indexed, write: 'create' }),
          word: attribute(z.string().nullable().default(null), indexed),
        },
      },
    });
    type Declared = typeof declared;

    /** The name that errors and editors print in place of all types. */
    export interface AppApi extends Declared {}
    export const api: AppApi = declared;
    "
  `);
  using sqlite = new DatabaseSync(':memory:');
  sqlite.exec(`
    create table owners (id integer primary key);
    create table things (id text primary key not null, is_open integer not null, tags text not null, at integer not null, changed integer, owner_id integer references owners, price integer, amount numeric, exact numeric, constructor text);
    create table parts (a integer not null, b text not null, word text, primary key (b, a));
    insert into things values ('t', 1, '["a"]', 0, null, null, 1, 1.5, 2.5, 'c');
  `);
  const drafted = await imported('values');
  const server = serverOf(drafted.api, await drafted.createSources(overNodeSqlite(sqlite)));
  const headers = { accept: 'application/vnd.api+json' };
  const { body } = await server.handle({ method: 'GET', url: '/things/t', headers });
  expect(JSON.parse(String(body)).data.attributes).toMatchInlineSnapshot(`
    {
      "amount": 1.5,
      "at": "1970-01-01T00:00:00.000Z",
      "changed": null,
      "constructor": "c",
      "exact": "2.5",
      "isOpen": true,
      "tags": [
        "a",
      ],
    }
  `);
});

test.skipIf(!isLong)(`PostgreSQL: schemas, enumerated types, times, and numbers${skippedInShort}`, async () => {
  const file = join(folder, 'postgres.ts');
  writeFileSync(
    file,
    `import { bigint, bigserial, foreignKey, jsonb, numeric, pgEnum, pgSchema, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
const mood = pgEnum('mood', ['good', 'bad']);
const sales = pgSchema('sales');
export const users = pgTable('users', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  mood: mood().notNull(),
  words: text().array().notNull(),
  role: text({ enum: ['a', 'b'] }).notNull(),
  at: timestamp().notNull().defaultNow(),
  zoned: timestamp({ withTimezone: true, mode: 'string' }),
  count: bigint({ mode: 'number' }),
  large: bigint({ mode: 'bigint' }),
  amount: numeric(),
  data: jsonb(),
});
export const profiles = pgTable('profiles', { userId: bigint('user_id', { mode: 'number' }).primaryKey().references(() => users.id) });
export const orders = sales.table('orders', { region: text(), number: bigint({ mode: 'number' }), userId: bigint('user_id', { mode: 'number' }).references(() => users.id) }, (row) => [primaryKey({ columns: [row.region, row.number] })]);
export const lines = sales.table('order_lines', { id: uuid().primaryKey().defaultRandom(), region: text(), number: bigint({ mode: 'number' }) }, (row) => [foreignKey({ columns: [row.region, row.number], foreignColumns: [orders.region, orders.number] }), unique().on(row.region, row.id)]);
`,
  );
  expect(await draft('postgres', file)).toMatchObject({ status: 0 });
  const api = readFileSync(join(folder, 'postgres/api.ts'), 'utf8');
  expect(api.slice(api.indexOf('const declared'))).toMatchInlineSnapshot(`
    "const declared = defineApi({
      users: {
        // id: the database makes it.
        attributes: {
          mood: z.enum(['good', 'bad']),
          words: z.array(z.string().nullable()),
          role: z.enum(['a', 'b']),
          at: z.iso.datetime({ offset: true }).optional(),
          zoned: z.iso.datetime({ offset: true }).nullable().default(null),
          count: z.int().nullable().default(null),
          large: z.string().regex(/^-?\\d+$/).nullable().default(null),
          amount: z.string().nullable().default(null), // numeric
          data: z.json().nullable().default(null), // To filter by a member: attribute(z.object({ city: z.string() }), { filter: { city: true } })
        },
        relationships: {
          profile: toOne('profiles', { write: false }),
          salesOrders: toMany('salesOrders'),
        },
      },
      profiles: {
        // id: the client must send it.
        clientGeneratedIds: true,
        relationships: {
          user: toOne('users', { filter: true, write: false, inverse: 'profile' }),
        },
      },
      salesOrders: {
        // id: it consists of fields.
        attributes: {
          region: attribute(z.string(), { ...indexedText, write: 'create' }),
          number: attribute(z.int(), { write: 'create' }),
        },
        relationships: {
          user: toOne('users', { inverse: 'salesOrders' }),
          salesOrderLines: toMany('salesOrderLines'),
        },
      },
      salesOrderLines: {
        // id: the database makes it.
        relationships: {
          order: toOne('salesOrders', { inverse: 'salesOrderLines' }),
        },
      },
    });
    type Declared = typeof declared;

    /** The name that errors and editors print in place of all types. */
    export interface AppApi extends Declared {}
    export const api: AppApi = declared;
    "
  `);
  const client = await openEmptyPglite();
  await client.exec(`
    create type mood as enum ('good', 'bad');
    create schema sales;
    create table users (id bigserial primary key, mood mood not null, words text[] not null, role text not null, at timestamp not null default now(), zoned timestamptz, count bigint, large bigint, amount numeric, data jsonb);
    create table profiles (user_id bigint primary key references users);
    create table sales.orders (region text, number bigint, user_id bigint references users, primary key (region, number));
    create table sales.order_lines (id uuid primary key default gen_random_uuid(), region text, number bigint, foreign key (region, number) references sales.orders, unique (region, id));
    insert into users values (1, 'good', '{x}', 'a', '2026-01-02 03:04:05', null, 7, 9007199254740993, 1.50, '{"a":1}');
    insert into sales.orders values ('eu', 1, 1);
  `);
  try {
    const drafted = await imported('postgres');
    const server = serverOf(drafted.api, await drafted.createSources(drizzle({ client })));
    const headers = { accept: 'application/vnd.api+json' };
    const { body } = await server.handle({ method: 'GET', url: '/users?include=salesOrders', headers });
    const { data, included } = JSON.parse(String(body));
    expect([data[0].attributes, included[0].id]).toMatchInlineSnapshot(`
      [
        {
          "amount": "1.50",
          "at": "2026-01-02T03:04:05.000Z",
          "count": 7,
          "data": {
            "a": 1,
          },
          "large": "9007199254740993",
          "mood": "good",
          "role": "a",
          "words": [
            "x",
          ],
          "zoned": null,
        },
        "eu~1",
      ]
    `);
  } finally {
    await client.close();
  }
});

test('a table that the schema lacks is an error with the option to leave it out', async () => {
  using file = sqliteFile('create table a (id integer primary key); create table b (id integer primary key);');
  const schema = schemaOf('lacking', "export const a = sqliteTable('a', { id: integer().primaryKey() });");
  const { status, error } = await draft('lacking', schema, file.path);
  expect([status, error]).toEqual([
    2,
    expect.stringContaining('does not export the tables b. Export them, or leave them out: --except b'),
  ]);
  expect(await draft('lacking', schema, file.path, '--except', 'b')).toMatchObject({ status: 0 });
  // The files are those of the developer.
  expect(await draft('lacking', schema)).toMatchObject({ status: 2, error: expect.stringContaining('api.ts exists') });
});

test.each<[string, readonly string[], string]>([
  [
    'a schema is needed',
    ['--for', 'drizzle'],
    'Pass the module of the schema of Drizzle, such as `--schema src/schema.ts`.',
  ],
  ['a missing module', ['--for', 'drizzle', '--schema', 'none.ts'], 'none.ts'],
  [
    'no tables',
    ['--for', 'drizzle', '--schema', join(import.meta.dirname, 'walk.ts')],
    'the module exports no table of Drizzle',
  ],
  ['another library', ['--for', 'knex'], '--for must be one of kysely, drizzle, prisma, but it is "knex".'],
])('%s is an error', async (_, args, message) => {
  expect(await run(['draft', ...args, '--out', join(folder, 'none')])).toMatchObject({
    status: 2,
    error: expect.stringContaining(message),
  });
});

// The drafts for Kysely compile in the short form as well.
test.skipIf(!isLong)(
  `the drafted files compile under strict${skippedInShort}`,
  async () => {
    const options = { lib: ['es2024', 'dom'], types: ['node'], noEmit: true };
    const paths = await emitDeclarations(['@linkage/core', '@linkage/server', '@linkage/kysely', '@linkage/drizzle']);
    const compilerOptions = { ...options, paths, allowImportingTsExtensions: true };
    const config = { extends: '../../tsconfig.base.json', compilerOptions, include: ['.'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    let output = '';
    try {
      execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
    } catch (error) {
      output = String((error as { stdout?: unknown }).stdout);
    }
    expect(output).toBe('');
  },
  180_000,
);
