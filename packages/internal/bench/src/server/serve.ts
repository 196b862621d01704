/** Serves one kind of answer in three ways on two frameworks, in a thread of its own; posts the ports. */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { jsonApiPlugin } from '@linkage/fastify';
import type { JsonApiResponse } from '@linkage/server';
import { connectionOf, readBounded } from '@linkage/server/adapter';
import fastify, { type FastifyInstance } from 'fastify';
import { createArticlesServer, exchanges } from './articles-server.ts';
import { createTsJapiFastify } from './ts-japi-fastify.ts';

const { request } = exchanges[workerData as string] as (typeof exchanges)[string];
const server = createArticlesServer();
const finished: JsonApiResponse = await server.handle(request);
if (finished.status >= 300) throw new Error(`The request to measure is answered with ${finished.status}.`);

const document: unknown = JSON.parse(finished.body ?? '');
const decoder = new TextDecoder();

function readDocument(payload: unknown): unknown {
  return payload instanceof Uint8Array ? JSON.parse(decoder.decode(payload)) : undefined;
}

async function read(incoming: IncomingMessage): Promise<Uint8Array | undefined> {
  return incoming.method === 'POST' ? await readBounded(incoming, server.bodyLimit) : undefined;
}

function send(response: ServerResponse, { status, headers, body = '' }: JsonApiResponse): void {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

/** The baseline of a handler that has the document of its response and the request as an object. */
async function withDocument(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  readDocument(await read(incoming));
  send(response, { ...finished, body: JSON.stringify(document) });
}

/** The baseline of a handler without any work: it sends the same prepared text. */
async function withText(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  await read(incoming);
  send(response, finished);
}

async function linkage(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', headers } = incoming;
  const connection = connectionOf(response);
  send(response, await server.handle({ method, url, headers, body: await read(incoming), connection }));
}

async function listen(handler: typeof linkage): Promise<number> {
  const http = createHttpServer((incoming, response) => void handler(incoming, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return (http.address() as AddressInfo).port;
}

/** A bare handler on Fastify; `answer` gives the text for what was sent. */
function bareFastify(answer: (payload: unknown) => string): FastifyInstance {
  const app = fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_: unknown, payload: AsyncIterable<Uint8Array>) =>
    readBounded(payload, server.bodyLimit),
  );
  app.route({
    method: ['GET', 'POST'],
    url: '/*',
    handler: ({ body }, reply) =>
      reply
        .code(finished.status)
        .headers(finished.headers)
        .send(Buffer.from(answer(body))),
  });
  return app;
}

const documentFastify = bareFastify((payload) => {
  readDocument(payload);
  return JSON.stringify(document);
});
const textFastify = bareFastify(() => finished.body ?? '');
const linkageFastify = fastify();
await linkageFastify.register(jsonApiPlugin, { server });

async function listenFastify(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

const tsJapiFastify = createTsJapiFastify();

// The time of this thread, which counts what the handlers need even if other programs keep the processor busy.
parentPort?.on('message', () => parentPort?.postMessage(process.threadCpuUsage()));
parentPort?.postMessage({
  'Node, bare handler, finished document': await listen(withDocument),
  'Node, bare handler, finished text': await listen(withText),
  'Node, Linkage': await listen(linkage),
  'Fastify, bare handler, finished document': await listenFastify(documentFastify),
  'Fastify, bare handler, finished text': await listenFastify(textFastify),
  'Fastify, Linkage': await listenFastify(linkageFastify),
  ...(tsJapiFastify && { 'Fastify, ts-japi and handlers by hand': await listenFastify(tsJapiFastify) }),
});
