/** Views that are only read, and dates without a time zone, on every database. */

import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const on = { sort: true, filter: true } as const;
const api = defineApi({
  people: {
    attributes: { name: z.string(), born: attribute(z.iso.date().nullable().default(null), on) },
    relationships: { summaries: toMany('summaries', { write: false }) },
    clientGeneratedIds: true,
  },
  summaries: {
    attributes: { articles: attribute(z.number(), on), newest: attribute(z.iso.date().nullable(), on) },
    relationships: { person: toOne('people', on) },
  },
});
const tables = `
  create table person (id varchar(20) primary key, name varchar(20) not null, born date);
  create table article (id varchar(20) primary key, author_id varchar(20) not null, day date not null);
  create view summary as
    select author_id as id, author_id as person_id, count(*) as articles, max(day) as newest from article group by author_id;
  insert into person values ('1', 'Ada', '1815-12-10'), ('2', 'Bo', null), ('3', 'Cy', '2000-02-29');
  insert into article values ('a', '1', '2026-03-29'), ('b', '1', '2026-10-25'), ('c', '3', '0099-01-01');
`;

const reads: readonly (readonly [url: string, expected: string | null | number])[] = [
  ['/summaries?sort=-articles', '1,3'],
  ['/summaries?filter[articles]=2', '1'],
  ['/summaries?filter[newest][ge]=2026-10-25', '1'],
  ['/summaries?sort=newest&page[size]=1', '3'],
  ['/summaries?sort=-person.born', '3,1'],
  ['/summaries?filter[person]=3', '3'],
  ['/summaries/1', '1'],
  ['/summaries/2', 404],
  ['/summaries/1/person', '1'],
  ['/people/1/summaries', '1'],
  ['/people/2/summaries', ''],
  ['/people?sort=born', '2,1,3'],
  ['/people?filter[born]=2000-02-29', '3'],
  ['/people?filter[born][lt]=2000-02-29', '1'],
];

describe.each(databases)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'views and dates', () => {
    let database: Awaited<ReturnType<typeof open>>;
    let db: Kysely<never>;
    let send: ReturnType<typeof requestsTo>;
    const failures: unknown[] = [];
    const zone = process.env['TZ'];
    beforeAll(async () => {
      // A driver that makes a `Date` of a date would return the day before.
      process.env['TZ'] = 'Pacific/Auckland';
      database = await open();
      db = new Kysely<never>({ dialect: database.dialect });
      await database.exec(tables);
      const sources = createKyselySources(
        api,
        db,
        {
          people: { table: 'person', relationships: { summaries: { foreignKey: 'person_id' } } },
          summaries: {
            table: 'summary',
            attributes: { articles: { decode: Number } },
            relationships: { person: { column: 'person_id' } },
          },
        },
        { databaseSchema: await readDatabaseSchema(db) },
      );
      const { create: _, update: __, delete: ___, updateRelationship: ____, ...summaries } = sources.summaries;
      const server = createServer(
        api,
        { people: sources.people, summaries },
        { onError: (error) => void failures.push(error) },
      );
      send = requestsTo(server);
    });
    afterAll(async () => {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
      await db?.destroy();
      await database?.close();
      expect(failures).toEqual([]);
    });

    test.each(reads)('GET %s: %s', async (url, expected) => {
      const { status, ids } = await send(`GET ${url}`);
      expect(status === 200 ? ids : status).toBe(expected);
    });

    test('values of a view are read, and included', async () => {
      const { document } = await send('GET /people/1?include=summaries');
      expect(document.data.attributes.born).toBe('1815-12-10');
      expect(document.included).toMatchObject([{ id: '1', attributes: { articles: 2, newest: '2026-10-25' } }]);
    });

    test('a view cannot be written', async () => {
      const data = { type: 'summaries', id: '1', attributes: { articles: 5 } };
      for (const line of ['POST /summaries', 'PATCH /summaries/1', 'DELETE /summaries/1'])
        expect([403, 405]).toContain((await send(line, line.startsWith('DELETE') ? undefined : data)).status);
    });

    test('a date is stored and read as it is written', async () => {
      for (const born of ['1970-01-01', '2024-02-29', '9999-12-31']) {
        const person = { type: 'people', id: born, attributes: { name: 'N', born } };
        expect((await send('POST /people', person)).document.data.attributes.born).toBe(born);
        expect((await send(`GET /people/${born}`)).document.data.attributes.born).toBe(born);
        expect((await send(`GET /people?filter[born]=${born}`)).ids).toBe(born);
        expect((await send(`DELETE /people/${born}`)).status).toBe(204);
      }
      const wrong = { type: 'people', id: 'w', attributes: { name: 'N', born: '2023-02-29' } };
      expect((await send('POST /people', wrong)).status).toBe(422);
    });
  });
});
