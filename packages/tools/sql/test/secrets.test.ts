import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readDatabaseSchema } from '@linkage/kysely';
import { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyDatabase } from '../../../sources/kysely/test/databases.ts';
import { readValues } from '../src/database/read-values.ts';
import { run, serve } from './run.ts';
import { type SqliteFile, sqliteFile } from './sqlite-file.ts';

const bcrypt = '$2b$12$LQv3c1yqBWVHxkd0LHAkCOYz6TtxMQJqhN8/LewY5GyYqz4YI1p2u';
const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N';
let file: SqliteFile;
beforeAll(() => {
  file = sqliteFile(`
    create table users (id integer primary key, name text, passwordhash text, apikey text, totp_recover text, legacy text,
      settings json, cardnumber integer, pem text);
    create table api_keys (id integer primary key, name text, key text);
    create table password_resets (id integer primary key, email text, key text);
    create table films (id integer primary key, title text);
    create table film_users (film_id integer references films, user_id integer references users, api_token text, primary key (film_id, user_id));
    create table history (line text, id integer, film_id integer);
    create table lines (line text);
    create view same as select film_id, line from history;
    insert into users values (1, 'Ann', 'x', 'x', 'x', '${bcrypt}', '{"it":"${token}"}', 4111, '-----BEGIN PRIVATE KEY-----');
    insert into films values (1, 'costs $5'), (2, 'Alien');
    insert into history values ('a', 1, 1), ('a', 2, 1);
    insert into lines values ('a'), ('a');`);
});
afterAll(() => file[Symbol.dispose]());

describe('secrets', () => {
  test('serve hides columns by their names, by the names of their tables, and by their values', async () => {
    const serving = await serve([file.path, '--verbose']);
    const document = await (await serving.get('/api/users/1')).json();
    expect(document.data.attributes).toEqual({ name: 'Ann' });
    expect((await (await serving.get('/api/apiKeys')).json()).data).toEqual([]);
    const described = await (await serving.get('/api/openapi.json')).text();
    expect(described).not.toMatch(/passwordhash|totpRecover|legacy|settings|cardnumber|"pem"/i);
    expect(serving.strings.error).toContain('users.legacy: by its values  --show users.legacy\n');
    expect(serving.strings.error).toContain('Shown      api_keys: name\n');
    expect(serving.strings.error).toContain('password_resets: email\n');
    expect(serving.strings.error).toContain('users: name\n');
    expect(serving.strings.error).not.toContain('films: title');
    await serving.stop();
  });

  test('draft writes none of them, and check warns of those that its files have', async () => {
    const folder = join(file.folder, 'out');
    const shown = ['--show', 'users.legacy', '--show', 'film_users.api_token'];
    const { status, error } = await run(['draft', file.path, '--out', folder, ...shown]);
    expect([status, error]).toEqual([0, expect.stringContaining('users: name, legacy\n')]);
    const { out } = await run(['check', join(folder, 'sources.ts'), file.path]);
    expect(out).toMatch(/warning .*the column "legacy" is secret by its values\. .*pass --show users\.legacy\.\n/);
    expect(out).toMatch(
      /films\.relationships\.users\.member\.apiToken: the column "api_token" is secret by its name\./,
    );
    expect(out).not.toContain('new:');
    expect((await run(['check', join(folder, 'sources.ts'), file.path, ...shown])).out).toBe('');
  });
});

describe('options that match nothing', () => {
  test.each<[string, readonly string[], string]>([
    [
      'except',
      ['--except', 'user'],
      '--except user matches nothing. Did you mean `users`? The tables are `api_keys`, `film_users`, ',
    ],
    ['except', ['--except', 'users', '--except', 'other.*'], '--except other.* matches nothing.'],
    ['table', ['--table', 'film'], '--table film matches nothing. Did you mean `films`?'],
    [
      'show',
      ['--show', 'users.lagacy'],
      '--show users.lagacy matches nothing. Did you mean `legacy`? The columns of users are `id`, `name`, ',
    ],
    ['show', ['--show', 'session'], '--show session matches nothing. The tables are '],
    ['key', ['--key', 'sames=line'], '--key sames=line matches nothing.'],
    [
      'key',
      ['--key', 'same=film_id,lines'],
      '--key same=lines matches nothing. Did you mean `line`? The columns of same are ',
    ],
    ['strip', ['--strip', 'wp_'], '--strip wp_ matches nothing.'],
    ['schema', ['--schema', 'publik'], '--schema publik matches nothing. The schemas are `main`.'],
  ])('%s', async (_, args, message) => {
    for (const command of [
      ['serve', file.path, '--no-open', '--port', '0'],
      ['draft', file.path, '--out', join(file.folder, 'none')],
    ])
      expect(await run([...command, ...args])).toMatchObject({ status: 2, error: expect.stringContaining(message) });
    expect(existsSync(join(file.folder, 'none'))).toBe(false);
  });

  test('patterns and names with their schema match', async () => {
    const args = [
      '--except',
      'main.password*',
      '--show',
      'main.users.legacy',
      '--key',
      'main.same=line',
      '--strip',
      'api_',
    ];
    expect((await run(['draft', file.path, '--out', join(file.folder, 'all'), ...args])).status).toBe(0);
  });
});

test('each reason why nothing can be served is printed, with keys that are unique', async () => {
  const args = ['--table', 'history', '--table', 'lines', '--table', 'same'];
  const { status, error } = await run(['serve', file.path, '--no-open', ...args]);
  expect(status).toBe(2);
  expect(error.replace(file.path, 'shop.db')).toBe(`  Left out   history: it has no key  --key history=id
             lines: it has no key
             same: a view has no key
shop.db: no table of the schema main with a key can be served.
See \`serve --help\`.
`);
});

test.each<[string, readonly string[], string]>([
  ['options', ['--except', '*'], '--table and --except leave no table of the schema main.'],
  ['options', ['--table', 'films', '--except', 'f*'], '--table and --except leave no table of the schema main.'],
])('says that %s leave nothing: %j', async (_, args, message) => {
  const { status, error } = await run(['serve', file.path, '--no-open', ...args]);
  expect([status, error]).toEqual([2, `${file.path}: ${message}\nSee \`serve --help\`.\n`]);
});

test('a database without tables', async () => {
  using empty = sqliteFile('select 1');
  const { status, error } = await run(['serve', empty.path, '--no-open']);
  expect([status, error]).toEqual([2, `${empty.path}: the schema main has no tables.\nSee \`serve --help\`.\n`]);
});

describe.each(everyDatabase.filter(({ name }) => name !== 'PGlite'))('values on $name', ({ name, missing, open }) => {
  test.skipIf(missing !== undefined)('secrets are found, and unique columns', async () => {
    const { dialect, exec, close } = await open();
    const db = new Kysely<unknown>({ dialect });
    const [database, json, list] = (
      {
        SQLite: ['sqlite', 'json', 'text'],
        PostgreSQL: ['postgres', 'jsonb', 'text[]'],
        MariaDB: ['mysql', 'json', 'text'],
        PGlite: ['postgres', 'jsonb', 'text[]'],
      } as const
    )[name];
    const listed = database === 'postgres' ? `array['${bcrypt}']` : `'["${bcrypt}"]'`;
    await exec(`
      create table people (id integer primary key, name text, legacy varchar(80), settings ${json}, old ${list});
      create table history (line varchar(9), id integer, history_id integer);
      insert into people values (1, 'Ann', '${bcrypt}', '{"it": "${token}"}', ${listed}), (2, null, null, null, null);
      insert into history values ('a', 1, 1), ('a', null, 2);`);
    const databaseSchema = await readDatabaseSchema(db);
    // Other tests have databases on the same server.
    const [history, people] = ['history', 'people'].map((it) => databaseSchema.tables.get(it));
    const schemas = [String(people?.schema)];
    const given = { db, kind: database, databaseSchema, hasRight: () => true };
    const { hasSecrets, uniqueColumn } = await readValues(given, schemas);
    expect([...(people?.columns.keys() ?? [])].filter((it) => hasSecrets?.(people as never, it))).toEqual([
      ...['legacy', 'settings', 'old'],
    ]);
    expect([uniqueColumn?.(history as never), uniqueColumn?.(people as never)]).toEqual(['history_id', undefined]);
    await db.destroy();
    await close();
  });
});
