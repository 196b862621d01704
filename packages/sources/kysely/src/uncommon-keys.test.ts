/** Ids whose values PostgreSQL writes as names, or reads only in one form. */
import { defineApi, toMany } from '@linkage/core';
import { createServer, type Server } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, createOutboxTable, readDatabaseSchema } from './index.ts';

const name = z.string();
const api = defineApi({ things: { attributes: { name }, clientGeneratedIds: true } });
const withParts = defineApi({
  things: { attributes: { name }, relationships: { parts: toMany('parts') } },
  parts: { attributes: { name } },
});

/** Mappings with which a deletion runs other statements. */
const mappings: readonly (readonly [name: string, mapping: object, options: object])[] = [
  ['a deletion', {}, {}],
  ['a deletion with events', {}, { outbox: 'outbox' }],
  ['a soft deletion', { where: { gone: 0 }, softDelete: { gone: 1 } }, {}],
  ['a deletion with its parts', { relationships: { parts: { foreignKey: 'thing_id', onDelete: 'cascade' } } }, {}],
];

/** Types, the values that rows have, and ids that no row can have. */
const types: readonly (readonly [type: string, stored: readonly string[], wrong: readonly string[]])[] = [
  ['float8', ['-Infinity', '-1.5', 'Infinity', 'NaN'], ['nan', 'infinity', '-NaN', '1e999', '1.50']],
  ['float4', ['1.1', 'Infinity', 'NaN'], ['inf', '1e39']],
  ['numeric', ['1.50', 'NaN'], ['nan', '1.5']],
  ['date', ['-infinity', '2020-01-01', 'infinity'], ['Infinity', '2020-02-30', 'today']],
  ['timestamptz', ['-infinity', '2020-01-01T00:00:00.000Z', 'infinity'], ['Infinity', 'now', '2020-01-01']],
  ['timestamp', ['2020-01-01T00:00:00.000Z', 'infinity'], ['now']],
  ['bit(4)', ['0101'], ['01', '010100', 'abc', '2']],
  ['bit varying(4)', ['01'], ['010101', 'abc']],
  ['int4range', ['[1,2)'], ['[2,1)', '[1,1]', 'abc']],
];

async function statusOf(server: Server, method: string, id: string, name?: string): Promise<number> {
  const document = { data: { type: 'things', id, attributes: { name } } };
  const { status } = await server.handle({
    method,
    url: method === 'POST' ? '/things' : `/things/${encodeURIComponent(id)}`,
    headers: { 'content-type': 'application/vnd.api+json' },
    body: name === undefined ? undefined : JSON.stringify(document),
  });
  return status;
}

const postgres = databases.filter(({ name }) => name === 'PostgreSQL' || name === 'PGlite');

describe.each(postgres)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'ids', () => {
    const database = useDatabase<never>(open, '');

    test.each(types)('of the type %s', async (type, stored, wrong) => {
      const values = stored.map((it) => `('${it}', 'old')`).join(', ');
      await database.exec(`
        drop table if exists part, thing;
        create table thing (id ${type} primary key, name text not null);
        insert into thing values ${values};
      `);
      const databaseSchema = await readDatabaseSchema(database.db);
      const failures: unknown[] = [];
      const sources = createKyselySources(api, database.db, { things: { table: 'thing' } } as never, {
        databaseSchema,
      });
      const server = createServer(api, sources, { onError: (error) => failures.push(error) });
      const { body } = await server.handle({ method: 'GET', url: '/things', headers: {} });
      const { data } = JSON.parse(String(body)) as { readonly data: readonly { readonly id: string }[] };
      expect(data.map(({ id }) => id).sort()).toEqual([...stored].sort());
      for (const id of stored) {
        expect([id, await statusOf(server, 'GET', id)]).toEqual([id, 200]);
        expect([id, await statusOf(server, 'PATCH', id, 'new')]).toEqual([id, 200]);
        expect([id, await statusOf(server, 'POST', id, 'again')]).not.toEqual([id, 500]);
      }
      for (const id of wrong) {
        expect([id, await statusOf(server, 'GET', id)]).toEqual([id, 404]);
        expect([id, await statusOf(server, 'PATCH', id, 'new')]).toEqual([id, 404]);
        expect([id, await statusOf(server, 'DELETE', id)]).toEqual([id, 404]);
        expect([id, await statusOf(server, 'POST', id, 'new')]).not.toEqual([id, 500]);
      }
      for (const id of stored) expect([id, await statusOf(server, 'DELETE', id)]).toEqual([id, 204]);
      expect(failures).toEqual([]);
    });

    test.each(mappings)('that no row can have, in %s', async (_, mapping, options) => {
      await database.exec(`
        drop table if exists part, thing;
        create table thing (id bit(4) primary key, name text not null, gone integer not null default 0);
        create table part (id text primary key, name text not null, thing_id bit(4) references thing (id));
      `);
      if (!('relationships' in mapping)) await createOutboxTable(database.db);
      const databaseSchema = await readDatabaseSchema(database.db);
      const [given, mapped] = 'relationships' in mapping ? [withParts, { parts: { table: 'part' } }] : [api, {}];
      const all = { ...mapped, things: { table: 'thing', ...mapping } } as never;
      const server = createServer(
        given as never,
        createKyselySources(given as never, database.db, all, { databaseSchema, ...options }),
      );
      for (const method of ['DELETE', 'PATCH']) expect(await statusOf(server, method, 'abc', 'new')).toBe(404);
    });

    test('an attribute of another length than its column is rejected', async () => {
      await database.exec(`
        drop table if exists part, thing;
        create table thing (id text primary key, name bit(4) not null);
      `);
      const server = createServer(api, createKyselySources(api, database.db, { things: { table: 'thing' } }));
      expect(await statusOf(server, 'POST', 'a', '0101')).toBe(201);
      expect(await statusOf(server, 'PATCH', 'a', '01')).toBe(422);
      expect(await statusOf(server, 'POST', 'b', '01')).toBe(422);
    });
  });
});
