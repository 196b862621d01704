/** A process that creates notes in a file of libSQL, and prints the number of responses by status. Arguments: the URL, and the number of notes. */

import { createClient } from '@libsql/client';
import { defineApi } from '@linkage/core';
import { createKyselySources } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';
import { libsqlDialectOf } from './libsql-kysely.ts';

const [url = '', count = '0'] = process.argv.slice(2);
const api = defineApi({ notes: { attributes: { text: z.string() } } });
const db = new Kysely<never>({ dialect: libsqlDialectOf(createClient({ url, timeout: 5000 })) });
const sources = createKyselySources(api, db, { notes: { table: 'note', idType: 'integer' } });
// A hook makes each write a transaction of several turns of the event loop.
const pause = async (): Promise<undefined> => {
  await new Promise<void>((resolve) => setTimeout(resolve, 1));
};
const server = createServer(api, sources, { hooks: { notes: { create: { before: pause } } } });
const statuses: Record<number, number> = {};
for (let note = 0; note < Number(count); note++) {
  const headers = { 'content-type': 'application/vnd.api+json' };
  const body = JSON.stringify({ data: { type: 'notes', attributes: { text: 'x' } } });
  const { status } = await server.handle({ method: 'POST', url: '/notes', headers, body });
  statuses[status] = (statuses[status] ?? 0) + 1;
}
process.stdout.write(JSON.stringify(statuses));
