import { DatabaseSync } from 'node:sqlite';
import { createClient } from '@linkage/client';
import { defineApi } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createKyselySources, createNodeSqliteDialect } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';

const database = new DatabaseSync(':memory:');
database.exec(`
  create table task (id integer primary key, title text not null, revision integer not null default 1);
  insert into task (title) values ('Write'), ('Test');
`);
const db = new Kysely<never>({ dialect: createNodeSqliteDialect(database) });

// #region server
const api = defineApi({ tasks: { attributes: { title: z.string() } } });
const sources = createKyselySources(api, db, {
  tasks: { table: 'task', idType: 'integer', version: 'revision' },
});
const server = createServer(api, sources, { resourceTags: ['tasks'], requireIfMatch: ['tasks'] });
// #endregion

// #region client
const client = createClient<typeof api>({ baseUrl: 'https://example.com', fetch: toFetchHandler(server) });

/** Renames all tasks of a page. A task that somebody else has changed since the page was read is an error: 412. */
export async function renameAll(suffix: string): Promise<readonly string[]> {
  const page = await client.list('tasks');
  const renamed: string[] = [];
  for (const task of page.data) {
    const attributes = { title: `${task.title}${suffix}` };
    const { data } = await client.update('tasks', task.id, { attributes }, { ifMatch: page.etagOf(task) });
    renamed.push(data?.title ?? '');
  }
  return renamed;
}
// #endregion
