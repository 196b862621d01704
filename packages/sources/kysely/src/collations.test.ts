/** Ids of MariaDB whose collation ignores case and spaces at the end: a resource has one id. */

import { defineApi } from '@linkage/core';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { createKyselySources } from './index.ts';

const api = defineApi({ notes: { attributes: { title: z.string() }, clientGeneratedIds: true } });
const mariadb = databases.find(({ name }) => name === 'MariaDB');
const missing = mariadb === undefined ? 'MariaDB is not installed' : mariadb.missing;

test.skipIf(missing !== undefined)(`other spellings of an id are other ids ${missing ?? ''}`, async () => {
  const database = await mariadb?.open();
  if (database === undefined) return;
  await database.exec(`create table note (id varchar(20) primary key, title text not null) collate utf8mb4_general_ci;
    insert into note values ('a', 'A'), ('é', 'E')`);
  const db = new Kysely<unknown>({ dialect: database.dialect });
  const { notes } = createKyselySources(api, db, { notes: { table: 'note' } });
  const server = createServer(api, { notes });
  const call = { context: undefined, signal: new AbortController().signal };
  for (const id of ['A', 'a ', 'e', 'É']) {
    const url = `/notes/${encodeURIComponent(id)}`;
    expect([id, (await server.handle({ method: 'GET', url, headers: {} })).status]).toEqual([id, 404]);
    const changes = { type: 'notes', id, attributes: { title: 'changed' }, relationships: {} } as const;
    expect([id, await notes.update(id, changes, call)]).toEqual([id, null]);
    expect([id, await notes.delete(id, call)]).toEqual([id, false]);
  }
  const titles = await notes.find(['a', 'é'], { attributes: new Set(['title']), relationships: new Set() }, call);
  expect(titles).toEqual([
    { id: 'a', title: 'A' },
    { id: 'é', title: 'E' },
  ]);
  const uniqueViolation = { type: 'notes', id: 'A', attributes: { title: 'x' }, relationships: {} } as const;
  await expect(notes.create(uniqueViolation, call)).rejects.toMatchObject({
    status: 409,
    errors: [{ code: 'RESOURCE_EXISTS' }],
  });
  expect(await notes.delete('é', call)).toBe(true);
  await db.destroy();
  await database.close();
});
