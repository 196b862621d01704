/** Starts each example of docs/examples/hosts: over a socket, or as the function that its framework calls. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { toNodeHandler as toH3Listener } from 'h3/node';
import { type Send, sendFetch, sendTo } from './exchange.ts';
import { sendLambda } from './lambda.ts';

export interface Running {
  readonly send: Send;
  /** The port, if the host listens at one. */
  readonly port?: number;
  readonly close: () => unknown;
}

/** The exports of an example. */
// biome-ignore lint/suspicious/noExplicitAny: each framework has other methods
type Example = any;

async function onSocket(host: Server): Promise<Running> {
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  const { port } = host.address() as AddressInfo;
  const close = (): void => {
    host.closeAllConnections();
    host.close();
  };
  return { port, send: sendTo(port), close };
}

const listen = (listener: RequestListener): Promise<Running> => onSocket(createServer(listener));
// The runtime's own Request and Response stay those of the client.
const listenFetch = (fetch: (request: Request) => Promise<Response>): Promise<Running> =>
  listen(getRequestListener(fetch, { overrideGlobalObjects: false }));
const call = (handle: (request: Request) => Promise<Response>): Running => ({
  send: sendFetch(handle),
  close: () => undefined,
});

export const hosts: Readonly<Record<string, (example: Example) => Running | Promise<Running>>> = {
  'node-http': ({ host }) => onSocket(host),
  express: ({ app }) => listen(app),
  async nest({ app }) {
    await app.init();
    return { ...(await listen(app.getHttpAdapter().getInstance())), close: () => app.close() };
  },
  async fastify({ app }) {
    await app.ready();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    return { port, send: sendTo(port), close: () => app.close() };
  },
  koa: ({ app }) => listen(app.callback()),
  hono: ({ app }) => listenFetch(app.fetch),
  h3: ({ app }) => listen(toH3Listener(app)),
  web: ({ respond }) => listenFetch(respond),
  next: (routes) => call((request) => routes[request.method](request)),
  sveltekit: ({ fallback }) => call((request) => fallback({ request })),
  remix: ({ loader, action }) =>
    call((request) => (['GET', 'HEAD'].includes(request.method) ? loader : action)({ request })),
  lambda: ({ handler }) => ({ send: sendLambda(handler), close: () => undefined }),
  workers: ({ worker }) => call((request) => worker.fetch(request, { API_PREFIX: '/api' })),
  bun: ({ options }) => call(options.fetch),
  deno: ({ app }) => call(app.fetch),
};

/** The hosts that this runtime calls without a socket. */
export const inMemory: ReadonlySet<string> = new Set([
  'next',
  'sveltekit',
  'remix',
  'lambda',
  'workers',
  'bun',
  'deno',
]);
