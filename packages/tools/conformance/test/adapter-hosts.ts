import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jsonApiFrameworkErrors, jsonApiNotFound, jsonApiPlugin } from '@linkage/fastify';
import { jsonApiMiddleware } from '@linkage/koa';
import { toNodeHandler } from '@linkage/node';
import type { Server } from '@linkage/server';
import Fastify from 'fastify';
import Koa from 'koa';

const prefix = '/api';
const urlOf = (host: { address(): AddressInfo | string | null }): string =>
  `http://localhost:${(host.address() as AddressInfo).port}${prefix}`;

/** One server on sockets, through Fastify, Koa, and node:http. */
export async function openHosts(
  server: Server,
): Promise<{ readonly urls: readonly string[]; readonly close: () => Promise<void> }> {
  const fastify = Fastify({ frameworkErrors: jsonApiFrameworkErrors({ server }) });
  await fastify.register(jsonApiPlugin, { server, prefix });
  fastify.setNotFoundHandler(jsonApiNotFound({ server, prefix }));
  const origin = await fastify.listen({ port: 0 });
  const koa = new Koa().use(jsonApiMiddleware(server, { prefix })).listen(0);
  const node = createServer(toNodeHandler(server, { prefix })).listen(0);
  return {
    urls: [`${origin}${prefix}`, urlOf(koa), urlOf(node)],
    async close() {
      await fastify.close();
      koa.close();
      node.close();
    },
  };
}
