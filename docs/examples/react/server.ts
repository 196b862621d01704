import { createServer as createHost, type Server } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { atomicRequests, createClient } from '@linkage/client';
import { toFetchHandler } from '@linkage/fetch';
import {
  createIdempotencyTable,
  createKyselyIdempotencyStore,
  createKyselySources,
  createNodeSqliteDialect,
  createOutboxTable,
  eventStream,
  readDatabaseSchema,
} from '@linkage/kysely';
import { toNodeHandler } from '@linkage/node';
import { atomicOperations, createServer, idempotencyKeys } from '@linkage/server';
import { dehydrate, QueryClient } from '@tanstack/query-core';
import { build } from 'esbuild';
import { Kysely, sql } from 'kysely';
import { queriesOf } from './queries.ts';
import { api } from './schema.ts';

const tables = [
  'create table person (id integer primary key, name text not null)',
  `create table article (id integer primary key, title text not null, published_at text,
     author_id integer references person (id))`,
  `insert into person values (1, 'Ada'), (2, 'Dan')`,
  `with recursive number (n) as (select 1 union all select n + 1 from number where n < 40)
     insert into article select n, format('Article %02d', n), null, 1 + n % 2 from number`,
];

async function createApi(signal: AbortSignal) {
  const db = new Kysely<unknown>({ dialect: createNodeSqliteDialect(new DatabaseSync(':memory:')) });
  for (const statement of tables) await sql.raw(statement).execute(db);
  await createOutboxTable(db);
  await createIdempotencyTable(db);
  const mapping = {
    articles: {
      table: 'article',
      idType: 'integer',
      attributes: { publishedAt: 'published_at' },
      relationships: { author: { column: 'author_id' } },
    },
    people: { table: 'person', idType: 'integer', relationships: { articles: { foreignKey: 'author_id' } } },
  } as const;
  const sources = createKyselySources(api, db, mapping, {
    databaseSchema: await readDatabaseSchema(db),
    outbox: 'outbox',
  });
  const server = createServer(api, sources, {
    baseUrl: '/api',
    defaultAccess: 'allow',
    extensions: [atomicOperations()],
    pagination: { total: 'on-request' },
    idempotency: {
      keys: idempotencyKeys({ store: createKyselyIdempotencyStore(db) }),
      user: () => 'everybody',
    },
    actions: {
      articles: {
        async publish({ id, writes }) {
          await writes.update('articles', id, { attributes: { publishedAt: new Date().toISOString() } });
        },
      },
    },
  });
  return eventStream(server, api, db, { key: 'a secret of 32 characters or more', interval: 50, signal });
}

/** Renders the state of the page on the server. `<` could end the element that contains it. */
async function page(server: Awaited<ReturnType<typeof createApi>>, origin: string): Promise<string> {
  const client = createClient<typeof api>({
    baseUrl: `${origin}/api`,
    atomic: atomicRequests(),
    fetch: toFetchHandler(server, { prefix: '/api' }),
  });
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery(queriesOf(client).list);
  const state = JSON.stringify(dehydrate(queryClient)).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="en"><title>Articles</title><div id="root"></div>
<script type="application/json" id="state">${state}</script><script type="module" src="/main.js"></script></html>`;
}

/** Creates the server of the API, its events, and the page. */
export async function createApp(origin: () => string): Promise<{ readonly host: Server; readonly stop: () => void }> {
  const ending = new AbortController();
  const server = await createApi(ending.signal);
  const {
    outputFiles: [script],
  } = await build({
    ...{
      entryPoints: [`${import.meta.dirname}/main.tsx`],
      bundle: true,
      write: false,
      format: 'esm',
      jsx: 'automatic',
    },
    define: { 'process.env.NODE_ENV': '"development"' },
  });
  const handle = toNodeHandler(server, { prefix: '/api' });
  const host = createHost((request, response) => {
    if (request.url?.startsWith('/api')) return handle(request, response);
    if (request.url === '/main.js')
      return void response.setHeader('content-type', 'text/javascript').end(script?.contents);
    page(server, origin()).then(
      (html) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
      () => response.writeHead(500).end(),
    );
  });
  return {
    host,
    stop() {
      ending.abort();
      host.close();
    },
  };
}
