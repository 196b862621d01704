import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi } from '@linkage/core';
import { createServer } from '@linkage/server';
import { numeric, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { requestsTo } from '../../kysely/test/requests.ts';
import { overNodeSqlite } from '../test/databases.ts';
import { createDrizzleSources } from './index.ts';

test.each(['string', 'bigint'] as const)('numeric() of SQLite with the mode %s is a text', async (mode) => {
  const sqlite = new DatabaseSync(':memory:');
  sqlite.exec(
    "create table t (id text primary key, n numeric); insert into t values ('a', 9), ('b', '10.0'), ('c', 1.5), ('d', null);",
  );
  const table = sqliteTable('t', { id: text().primaryKey(), n: numeric({ mode: mode as never }) });
  const n = attribute(z.string().nullable(), { sort: true, filter: true });
  const api = defineApi({ things: { attributes: { n }, clientGeneratedIds: true } });
  const sources = createDrizzleSources(api, overNodeSqlite(sqlite), { things: { table } } as never);
  const send = requestsTo(createServer(api, sources as never));
  const { document } = await send('GET /things?sort=n');
  const values = document.data.map((it: { attributes: { n: unknown } }) => it.attributes.n);
  expect(values).toEqual([null, '1.5', '9', '10']);
  expect((await send('GET /things?filter[n]=10')).ids).toBe('b');
  expect((await send('GET /things?filter[n][gt]=1.5')).ids).toBe('a,b');
  const made = await send('POST /things', { type: 'things', id: 'e', attributes: { n: '2.50' } });
  expect([made.status, made.document.data.attributes.n]).toEqual([201, '2.5']);
});
