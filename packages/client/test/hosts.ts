/** Places from which the tests call one server: in the same process, and over sockets. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jsonApiPlugin } from '@linkage/fastify';
import { toFetchHandler } from '@linkage/fetch';
import { jsonApiMiddleware } from '@linkage/koa';
import type { Server } from '@linkage/server';
import fastify from 'fastify';
import Koa from 'koa';

export interface Host {
  readonly baseUrl: string;
  readonly fetch?: (request: Request) => Promise<Response>;
  close(): Promise<void>;
}

const prefix = '/api';

/** Serves a server below `/api`. */
export const hosts: Readonly<Record<string, (server: Server) => Promise<Host>>> = {
  'its own handler': async (server) => ({
    baseUrl: 'http://localhost/api/',
    fetch: toFetchHandler(server, { prefix }),
    close: async () => undefined,
  }),
  Fastify: async (server) => {
    const app = fastify();
    await app.register(jsonApiPlugin, { server, prefix });
    return { baseUrl: `${await app.listen({ port: 0 })}/api`.replace('[::1]', 'localhost'), close: () => app.close() };
  },
  Koa: async (server) => {
    const app = new Koa().use(jsonApiMiddleware(server, { prefix }));
    const host = createServer(app.callback());
    await new Promise<void>((resolve) => host.listen(0, resolve));
    return {
      baseUrl: `http://localhost:${(host.address() as AddressInfo).port}/api`,
      close: () =>
        new Promise((resolve) => {
          host.close(() => resolve());
          host.closeAllConnections();
        }),
    };
  },
};
