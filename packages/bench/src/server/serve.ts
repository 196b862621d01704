/** Serves one kind of answer in two ways on two frameworks, in a thread of its own; posts the ports. */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { jsonApiPlugin } from '@linkage/fastify';
import { abortOnClose, type JsonApiResponse, readBounded } from '@linkage/server';
import fastify from 'fastify';
import { createArticlesServer, exchanges } from './articles-server.ts';

const { request } = exchanges[workerData as string] as (typeof exchanges)[string];
const server = createArticlesServer();
const finished: JsonApiResponse = await server.handle(request);
if (finished.status >= 300) throw new Error(`The request to measure is answered with ${finished.status}.`);

async function read(incoming: IncomingMessage): Promise<Uint8Array | undefined> {
  return incoming.method === 'POST' ? await readBounded(incoming, server.bodyLimit) : undefined;
}

function send(response: ServerResponse, { status, headers, body = '' }: JsonApiResponse): void {
  const payload = Buffer.from(body);
  response.writeHead(status, { ...headers, 'Content-Length': payload.length }).end(payload);
}

/** What a handler costs that has nothing to find out: the same document, made before. */
async function bare(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  await read(incoming);
  send(response, finished);
}

async function linkage(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', headers } = incoming;
  const signal = abortOnClose(response);
  send(response, await server.handle({ method, url, headers, body: await read(incoming), signal }));
}

async function listen(handler: typeof bare): Promise<number> {
  const http = createHttpServer((incoming, response) => void handler(incoming, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return (http.address() as AddressInfo).port;
}

const bareFastify = fastify();
bareFastify.removeAllContentTypeParsers();
bareFastify.addContentTypeParser('*', (_: unknown, payload: AsyncIterable<Uint8Array>) =>
  readBounded(payload, server.bodyLimit),
);
bareFastify.route({
  method: ['GET', 'POST'],
  url: '/*',
  handler: (_, reply) =>
    reply
      .code(finished.status)
      .headers(finished.headers)
      .send(Buffer.from(finished.body ?? '')),
});
const linkageFastify = fastify();
await linkageFastify.register(jsonApiPlugin, { server });

async function listenFastify(app: typeof bareFastify): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

parentPort?.postMessage({
  'Node, bare handler': await listen(bare),
  'Node, Linkage': await listen(linkage),
  'Fastify, bare handler': await listenFastify(bareFastify),
  'Fastify, Linkage': await listenFastify(linkageFastify),
});
