import { once } from 'node:events';
import { createServer as createHost, type IncomingMessage, type RequestListener, request } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { jsonApiPlugin } from '../../../adapters/fastify/src/index.ts';
import { jsonApiMiddleware } from '../../../adapters/koa/src/index.ts';
import { toErrorHandler, toNodeHandler } from '../../../adapters/node/src/index.ts';
import type { Server } from '../../../server/src/index.ts';
import type { Scenarios } from './core-scenarios.ts';
import { requestOf, sent, servers } from './server-scenarios.ts';

/** A dependency of one of our packages. */
function dependency(folder: string, name: string) {
  const loaded = createRequire(new URL(`../../${folder}/package.json`, import.meta.url))(name);
  return loaded.default ?? loaded;
}

/** The request listeners of the frameworks. */
const frameworks: Readonly<Record<string, (server: Server) => RequestListener | Promise<RequestListener>>> = {
  node: (server) => toNodeHandler(server),
  express: (server) => dependency('node', 'express')().use(toNodeHandler(server)).use(toErrorHandler(server)),
  koa(server) {
    const Koa = dependency('koa', 'koa');
    return new Koa({ __proto__: null }).use(jsonApiMiddleware(server)).callback();
  },
  async fastify(server) {
    const fastify = dependency('fastify', 'fastify')();
    await fastify.register(jsonApiPlugin, { server });
    await fastify.ready();
    return fastify.routing;
  },
};

const passing: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive']);

/** Returns the responses of a framework to every request. */
async function responses(listener: RequestListener): Promise<unknown> {
  const host = createHost(listener).listen(0);
  await once(host, 'listening');
  const { port } = host.address() as AddressInfo;
  const responses = new Map<string, unknown>();
  for (const each of sent) {
    const { url, method, headers, body } = requestOf(each);
    // The `fetch` of Node throws if prototypes are frozen.
    const sending = request({ port, path: url, method, headers, agent: false }).end(body);
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    const lasting = Object.entries(response.headers).filter(([name]) => !passing.has(name));
    responses.set(`${responses.size} ${each.line}`, [response.statusCode, lasting, await text(response)]);
  }
  host.closeAllConnections();
  host.close();
  return responses;
}

/** Every request to the servers with records in memory, through each framework. */
export function adapterScenarios(): Scenarios {
  return Object.fromEntries(
    Object.entries(frameworks).map(([name, listenerOf]) => [
      `${name}: memory`,
      async () => responses(await listenerOf((servers['memory'] as () => Server)())),
    ]),
  );
}
