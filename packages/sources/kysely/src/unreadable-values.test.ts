/** A value that cannot be read harms one field of one resource: the field is null, and a warning names its column, once. */
import { attribute, defineApi } from '@linkage/core';
import { createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type DatabaseName, databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { booleanColumn, createKyselySources, jsonColumn, readDatabaseSchema } from './index.ts';

/** A type of column, a value that it can contain, a readable one, and the mapping of the attribute. */
type Case = readonly [type: string, unreadable: string, readable: string, value: unknown, column?: object];

const postgres: readonly Case[] = [
  ['double precision', "'Infinity'", '1.5', 1.5],
  ['real', "'NaN'", '1.5', 1.5],
  ['double precision[]', "'{1,-Infinity}'", "'{1}'", [1]],
];

const cases: Readonly<Record<DatabaseName, readonly Case[]>> = {
  SQLite: [
    ['real', '9e999', '1.5', 1.5],
    ['numeric', '-9e999', '5', 5],
    ['json', "'{bad'", `'{"a":1}'`, { a: 1 }, jsonColumn()],
    ['json', "''", "'[]'", [], jsonColumn()],
    ['boolean', '5', '1', true, booleanColumn()],
    ['boolean', "'false'", '0', false, booleanColumn()],
    ['text', "x'00ff'", "'a'", 'a'],
    ['varchar(20)', "x'61'", "'a'", 'a'],
    ['date', "x'61'", "'2026-02-28'", '2026-02-28'],
    ['', "x'61'", "'a'", 'a'],
  ],
  PGlite: postgres,
  PostgreSQL: postgres,
  MariaDB: [
    ['tinyint(1)', '5', '1', true],
    ['tinyint(1)', '-1', '0', false],
    ['text', "'{bad'", "'[]'", [], jsonColumn()],
  ],
};

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'values that cannot be read', () => {
    const database = useDatabase<never>(open, 'select 1');

    test.each(cases[name])('%s %s', async (type, unreadable, readable, value, column) => {
      const rows = [readable, unreadable, unreadable].map(
        (it, index) => `insert into thing values ('${index}', ${it}, 'a');`,
      );
      await database.exec(`drop table if exists thing;
        create table thing (id varchar(20) primary key, val ${type}, label varchar(20) not null); ${rows.join('\n')}`);
      const on = { sort: true, filter: true } as const;
      const api = defineApi({ things: { attributes: { val: attribute(z.any(), on), label: z.string() } } });
      const mapping = { things: { table: 'thing', attributes: column === undefined ? {} : { val: column } } };
      const warnings: string[] = [];
      const sources = createKyselySources(api, database.db, mapping as never, {
        databaseSchema: await readDatabaseSchema(database.db),
        onWarning: ({ where, message }) => void (message.includes('no index') || warnings.push(`${where}: ${message}`)),
      });
      const failures: unknown[] = [];
      const onError = (error: unknown): void => void failures.push(error);
      const send = requestsTo(createServer(api, sources as never, { onError }) as never);
      const stored = () =>
        database.db
          .selectFrom('thing' as never)
          .selectAll()
          .orderBy('id' as never)
          .execute();
      const before = await stored();
      const { status, document } = await send('GET /things');
      expect([failures, status]).toEqual([[], 200]);
      const shown = document.data.map(({ attributes }: { readonly attributes: object }) => attributes);
      expect(shown).toEqual([
        { val: value, label: 'a' },
        { val: null, label: 'a' },
        { val: null, label: 'a' },
      ]);
      expect((await send('GET /things/1')).status).toBe(200);
      expect((await send('GET /things?sort=val')).status).toBe(200);
      const change = { type: 'things', id: '1', attributes: { label: 'a' } };
      expect((await send('PATCH /things/1', change)).status).toBe(200);
      expect(await stored()).toEqual(before);
      // Null, sent back, changes no value that cannot be read, and removes another one.
      for (const id of ['1', '0']) {
        const sent = { type: 'things', id, attributes: { val: null } };
        const answer = await send(`PATCH /things/${id}`, sent);
        expect([answer.status, answer.document.data.attributes]).toEqual([200, { val: null, label: 'a' }]);
      }
      expect(await stored()).toEqual(
        before.map((row, index) => (index === 0 ? { ...(row as object), val: null } : row)),
      );
      expect(warnings).toEqual([
        expect.stringMatching(
          /^mapping\.things\.attributes\.val: The column "val" of the table "thing" contains .*"1"\. Such/,
        ),
      ]);
      expect(failures).toEqual([]);
    });

    test.skipIf(name !== 'SQLite')('an id that is bytes is the id of a row that no request finds', async () => {
      await database.exec(`drop table if exists thing; create table thing (id text primary key, val text);
        insert into thing values ('a', 'b'), (x'6100', 'c');`);
      const api = defineApi({ things: { attributes: { val: z.string().nullable() } } });
      const databaseSchema = await readDatabaseSchema(database.db);
      const sources = createKyselySources(api, database.db, { things: { table: 'thing' } } as never, {
        databaseSchema,
      });
      const send = requestsTo(createServer(api, sources as never));
      expect(await send('GET /things')).toMatchObject({ status: 200, ids: "a,x'6100'" });
      expect((await send("GET /things/x'6100'")).status).toBe(404);
    });

    test('an error of a function of the application is an error', async () => {
      await database.exec(`drop table if exists thing; create table thing (id varchar(20) primary key, val varchar(20));
        insert into thing values ('1', '{bad');`);
      const api = defineApi({ things: { attributes: { val: z.any() } } });
      const mapping = { things: { table: 'thing', attributes: { val: { decode: (it: string) => JSON.parse(it) } } } };
      const onError = (): void => undefined;
      const sources = createKyselySources(api, database.db, mapping as never);
      expect((await requestsTo(createServer(api, sources as never, { onError }))('GET /things')).status).toBe(500);
    });
  });
});
