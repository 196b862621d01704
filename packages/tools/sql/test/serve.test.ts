import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run, type Serving, serve } from './run.ts';
import { schemaScript, sqliteFile } from './sqlite-file.ts';

const file = sqliteFile(schemaScript('chinook'));
let serving: Serving;
beforeAll(async () => {
  serving = await serve([file.path]);
});
afterAll(async () => {
  expect(await serving.stop()).toBe(0);
  file[Symbol.dispose]();
});

describe('serve', () => {
  test('says what it serves', () => {
    expect(serving.strings.error).toMatch(
      /^SQLite 3\.[\d.]+, schema main: 11 tables, 64 columns, 11 foreign keys\n10 types · \d+ attributes · \d+ to-one · \d+ to-many · 1 join table\n/,
    );
    expect(serving.strings.error).toContain(
      '  Guessed    43 of 43 attributes have no index: filter and sort while a table has < 10000 rows\n',
    );
    expect(serving.strings.error).toContain('Secrets are found by names and by samples of values only.');
    expect(serving.strings.error).toContain(
      `Read-only. To own this API: npx @linkage/sql draft ${file.path} --out src\n`,
    );
    expect(serving.strings.out).toContain(`Explorer  ${serving.url}/?token=${serving.token}\n`);
  });

  test('the API responds with resources, includes, filters, and sort orders', async () => {
    const response = await serving.get('/api/tracks?include=album.artist&sort=-name&filter[composer]=');
    expect(response.status).toBe(200);
    const all = await serving.get('/api/tracks?include=album.artist&sort=-name');
    const document = (await all.json()) as { data: { attributes: object }[]; included: { type: string }[] };
    expect(document.data.map((it) => it.attributes)).toEqual([
      { name: 'For Those About To Rock', composer: null, milliseconds: 343719, bytes: 11170334, unitPrice: 0.99 },
      { name: 'Balls to the Wall', composer: null, milliseconds: 342562, bytes: null, unitPrice: 1 },
    ]);
    expect(document.included.map((it) => it.type).sort()).toEqual(['albums', 'albums', 'artists', 'artists']);
  });

  test('the root links to the collections', async () => {
    expect(await (await serving.get('/api')).text()).toContain('/api/albums');
  });

  test('the explorer, the description, and the OpenAPI document', async () => {
    const page = await serving.get('/');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('shop.db');
    expect(await (await serving.get('/description.json')).json()).toMatchObject({ contract: expect.any(Number) });
    expect(await (await serving.get('/api/openapi.json')).json()).toMatchObject({
      openapi: expect.stringMatching(/^3\./),
    });
  });

  test('other paths and methods have a text', async () => {
    expect((await serving.get('/other')).status).toBe(404);
    expect((await serving.get('/', { method: 'POST' })).status).toBe(405);
  });
});

describe('a schema that changes', () => {
  type Films = { readonly data: readonly { readonly attributes: object }[] };
  const film = "create table film (id integer primary key, title text); insert into film values (1, 'Hello');";

  test('is read again when a request finds a column missing', async () => {
    using own = sqliteFile(film);
    const served = await serve([own.path]);
    const database = new DatabaseSync(own.path);
    database.exec('alter table film rename column title to name');
    expect((await served.get('/api/films')).status).toBe(500);
    await expect
      .poll(async () => ((await (await served.get('/api/films')).json()) as Films).data?.[0]?.attributes)
      .toEqual({ name: 'Hello' });
    expect(served.strings.error).toContain('The schema has changed: 1 type');
    expect(await (await served.get('/description.json')).text()).toContain('"name"');
    database.close();
    expect(await served.stop()).toBe(0);
  });

  test('without tables, has no types until there is one', async () => {
    using own = sqliteFile(film);
    const served = await serve([own.path]);
    const database = new DatabaseSync(own.path);
    database.exec('drop table film');
    await served.get('/api/films');
    await expect.poll(async () => (await served.get('/api/films')).status).toBe(404);
    expect((await served.get('/api')).status).toBe(200);
    database.exec(film);
    await expect.poll(async () => (await served.get('/api/films')).status).toBe(200);
    database.close();
    expect(await served.stop()).toBe(0);
  });

  test('is followed with --watch', async () => {
    using own = sqliteFile(film);
    const served = await serve([own.path, '--watch']);
    const database = new DatabaseSync(own.path);
    expect((await served.get('/api/genres')).status).toBe(404);
    database.exec('create table genre (id integer primary key, name text)');
    await expect.poll(async () => (await served.get('/api/genres')).status, { timeout: 10_000 }).toBe(200);
    database.exec('drop table film; drop table genre');
    await expect.poll(async () => (await served.get('/api/films')).status, { timeout: 10_000 }).toBe(404);
    expect((await served.get('/description.json')).status).toBe(200);
    database.close();
    expect(await served.stop()).toBe(0);
  });
});

describe('mistakes', () => {
  test.each([
    [[], 'Pass the database, or set DATABASE_URL'],
    [['missing.db'], 'The file missing.db does not exist.'],
    [['oracle://app:secret@host/shop'], 'but it begins with "oracle:"'],
    [['postgres://app:p@ss@[host/shop'], 'The URL of the database is invalid.'],
    [[file.path, '--port', '70000'], '--port must be a number of 0 to 65535, but it is "70000".'],
    [[file.path, '--names', 'long'], '--names must be one of short, stable, database, but it is "long".'],
    [[file.path, '--key', 'film_list'], '--key must be a table and its columns, such as film_list=fid'],
    [[file.path, '--role', 'reader'], '--role needs PostgreSQL.'],
    [[file.path, '--host', '0.0.0.0'], "Unknown option '--host'"],
    [[file.path, '--table', 'no*'], '--table no* matches nothing. The tables are `'],
    [[import.meta.filename], 'cannot be opened: file is not a database. The file must be a database of SQLite'],
  ])('%j', async (args, message) => {
    const { status, error } = await run(['serve', ...args]);
    expect([status, error]).toEqual([2, expect.stringContaining(message)]);
  });

  test('a password is never printed', async () => {
    const { error } = await run(['serve', 'postgres://app:hunter2@127.0.0.1:1/shop']);
    expect(error).toContain('postgres://app@127.0.0.1:1/shop cannot be opened:');
    expect(error).toContain('Nothing listens there.');
    expect(error).not.toContain('hunter2');
  });

  test('a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await run(['serve', file.path, '--port', String(port)])).toMatchObject({
      status: 2,
      error: expect.stringContaining(`Port ${port} is in use. Omit --port for a free one.`),
    });
    other.close();
  });

  test('the variable DATABASE_URL names the database, and --quiet prints only the URL', async () => {
    const { status, out, error } = await run(['serve', '--quiet', '--port', '0'], { DATABASE_URL: file.path });
    expect([status, error]).toEqual([0, '']);
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+\n$/);
  });
});
