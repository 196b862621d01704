/** Ids of clients in columns of every type: found at the URL of the new resource, or 422. Never 500. */
import { DatabaseSync } from 'node:sqlite';
import { defineApi } from '@linkage/core';
import { atomicOperations, createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type DatabaseName, databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, createNodeSqliteDialect, readDatabaseSchema } from './index.ts';

const size = z.int().nullable().default(null);
const api = defineApi({ rows: { attributes: { size }, clientGeneratedIds: true } });
const ownIds = defineApi({ rows: { attributes: { size } } });

/** A type, an id in the form in which documents show it, and ids in other forms, or that the column cannot store. */
type Case = readonly [type: string, own: string, ...others: string[]];
const cases: Readonly<Record<DatabaseName, readonly Case[]>> = {
  SQLite: [
    ['numeric', '1', '1.0', '1e2'],
    ['real', '0.1', '1.0'],
  ],
  PGlite: [],
  PostgreSQL: [
    ['char(5)', 'abcde', 'abcdef'],
    ['varchar(3)', 'abc', 'abcd'],
    ['numeric(20, 2)', '1.00', '1', '1.005', '1e2'],
    ['double precision', '0.1', '1.0', '9007199254740993'],
    ['date', '2026-01-01', 'soon'],
    ['time', '10:00:00', '10:00', 'x'],
    ['inet', '10.0.0.1/32', '10.0.0.1', 'x'],
    ['mood', "it's", 'other'],
  ],
  MariaDB: [
    ['char(5)', 'abcde', 'ab ', 'abcdef'],
    ['decimal(20, 2)', '1.00', '1', '1.005'],
    ['double', '0.1', '1.0'],
    ["enum('a', 'b')", 'a', '1', 'A'],
    ["set('a', 'b')", 'a,b', 'b,a', '1'],
    ['date', '2026-01-01', '2026-1-1'],
    ['time', '10:00:00', '10:00'],
    ['year', '2026', '26'],
  ],
};

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'ids of clients', () => {
    const used = useDatabase(open, name === 'PostgreSQL' ? "create type mood as enum ('it''s')" : 'select 1');
    const serve = async (type: string, hasDatabaseSchema: boolean, of: typeof api | typeof ownIds = api) => {
      await used.exec(`drop table if exists item; create table item (id ${type} primary key, size integer);`);
      const options = hasDatabaseSchema ? { databaseSchema: await readDatabaseSchema(used.db) } : {};
      const sources = createKyselySources(of as typeof api, used.db, { rows: { table: 'item' } } as never, options);
      const failures: unknown[] = [];
      const onError = (error: unknown): void => void failures.push(error);
      const server = createServer(of as typeof api, sources, { extensions: [atomicOperations()], onError } as never);
      return { server, send: requestsTo(server), failures, sources };
    };
    const all = cases[name].flatMap((it) => [true, false].map((hasDatabaseSchema) => [it, hasDatabaseSchema] as const));

    test.each(all)('%j, with a database schema: %s', async ([type, own, ...others], hasDatabaseSchema) => {
      const { server, send, failures } = await serve(type, hasDatabaseSchema);
      for (const id of [...others, undefined]) {
        const { status, document, ids } = await send('POST /rows', {
          type: 'rows',
          ...(id === undefined ? {} : { id }),
        });
        // SQLite can store every string in every column, and a form of a type that is not known can be that of the database.
        const isFree = name === 'SQLite' || !hasDatabaseSchema;
        if (status === 201 && isFree && id !== undefined) expect(ids).toBe(id);
        else if (status !== 201 || name !== 'SQLite')
          expect([id, status, document.errors?.length]).toEqual([id, 422, 1]);
      }
      await used.exec('delete from item');
      expect((await send('POST /rows', { type: 'rows', id: own })).ids).toBe(own);
      expect((await send(`GET /rows/${encodeURIComponent(own)}`)).ids).toBe(own);
      await used.exec('delete from item');
      // Several creations are one insert.
      const media = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"';
      const operations = [own, others[0]].map((id) => ({ op: 'add', data: { type: 'rows', id } }));
      const { status } = await server.handle({
        ...{ method: 'POST', url: '/operations', headers: { 'content-type': media, accept: media } },
        body: JSON.stringify({ 'atomic:operations': operations }),
      });
      expect([409, 422]).toContain(status);
      expect([(await send('GET /rows')).ids, failures]).toEqual(['', []]);
    });

    test.each(all)(
      'a single write of %j that fails leaves nothing, with a database schema: %s',
      async (of, hasDatabaseSchema) => {
        const [type, ...ids] = of;
        const { send, sources } = await serve(type, hasDatabaseSchema);
        const call = { context: undefined, signal: new AbortController().signal };
        for (const id of ids) {
          const input = { type: 'rows', id, attributes: {}, relationships: {} } as never;
          const create = async () => String((await sources.rows.create(input, call)).id);
          expect([id, await create().catch(() => '')]).toEqual([id, (await send('GET /rows')).ids]);
          await used.exec('delete from item');
        }
      },
    );

    test('without ids of clients, a random id that cannot be stored is a fault of the mapping', async () => {
      if (name === 'SQLite') return;
      const { send, failures } = await serve('varchar(3)', true, ownIds);
      expect((await send('POST /rows', { type: 'rows' })).status).toBe(500);
      expect(String(failures)).toContain('mapping.rows.newId must return an id that the column can store');
    });
  });
});

describe("ids of the client only: `newId: 'client'`", () => {
  const db = new Kysely<never>({ dialect: createNodeSqliteDialect(new DatabaseSync(':memory:')) });
  const declare = (clientGeneratedIds: boolean) =>
    defineApi({ notes: { clientGeneratedIds, attributes: { text: z.string() } } });
  const mapping = { notes: { table: 'note', newId: 'client' } } as const;

  test('a creation without an id is 422, before any statement', async () => {
    const api = declare(true);
    const send = requestsTo(createServer(api, createKyselySources(api, db, mapping as never) as never));
    const { status, document } = await send('POST /notes', { type: 'notes', attributes: { text: 'a' } });
    expect([status, document.errors[0].source, document.errors[0].detail]).toEqual([
      422,
      { pointer: '/data' },
      'The client must send the id of a new resource of type "notes".',
    ]);
  });

  test('a type whose clients cannot send ids, and another text, are mistakes', () => {
    expect(() => createKyselySources(declare(false), db, mapping as never)).toThrow('`clientGeneratedIds: true`');
    const wrong = { notes: { table: 'note', newId: 'server' } };
    expect(() => createKyselySources(declare(true), db, wrong as never)).toThrow('must be a function or "client"');
  });
});
