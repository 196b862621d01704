/** The total and the records of a page are of one snapshot, while another client writes. */
import { attribute, defineApi } from '@linkage/core';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { createKyselySources } from './index.ts';

const api = defineApi({ notes: { attributes: { text: z.string() } } });

const filtered = defineApi({ notes: { attributes: { text: attribute(z.string(), { filter: true }) } } });
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
});
