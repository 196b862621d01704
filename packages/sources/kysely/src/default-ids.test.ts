/** Ids that are strings, and that the database makes: a new row leaves them out, and its id is read from the database. */
import { defineApi } from '@linkage/core';
import { createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type DatabaseName, databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

/** The columns of ids whose default makes values, and the form of these values. */
const made: Readonly<Record<DatabaseName, readonly (readonly [column: string, form: RegExp])[]>> = {
  SQLite: [['id text primary key default (lower(hex(randomblob(4))))', /^[0-9a-f]{8}$/]],
  PGlite: [],
  PostgreSQL: [
    ["id varchar(12) primary key default ('x' || nextval('numbers'))", /^x\d+$/],
    ['id uuid primary key default md5(random()::text)::uuid', /^[0-9a-f-]{36}$/],
    ["id char(2) primary key default lpad(nextval('numbers')::text, 2, '0')", /^\d\d$/],
    ["id text primary key generated always as ('x' || label) stored", /^xa$/],
  ],
  MariaDB: [
    ["id varchar(12) primary key default (concat('it\\'s ', left(uuid(), 6)))", /^it's [0-9a-f]{6}$/],
    ['id uuid primary key default uuid()', /^[0-9a-f-]{36}$/],
    ["id varchar(12) primary key default concat('x', nextval(numbers))", /^x\d+$/],
  ],
};

/** Columns whose default cannot be the id of more than one row, or that have none. */
const constants: readonly string[] = ["id varchar(40) primary key default ''", 'id varchar(40) primary key'];

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'ids', () => {
    const failures: unknown[] = [];
    const database = useDatabase<never>(open, name === 'SQLite' ? 'select 1' : 'create sequence numbers');
    const serve = async (column: string) => {
      await database.exec(`drop table if exists thing; create table thing (${column}, label varchar(20) not null)`);
      const api = defineApi({ things: { attributes: { label: z.string() } } });
      const databaseSchema = await readDatabaseSchema(database.db);
      const sources = createKyselySources(api, database.db, { things: { table: 'thing' } } as never, {
        databaseSchema,
      });
      const onError = (error: unknown): void => void failures.push(error);
      return requestsTo(createServer(api, sources as never, { onError }) as never);
    };
    const thing = { type: 'things', attributes: { label: 'a' } };

    test.each(made[name])('%s', async (column, form) => {
      const send = await serve(column);
      const { status, document } = await send('POST /things', thing);
      expect([failures, status, document.data?.id]).toEqual([[], 201, expect.stringMatching(form)]);
      expect((await send(`GET ${document.data.links.self}`)).document.data?.attributes).toEqual({ label: 'a' });
      if (column.includes('generated')) return;
      const other = await send('POST /things', thing);
      expect([other.status, other.ids === document.data.id]).toEqual([201, false]);
    });

    test.each(constants)('%s: a random UUID', async (column) => {
      const { status, document } = await (await serve(column))('POST /things', thing);
      expect([status, document.data?.id]).toEqual([201, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    });
  });
});
