/** Dates of MySQL and MariaDB that no calendar has, such as `0000-00-00`. */

import { attribute, defineApi } from '@linkage/core';
import { createServer, cursorPagination } from '@linkage/server';
import { Kysely, MysqlDialect } from 'kysely';
import { createPool } from 'mysql2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { everyDatabase, type OpenDatabase } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { compareMapping, createKyselySources, localDateTimeColumn, readDatabaseSchema } from './index.ts';

const mariadb = everyDatabase.find(({ name }) => name === 'MariaDB');
const profiles = [cursorPagination({ key: 'a key of thirty-two bytes or more', applied: 'always' })];
const on = { sort: true, filter: true } as const;
const api = defineApi({
  posts: {
    attributes: {
      day: attribute(z.iso.date().nullable(), on),
      at: attribute(z.iso.datetime({ local: true }).nullable(), on),
      seen: attribute(z.iso.datetime().nullable(), on),
      year: attribute(z.string().nullable(), { write: false }),
    },
  },
});
const mapping = {
  posts: {
    table: 'posts',
    idType: 'integer',
    attributes: {
      at: localDateTimeColumn('at'),
      year: { column: 'day', decode: (stored: unknown) => String(stored).slice(0, 4) },
    },
  },
} as const;
const script = `
  set session sql_mode = '';
  create table posts (
    id int primary key, day date not null default '0000-00-00', at datetime(6) not null default '0000-00-00 00:00:00',
    seen timestamp(3) not null default '0000-00-00 00:00:00'
  );
  insert into posts (id) values (1), (2);
  insert into posts values
    (3, '2026-00-00', '2026-02-00 01:00:00', '2026-02-01 01:00:00'), (4, '2026-02-03', '2026-02-03 04:05:06', '2026-02-03 04:05:06');`;

describe.skipIf(mariadb?.missing !== undefined)(mariadb?.missing ?? 'MariaDB', () => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = (await mariadb?.open()) as OpenDatabase;
    await opened.exec(script);
  });
  afterAll(() => opened?.close());

  describe.each([true, false])('dateStrings: %s', (dateStrings) => {
    let db: Kysely<never>;
    let send: ReturnType<typeof requestsTo>;
    beforeAll(async () => {
      const pool = createPool({ ...opened.connection, dateStrings });
      db = new Kysely<never>({ dialect: new MysqlDialect({ pool: pool as never }) });
      const sources = createKyselySources(api, db, mapping as never, { databaseSchema: await readDatabaseSchema(db) });
      send = requestsTo(createServer(api, sources as never, { profiles } as never));
    });
    afterAll(() => db.destroy());

    test('are null in responses', async () => {
      const { document } = await send('GET /posts?sort=id');
      const none = { day: null, at: null, seen: null, year: null };
      expect(document.data.map((it: { readonly attributes: object }) => it.attributes)).toEqual([
        ...[none, none],
        { ...none, seen: '2026-02-01T01:00:00.000Z' },
        { day: '2026-02-03', at: '2026-02-03T04:05:06.000', seen: '2026-02-03T04:05:06.000Z', year: '2026' },
      ]);
    });

    test.each(['day', '-day', 'at', '-at', 'seen', '-seen'])(
      'sort=%s: pages contain each resource once',
      async (sort) => {
        const found: string[] = [];
        for (let url: string | undefined = `/posts?sort=${sort}&page[size]=1`; url !== undefined; ) {
          const { ids, document } = await send(`GET ${url}`);
          if (ids !== '') found.push(String(ids));
          expect(found.length).toBeLessThan(6);
          url = document.links.next?.href ?? document.links.next ?? undefined;
        }
        expect(found).toEqual(sort.startsWith('-') ? ['4', '3', '2', '1'] : ['1', '2', '3', '4']);
      },
    );

    test('a column whose default is such a date is nullable for clients', async () => {
      expect(
        compareMapping(api, db, mapping as never, await readDatabaseSchema(db)).map(({ message }) => message),
      ).toEqual(['day', 'at', 'seen'].map((it) => expect.stringContaining(`no index begins with the column "${it}"`)));
    });
  });
});
