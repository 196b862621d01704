/** The text of a date does not depend on the settings of the database: it finds its row again. */

import { attribute, defineApi, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { Kysely, PostgresDialect } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openPool } from '../test/counters-on-postgres.ts';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const on = { sort: true, filter: true } as const;
const api = defineApi({
  days: { attributes: { next: attribute(z.string(), on) }, relationships: { first: toOne('days') } },
});
const tables = `
  create table day (id date primary key, next date not null, first date references day (id));
  insert into day values ('2026-02-01', '2026-02-02', null), ('2026-11-12', '2026-11-13', '2026-02-01'), ('0099-01-01', 'infinity', null);
`;
const { missing, open } = databases.find(({ name }) => name === 'PostgreSQL') as (typeof databases)[number];

test.skipIf(missing !== undefined).each(['ISO, MDY', 'German, DMY', 'SQL, DMY', 'Postgres, MDY'])(
  '%s',
  async (style) => {
    const database = await open();
    await database.exec(`${tables}
    do $$ begin execute format('alter database %I set datestyle = ''${style}''', current_database()); end $$`);
    const db = new Kysely<never>({
      dialect: new PostgresDialect({ pool: openPool(database.connection ?? {}, { max: 2 }) }),
    });
    const mapping = { days: { table: 'day', relationships: { first: { column: 'first' } } } };
    const sources = createKyselySources(api, db, mapping as never, { databaseSchema: await readDatabaseSchema(db) });
    const send = requestsTo(createServer(api, sources as never));
    expect((await send('GET /days?sort=next')).ids).toBe('2026-02-01,2026-11-12,0099-01-01');
    const { document } = await send('GET /days/2026-11-12?include=first');
    expect([document.data.attributes.next, document.included[0].id]).toEqual(['2026-11-13', '2026-02-01']);
    expect((await send('GET /days?filter[next]=2026-11-13')).ids).toBe('2026-11-12');
    await db.destroy();
    await database.close();
  },
);
