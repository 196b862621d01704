/** An update writes a column that the rule `read` compares: the resource can become hidden although the request does not name the column. */
import { attribute, defineApi } from '@linkage/core';
import { createServer } from '@linkage/server';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const status = attribute(z.string(), { write: false, filter: true });
const api = defineApi({ notes: { attributes: { title: z.string(), status } } });
const tables = `
  create table note (id varchar(20) primary key, title varchar(20) not null, status varchar(20) not null);
  create table draft (id varchar(20) primary key, title varchar(20) not null,
    status varchar(20) generated always as (case title when 'one' then 'published' else 'draft' end) stored);`;
const mappings = [
  // Each change of a note must be published again.
  ['a value of the mapping', { notes: { table: 'note', onUpdate: { status: 'draft' } } }],
  ['a column that the database generates', { notes: { table: 'draft' } }],
] as const;
const cases = mappings.flatMap(([what, mapping]) =>
  [{}, { 'if-match': '*' }].map((headers) => ({ what, mapping, headers })),
);
const yes = () => true;
const access = { notes: { update: yes, read: () => [{ field: 'status', values: ['published'] }] as const } };

const pages = defineApi({
  pages: { attributes: { title: z.string(), at: attribute(z.string(), { write: false, filter: true }) } },
});

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'an update', () => {
    const used = useDatabase<never>(open, tables);
    beforeEach(() =>
      used.exec(`
      delete from note; insert into note values ('1', 'one', 'published');
      delete from draft; insert into draft (id, title) values ('1', 'one');`),
    );

    test.each(cases)('that hides its resource is 403, and undone: $what, $headers', async ({ mapping, headers }) => {
      const sources = createKyselySources(api, used.db, mapping as never, {
        databaseSchema: await readDatabaseSchema(used.db),
      });
      const server = createServer(api, sources as never, { access: access as never });
      const data = { type: 'notes', id: '1', attributes: { title: 'new' } };
      const { status: found } = await requestsTo(server)('PATCH /notes/1', data, headers);
      const { rows } = await sql`select title, status from ${sql.table(mapping.notes.table)}`.execute(used.db);
      expect([found, rows]).toEqual([403, [{ title: 'one', status: 'published' }]]);
    });

    test.runIf(name === 'MariaDB')('by a time that each update sets', async () => {
      await used.exec(`
        create table page (id varchar(20) primary key, title varchar(20) not null,
          at datetime not null default '2020-01-01' on update current_timestamp);
        insert into page (id, title) values ('1', 'one');`);
      const databaseSchema = await readDatabaseSchema(used.db);
      const sources = createKyselySources(pages, used.db, { pages: { table: 'page' } } as never, { databaseSchema });
      const read = () => [{ field: 'at', operator: 'lt', values: ['2021-01-01T00:00:00'] }] as const;
      const send = requestsTo(
        createServer(pages, sources as never, { access: { pages: { update: yes, read } } as never }),
      );
      expect((await send('GET /pages/1')).status).toBe(200);
      const data = { type: 'pages', id: '1', attributes: { title: 'new' } };
      expect((await send('PATCH /pages/1', data)).status).toBe(403);
      expect((await send('GET /pages/1')).document.data.attributes.title).toBe('one');
    });
  });
});
