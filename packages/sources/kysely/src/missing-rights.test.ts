/** Rights that the account of the server lacks in the database: 403, and the failure is reported with the table of the statement. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { defineApi } from '@linkage/core';
import { createServer } from '@linkage/server';
import { type Dialect, Kysely, MysqlDialect, PostgresDialect } from 'kysely';
import { createPool } from 'mysql2';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type DatabaseName, everyDatabase } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, createNodeSqliteDialect } from './index.ts';

const api = defineApi({
  notes: { attributes: { text: z.string() } },
  secrets: { attributes: { text: z.string() } },
});
const mapping = { notes: { table: 'note' }, secrets: { table: 'secret' } };
const tables = `
  create table note (id varchar(40) primary key, text varchar(20) not null);
  create table secret (id varchar(40) primary key, text varchar(20) not null);
  insert into note values ('1', 'a');`;

const reader = `reader_${crypto.randomUUID().slice(0, 8)}`;
type Connection = ReturnType<typeof useDatabase>['connection'] & { readonly database?: string };

/** How an account that can only read notes connects, and the script that creates it. */
const accounts: Readonly<
  Partial<Record<DatabaseName, { readonly script: string; readonly dialect: (connection: Connection) => Dialect }>>
> = {
  PostgreSQL: {
    script: `create role ${reader}; grant select on note to ${reader};`,
    dialect: (connection) => {
      const pool = new Pool({ ...connection, options: `-c role=${reader}` });
      pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
      return new PostgresDialect({ pool });
    },
  },
  MariaDB: {
    script: `create user ${reader}@localhost identified by 'r'; grant select (id, text) on note to ${reader}@localhost;`,
    dialect: (connection) => new MysqlDialect({ pool: createPool({ ...connection, user: reader, password: 'r' }) }),
  },
};

describe.each(everyDatabase.filter(({ name }) => accounts[name] !== undefined))('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'an account that can only read one table', () => {
    const { script, dialect } = accounts[name] as NonNullable<(typeof accounts)[DatabaseName]>;
    const database = useDatabase<never>(open, `${tables} ${script}`);
    let db: Kysely<never>;
    const failures: unknown[] = [];
    let send: ReturnType<typeof requestsTo>;
    beforeAll(() => {
      db = new Kysely<never>({ dialect: dialect(database.connection as Connection) });
      const sources = createKyselySources(api, db, mapping as never);
      send = requestsTo(createServer(api, sources as never, { onError: (error) => void failures.push(error) }));
    });
    afterAll(async () => {
      await db.destroy();
      if (name === 'MariaDB') await database.exec(`drop user ${reader}@localhost`);
      else await database.exec(`drop owned by ${reader}; drop role ${reader}`);
    });

    const note = { type: 'notes', attributes: { text: 'b' } };
    test.each([
      ['GET /secrets', undefined, /secret/],
      ['GET /secrets/1', undefined, /secret/],
      ['POST /notes', note, /note/],
      ['PATCH /notes/1', { ...note, id: '1' }, /note/],
      ['DELETE /notes/1', undefined, /note/],
    ] as const)('%s', async (line, data, table) => {
      failures.length = 0;
      const { status, document } = await send(line, data);
      expect([status, document.errors?.[0]]).toMatchObject([403, { code: 'FORBIDDEN', id: expect.any(String) }]);
      expect(JSON.stringify(document)).not.toMatch(/denied|reader/);
      expect(failures).toEqual([expect.objectContaining({ message: expect.stringMatching(table) })]);
      expect(await send('GET /notes')).toMatchObject({ status: 200, ids: '1' });
    });
  });
});

test('SQLite: a file that can only be read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linkage-rights-'));
  const path = join(folder, 'notes.db');
  const writable = new DatabaseSync(path);
  writable.exec(tables);
  writable.close();
  const db = new Kysely<never>({ dialect: createNodeSqliteDialect(new DatabaseSync(path, { readOnly: true })) });
  const failures: unknown[] = [];
  const onError = (error: unknown): void => void failures.push(error);
  const send = requestsTo(createServer(api, createKyselySources(api, db, mapping as never) as never, { onError }));
  expect(await send('GET /notes')).toMatchObject({ status: 200, ids: '1' });
  const { status } = await send('POST /notes', { type: 'notes', attributes: { text: 'b' } });
  expect([status, failures.length]).toEqual([403, 1]);
  await db.destroy();
  rmSync(folder, { recursive: true });
});
