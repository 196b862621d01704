/**
 * A process that serves articles from PostgreSQL while an administrator terminates its connections: first an idle one,
 * then one in a transaction. Prints the statuses that clients get. Arguments: the connection as JSON, and `guarded`.
 */
import { defineApi } from '@linkage/core';
import { createServer } from '@linkage/server';
import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool } from 'pg';
import { z } from 'zod';
import { createKyselySources } from '../src/index.ts';

const [connection = '{}', mode] = process.argv.slice(2);
const pool = new Pool(JSON.parse(connection));
const report = (error: Error): void => void process.stderr.write(`connection lost: ${error.message}\n`);
if (mode === 'guarded') pool.on('error', report).on('connect', (client) => client.on('error', report));

const api = defineApi({ articles: { attributes: { title: z.string() } } });
const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
const { articles } = createKyselySources(api, db, { articles: { table: 'article' } });

async function terminateAll(): Promise<void> {
  const administrator = new Client(JSON.parse(connection));
  await administrator.connect();
  const others = `backend_type = 'client backend' and pid <> pg_backend_pid()`;
  await administrator.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`);
  await administrator.end();
  // The clients hear of it a moment later.
  await new Promise((resolve) => setTimeout(resolve, 200));
}

const update: typeof articles.update = async (id, changes, call) => {
  await terminateAll();
  return articles.update(id, changes, call);
};
const server = createServer(api, { articles: { ...articles, update } }, { onError: () => undefined });
async function send(method: string, title?: string): Promise<number> {
  const body = title && JSON.stringify({ data: { type: 'articles', id: '1', attributes: { title } } });
  const headers = { 'content-type': title && 'application/vnd.api+json' };
  return (await server.handle({ method, url: '/articles/1', headers, body })).status;
}

const statuses = [await send('GET')];
await terminateAll();
statuses.push(await send('GET'), await send('PATCH', 'changed'), await send('GET'));
process.stdout.write(statuses.join(' '));
await pool.end();
