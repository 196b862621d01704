/** Starts an example of docs/examples/frameworks at a free port. Also runs in the runtimes of the matrix, without other files of this folder. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  readonly port: number;
  readonly close: () => unknown;
}

/** The exports of an example. */
// biome-ignore lint/suspicious/noExplicitAny: each framework has other methods
export type Example = any;

async function onSocket(host: Server): Promise<Listening> {
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  const close = (): void => {
    host.closeAllConnections();
    host.close();
  };
  return { port, close };
}

const listen = (listener: RequestListener): Promise<Listening> => onSocket(createServer(listener));

async function listenFetch(fetch: (request: Request) => Promise<Response>): Promise<Listening> {
  const { getRequestListener } = await import('@hono/node-server');
  // The runtime's own Request and Response stay those of the client.
  return listen(getRequestListener(fetch, { overrideGlobalObjects: false }));
}

export const listeners: Readonly<Record<string, (example: Example) => Promise<Listening>>> = {
  'node-http': ({ host }) => onSocket(host),
  express: ({ app }) => listen(app),
  async nest({ app }) {
    await app.init();
    return { ...(await listen(app.getHttpAdapter().getInstance())), close: () => app.close() };
  },
  async fastify({ app }) {
    await app.listen({ port: 0, host: '127.0.0.1' });
    return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
  },
  koa: ({ app }) => listen(app.callback()),
  hono: ({ app }) => listenFetch(app.fetch),
  async h3({ app }) {
    const { toNodeHandler } = await import('h3/node');
    return listen(toNodeHandler(app));
  },
  web: ({ respond }) => listenFetch(respond),
};
