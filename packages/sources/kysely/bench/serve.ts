/** Serves the articles on Fastify in a process of its own, by hand or with Linkage. Sends its port, and its CPU time on request. */
import type { AddressInfo } from 'node:net';
import { jsonApiPlugin } from '@linkage/fastify';
import { createServer } from '@linkage/server';
import fastify, { type FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { createFastifyByHand } from './fastify-by-hand.ts';
import { api, connectPostgres, createSources, openSqlite, type Tables } from './library.ts';

async function createLinkage(db: Kysely<Tables>): Promise<FastifyInstance> {
  const app = fastify();
  await app.register(jsonApiPlugin, { server: createServer(api, createSources(db)) });
  return app;
}

const [handler, connection] = process.argv.slice(2);
const db = connection === undefined ? await openSqlite() : connectPostgres(JSON.parse(connection));
const app = handler === 'by-hand' ? createFastifyByHand(db) : await createLinkage(db);
await app.listen({ port: 0, host: '127.0.0.1' });
process.on('message', () => process.send?.(process.cpuUsage()));
process.on('disconnect', () => process.exit());
process.send?.((app.server.address() as AddressInfo).port);
