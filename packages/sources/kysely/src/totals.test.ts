/** The total and the records of a page are of one snapshot, while another client writes. */
import { attribute, defineApi, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { createKyselySources } from './index.ts';

const api = defineApi({ notes: { attributes: { text: z.string() } } });

const filtered = defineApi({ notes: { attributes: { text: attribute(z.string(), { filter: true }) } } });
const on = { filter: true } as const;
const listed = defineApi({
  notes: { attributes: { text: attribute(z.string(), on) }, relationships: { list: toOne('lists', on) } },
  lists: { attributes: { title: attribute(z.string(), on) } },
});
const analyze = (name: string): string => (name === 'MariaDB' ? 'analyze table' : 'analyze');

describe.each(databases)('$name', ({ name, missing, open }) => {
  test.skipIf(missing !== undefined)(
    'each page has as many records as its total says',
    async () => {
      const database = await open();
      await database.exec('create table note (id varchar(40) primary key, text varchar(20) not null)');
      const statements: string[] = [];
      const db = new Kysely<never>({ dialect: database.dialect, log: ({ query }) => void statements.push(query.sql) });
      const sources = createKyselySources(api, db as unknown as Kysely<unknown>, { notes: { table: 'note' } });
      const send = requestsTo(createServer(api, sources));
      expect((await send('GET /notes?page[total]=true')).document.meta.page.total).toBe(0);
      let isDone = false;
      const write = async (): Promise<void> => {
        for (let id = 0; !isDone; id = (id + 1) % 20) {
          await send('POST /notes', { type: 'notes', attributes: { text: 'a' } });
          if (id % 3 === 0) await database.exec('delete from note');
        }
      };
      const writing = write();
      const differences: unknown[] = [];
      for (let reads = 0; reads < 100; reads++) {
        const { document } = await send('GET /notes?page[total]=true&page[size]=100');
        if (document.data.length !== document.meta.page.total)
          differences.push([document.data.length, document.meta.page]);
      }
      isDone = true;
      await writing;
      expect(differences).toEqual([]);
      await database.exec('delete from note');
      statements.length = 0;
      expect((await send('GET /notes?page[total]=true')).document.meta.page.total).toBe(0);
      expect(statements).toHaveLength(1);
      await database.exec("delete from note; insert into note values ('a', 'x'), ('b', 'y')");
      statements.length = 0;
      expect((await send('GET /notes?page[total]=true&page[size]=1')).document.meta.page.total).toBe(2);
      expect(statements).toHaveLength(1);
      const beyond = await send('GET /notes?page[total]=true&page[size]=1&page[number]=5');
      expect([beyond.ids, beyond.document.meta?.page.total]).toEqual(['', 2]);
      await db.destroy();
      await database.close();
    },
    60_000,
  );

  test.skipIf(missing !== undefined)(
    'an estimate does not count rows in PostgreSQL, nor those of a whole table in MariaDB',
    async () => {
      const database = await open();
      await database.exec('create table note (id varchar(40) primary key, text varchar(20) not null)');
      const rows = Array.from({ length: 1000 }, (_, index) => `('${index}', '${index % 4}')`);
      await database.exec(`insert into note values ${rows.join()}; analyze note`.replace('analyze', analyze(name)));
      const statements: string[] = [];
      const db = new Kysely<never>({ dialect: database.dialect, log: ({ query }) => void statements.push(query.sql) });
      const sources = createKyselySources(filtered, db as unknown as Kysely<unknown>, { notes: { table: 'note' } });
      const send = requestsTo(createServer(filtered, sources));
      const guessOf = async (query: string) => {
        const { document } = await send(`GET /notes?page[total]=estimate&page[size]=1${query}`);
        expect(document.meta.page.total).toBeUndefined();
        return document.meta.page.estimatedTotal.bestGuess;
      };
      const isPostgres = name === 'PostgreSQL' || name === 'PGlite';
      const counts = () => statements.splice(0).some((it) => it.includes('count('));
      for (const [query, exact] of [
        ['', 1000],
        ['&filter[text]=3', 250],
      ] as const) {
        const guess = await guessOf(query);
        const isCounted = !isPostgres && (name !== 'MariaDB' || query !== '');
        expect([query, counts()]).toEqual([query, isCounted]);
        if (isCounted) expect([query, guess]).toEqual([query, exact]);
        else expect([query, guess > exact / 2, guess < exact * 2]).toEqual([query, true, true]);
      }
      await db.destroy();
      await database.close();
    },
  );

  test.skipIf(missing !== undefined)('the statistics of rows that the mapping hides are not an estimate', async () => {
    const database = await open();
    await database.exec(
      `create table list (id varchar(40) primary key, tenant integer not null, title varchar(20) not null);
       create table note (id varchar(40) primary key, tenant integer not null, text varchar(20) not null, list_id varchar(40));`,
    );
    // Half of the rows are of another tenant, and all of those have one value.
    const rows = Array.from(
      { length: 2000 },
      (_, at) => `('${at}', ${at % 2}, '${at % 2 === 0 ? 'SECRET' : `own ${at}`}'`,
    );
    await database.exec(`insert into list values ${rows.map((row) => `${row})`).join()};`);
    await database.exec(`insert into note values ${rows.map((row, at) => `${row}, '${at}')`).join()};`);
    for (const table of ['list', 'note']) await database.exec(`${analyze(name)} ${table}`);
    const db = new Kysely<never>({ dialect: database.dialect });
    const tenant = { where: { tenant: 1 } } as const;
    const guessOf = async (query: string, note: object, list: object) => {
      const sources = createKyselySources(
        listed,
        db as unknown as Kysely<unknown>,
        {
          notes: { table: 'note', ...note, relationships: { list: { column: 'list_id' } } },
          lists: { table: 'list', ...list },
        } as never,
      );
      const send = requestsTo(createServer(listed, sources));
      const { document } = await send(`GET /notes?page[total]=estimate&page[size]=1${query}`);
      return document.meta.page.estimatedTotal.bestGuess;
    };
    expect(await guessOf('&filter[text]=SECRET', tenant, {})).toBe(0);
    expect(await guessOf('&filter[list.title]=SECRET', {}, tenant)).toBe(0);
    expect(await guessOf('&filter=or(eq(text,none),eq(list,0))', {}, tenant)).toBe(0);
    expect(await guessOf('', tenant, {})).toBe(1000);
    await db.destroy();
    await database.close();
  });
});
