import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDatabaseSchema } from '@linkage/kysely';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';
import { everyDatabase, type OpenDatabase as TestedDatabase } from '../../../sources/kysely/test/databases.ts';
import { openEmptyPglite } from '../../../sources/kysely/test/pglite.ts';
import { readAddress } from '../src/database/database-address.ts';
import { openDatabase } from '../src/database/open-database.ts';
import { draftModel } from '../src/index.ts';
import { run, serve, urlOf } from './run.ts';
import { sqliteFile } from './sqlite-file.ts';

const script =
  "create table film (film_id integer primary key, title varchar(20)); insert into film values (1, 'Hello');";
const write = sql`insert into film values (2, 'Changed')`;

describe.each([
  ['PostgreSQL', 'postgres', /read-only transaction/],
  ['MariaDB', 'mariadb', /READ ONLY transaction/],
] as const)('%s', (name, scheme, rejection) => {
  const database = everyDatabase.find((it) => it.name === name);
  describe.skipIf(database?.missing !== undefined)(database?.missing ?? 'opened by its URL', () => {
    let tested: TestedDatabase;
    let url: string;
    beforeAll(async () => {
      tested = (await database?.open()) as TestedDatabase;
      await tested.exec(script);
      url = urlOf(scheme, tested.connection);
    });
    afterAll(() => tested.close());

    test('the connection cannot write, unless this is asked for', async () => {
      const { db, version, close } = await openDatabase(readAddress(url), { writes: false });
      expect(version).toMatch(new RegExp(`^${name} \\d+`));
      await expect(write.execute(db)).rejects.toThrow(rejection);
      await expect(db.transaction().execute((transaction) => write.execute(transaction))).rejects.toThrow(rejection);
      await close();
      const open = await openDatabase(readAddress(url), { writes: true });
      await write.execute(open.db);
      await sql`delete from film where film_id = 2`.execute(open.db);
      await open.close();
    });

    test('a statement has a time limit', async () => {
      const { db, close } = await openDatabase(readAddress(url), { writes: false });
      const limit = { PostgreSQL: "current_setting('statement_timeout')", MariaDB: '@@max_statement_time' }[name];
      const { rows } = await sql<{ readonly value: unknown }>`select ${sql.raw(limit)} as value`.execute(db);
      expect(rows).toEqual([{ value: { PostgreSQL: '10s', MariaDB: 10 }[name] }]);
      await close();
    });

    test('a table and a column that are gone are noticed', async () => {
      await tested.exec('create table shelf (id integer primary key, label varchar(20), color varchar(20));');
      const serving = await serve([url]);
      await tested.exec('alter table shelf drop column color;');
      expect((await serving.get('/api/shelves')).status).toBe(500);
      await expect.poll(async () => (await serving.get('/api/shelves')).status, { timeout: 10_000 }).toBe(200);
      await tested.exec('drop table shelf;');
      expect((await serving.get('/api/shelves')).status).toBe(500);
      await expect.poll(async () => (await serving.get('/api/shelves')).status, { timeout: 10_000 }).toBe(404);
      expect(await serving.stop()).toBe(0);
    });

    test.skipIf(name !== 'PostgreSQL')('a notification is heard', async () => {
      const { listen, close } = await openDatabase(readAddress(url), { writes: false });
      let heard = 0;
      const end = await listen?.('linkage', () => {
        heard += 1;
      });
      await tested.exec('notify linkage;');
      await expect.poll(() => heard).toBe(1);
      await end?.();
      await close();
    });

    test('it is served, drafted names and all', async () => {
      const serving = await serve([url]);
      const document = await (await serving.get('/api/films')).json();
      expect(document).toMatchObject({ data: [{ type: 'films', id: '1', attributes: { title: 'Hello' } }] });
      expect(await serving.stop()).toBe(0);
    });

    test('a missing database says what to do', async () => {
      const wrong = url.replace(/\/linkage_\w+/, '/missing');
      const { status, error } = await run(['serve', wrong]);
      expect([status, error]).toEqual([2, expect.stringContaining('The database does not exist.')]);
    });

    if (name !== 'PostgreSQL') return;
    test('tables of extensions are hidden', async () => {
      await tested.exec('create table srid (id integer primary key); alter extension plpgsql add table srid');
      const { db, close } = await openDatabase(readAddress(url), { writes: false });
      try {
        const databaseSchema = await readDatabaseSchema(db);
        const draft = (show: readonly string[]) =>
          draftModel(databaseSchema, { database: 'postgres', schemas: ['public'], show });
        expect(draft([]).types.map((type) => type.name)).toEqual(['films']);
        expect(draft([]).notes).toEqual([
          { table: 'srid', kind: 'hidden', text: 'of the extension plpgsql', option: '--show srid' },
        ]);
        expect(draft(['srid']).types.map((type) => type.name)).toEqual(['films', 'srids']);
      } finally {
        await close();
        await tested.exec('alter extension plpgsql drop table srid; drop table srid');
      }
    });

    test('a role limits rows and tables', async () => {
      const reader = `reader_${crypto.randomUUID().replaceAll('-', '')}`;
      await tested.exec(`
        create role ${reader}; grant select on film to ${reader}; grant usage on schema public to ${reader};
        create table closed (id integer primary key);
        alter table film enable row level security; create policy own on film to ${reader} using (film_id > 5);`);
      const own = await serve([url]);
      expect(own.strings.error).toContain('Row-level security does not apply to this account. --role <name>');
      expect(await (await own.get('/api/films')).text()).toContain('Hello');
      await own.stop();
      const limited = await serve([url, '--role', reader]);
      expect(limited.strings.error).toContain('Left out   closed: the account cannot read it');
      expect(limited.strings.error).not.toContain('Row-level security');
      expect(await (await limited.get('/api/films')).json()).toMatchObject({ data: [] });
      await limited.stop();
      await tested.exec(`drop table closed; drop policy own on film; drop owned by ${reader}; drop role ${reader}`);
    });
  });
});

test.skipIf(!isLong).each(['serve', 'draft'])(
  `%s ends with Ctrl+C while a host does not respond${skippedInShort}`,
  async (command) => {
    const host = createServer().listen(0, '127.0.0.1');
    await once(host, 'listening');
    const { port } = host.address() as { readonly port: number };
    const args = command === 'draft' ? ['--out', 'unused'] : [];
    const main = join(import.meta.dirname, '../src/cli/main.ts');
    const running = spawn(process.execPath, [main, command, ...args, `postgres://app@127.0.0.1:${port}/shop`]);
    await once(host, 'connection');
    running.kill('SIGINT');
    // The driver itself gives up after ten seconds, with status 2.
    expect(await once(running, 'exit')).toEqual([130, null]);
    host.close();
  },
);

test('a file of SQLite is opened to read', async () => {
  using file = sqliteFile(script);
  const { db, close } = await openDatabase(readAddress(file.path), { writes: false });
  await expect(write.execute(db)).rejects.toThrow('readonly database');
  await close();
});

test.skipIf(!isLong)(
  'a folder of PGlite is opened to read: in the long form, because PGlite starts slowly',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'linkage-sql-'));
    const pglite = await openEmptyPglite(folder);
    await pglite.exec(script);
    await pglite.close();
    const { db, close } = await openDatabase(readAddress(`pglite:${folder}`), { writes: false });
    await expect(write.execute(db)).rejects.toThrow('read-only transaction');
    await close();
    rmSync(folder, { recursive: true });
  },
);

test.each([
  ['postgres://ann:p%40ss@host:5432/shop?sslmode=require', 'postgres', 'postgres://ann@host:5432/shop'],
  ['postgresql://host/shop', 'postgres', 'postgresql://host/shop'],
  ['mariadb://ann@host/shop', 'mysql', 'mariadb://ann@host/shop'],
  ['./shop.db', 'sqlite', './shop.db'],
  ['sqlite:./shop.db', 'sqlite', './shop.db'],
  ['sqlite:///tmp/shop.db', 'sqlite', '/tmp/shop.db'],
  ['pglite:./folder', 'pglite', './folder'],
  ['C:\\data\\shop.db', 'sqlite', 'C:\\data\\shop.db'],
])('the address %s', (given, kind, text) => {
  expect(readAddress(given)).toMatchObject({ kind, text });
});
