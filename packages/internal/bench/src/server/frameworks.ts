import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jsonApiPlugin } from '@linkage/fastify';
import { jsonApiMiddleware } from '@linkage/koa';
import { toNodeHandler } from '@linkage/node';
import type { JsonApiResponse, Server } from '@linkage/server';
import { readStream } from '@linkage/server/adapter';
import fastify, { type FastifyInstance } from 'fastify';
import Koa from 'koa';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Returns the finished response to a body. */
type Respond = (body: string | Uint8Array | undefined) => JsonApiResponse;

/** A framework with sockets. */
export interface Framework {
  /** Serves an API, and returns the port. */
  readonly serve: (server: Server) => Promise<number>;
  /** Sends the result of a function to every request with the least code, and returns the port. */
  readonly serveBare?: (respond: Respond) => Promise<number>;
}

async function listen(listener: Listener): Promise<number> {
  const http = createHttpServer(listener);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return (http.address() as AddressInfo).port;
}

/** The largest body: the requests have a few hundred bytes. */
const MAX_BYTES = 1e6;

function bodyOf(request: IncomingMessage): Promise<Uint8Array | undefined> | undefined {
  if (request.method !== 'POST') return undefined;
  return new Promise((resolve, reject) =>
    readStream(request, MAX_BYTES, (error, bytes) => (error === null ? resolve(bytes) : reject(error))),
  );
}

export async function listenFastify(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** The frameworks with sockets, each with its adapter; two also as an application without an API would use them. */
export const frameworks: Readonly<Record<string, Framework>> = {
  'node:http': {
    serve: (server) => listen(toNodeHandler(server)),
    serveBare: (respond) =>
      listen(async (request, response) => {
        const { status, headers, body = '' } = respond(await bodyOf(request));
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
    serveBare(respond) {
      const app = fastify();
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BYTES }, (_, body, done) => done(null, body));
      app.route({
        method: ['GET', 'POST'],
        url: '/*',
        async handler(request, reply) {
          const { status, headers, body } = respond(request.body as string | undefined);
          return reply.code(status).headers(headers).send(body);
        },
      });
      return listenFastify(app);
    },
  },
  Koa: { serve: (server) => listen(new Koa().use(jsonApiMiddleware(server)).callback()) },
};
