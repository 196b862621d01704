import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jsonApiPlugin } from '@linkage/fastify';
import { jsonApiMiddleware } from '@linkage/koa';
import { toNodeHandler } from '@linkage/node';
import type { JsonApiResponse, Server } from '@linkage/server';
import fastify, { type FastifyInstance } from 'fastify';
import Koa from 'koa';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A host with sockets. */
export interface Host {
  /** Serves an API, and returns the port. */
  readonly serve: (server: Server) => Promise<number>;
  /** Sends one finished response to every request, and returns the port. */
  readonly serveBare: (response: JsonApiResponse) => Promise<number>;
}

async function listen(listener: Listener): Promise<number> {
  const http = createHttpServer(listener);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return (http.address() as AddressInfo).port;
}

async function listenFastify(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** The hosts with sockets, each with its adapter, and as an application without an API would use it. */
export const hosts: Readonly<Record<string, Host>> = {
  'node:http': {
    serve: (server) => listen(toNodeHandler(server)),
    serveBare: ({ status, headers, body = '' }) =>
      listen((_, response) => {
        response.statusCode = status;
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        response.end(body);
      }),
  },
  Fastify: {
    async serve(server) {
      const app = fastify();
      await app.register(jsonApiPlugin, { server });
      return listenFastify(app);
    },
    serveBare: ({ status, headers, body = '' }) =>
      listenFastify(fastify().get('/*', async (_, reply) => reply.code(status).headers(headers).send(body))),
  },
  Koa: {
    serve: (server) => listen(new Koa().use(jsonApiMiddleware(server)).callback()),
    serveBare: ({ status, headers, body = '' }) =>
      listen(
        new Koa()
          .use((ctx) => {
            ctx.body = body;
            ctx.status = status;
            ctx.set({ ...headers });
          })
          .callback(),
      ),
  },
};
