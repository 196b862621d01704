import { once } from 'node:events';
import { createServer, type RequestListener, Server, type ServerOptions } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { jsonApiPlugin } from '@linkage/fastify';
import { toFetchHandler } from '@linkage/fetch';
import { jsonApiMiddleware } from '@linkage/koa';
import { createShutdown, toNodeHandler } from '@linkage/node';
import express from 'express';
import Fastify from 'fastify';
import { H3, serve as serveH3 } from 'h3';
import Koa from 'koa';
import { describe, expect, test } from 'vitest';
import { isLong, skippedInShort, someOf } from '../../packages/core/test/runs.ts';
import { app as nest } from './frameworks/nest.ts';
import { host as exampleHost, shutdown as exampleShutdown, stop } from './shutdown.ts';
import { host as exampleHttp2, limitTimes } from './slow-http2.ts';
import { server } from './writing-source.ts';

const long = { headersTimeout: 30_000, requestTimeout: 30_000, connectionsCheckingInterval: 50 };
const short: typeof long = { headersTimeout: 250, requestTimeout: 250, connectionsCheckingInterval: 50 };
const onNode = (times: typeof long, listener: RequestListener): Server => createServer(times, listener);

/** Starts each host with short time limits, not yet listening, or listening. */
const hosts: Readonly<Record<string, (times: typeof long) => Server | Promise<Server>>> = {
  'node:http': (times) => onNode(times, toNodeHandler(server)),
  Express: (times) => onNode(times, express().use(toNodeHandler(server)) as RequestListener),
  Koa: (times) => onNode(times, new Koa().use(jsonApiMiddleware(server)).callback()),
  async Fastify(times) {
    const app = Fastify({ requestTimeout: times.requestTimeout, http: times });
    await app.register(jsonApiPlugin, { server });
    await app.ready();
    return app.server;
  },
  fetch: (times) =>
    serve({
      fetch: toFetchHandler(server),
      port: 0,
      overrideGlobalObjects: false,
      serverOptions: times as ServerOptions,
    }) as Server,
  async h3(times) {
    const app = new H3();
    app.all('/**', ({ req }) => toFetchHandler(server)(req));
    const listening = await serveH3(app, { port: 0, silent: true, node: times, gracefulShutdown: false }).ready();
    return listening.node?.server as Server;
  },
};

/** Closes when the client of a connection is disconnected. */
function endOf(host: Server): Promise<unknown> {
  return once(host, 'connection').then(([socket]) => once(socket, 'close'));
}

async function start(create: (times: typeof long) => Server | Promise<Server>) {
  const host = await create(short);
  const shutdown = createShutdown(host, { grace: 50 });
  if (!host.listening) await once(host.listen(0), 'listening');
  return { host, shutdown, port: (host.address() as AddressInfo).port };
}

/** Creates an article of 900 kB, and returns its id. */
async function largeArticle(): Promise<string> {
  const body = JSON.stringify({ data: { type: 'articles', attributes: { title: 'x'.repeat(900_000) } } });
  const headers = { 'content-type': 'application/vnd.api+json' };
  const created = await server.handle({ method: 'POST', url: '/articles', headers, body });
  return JSON.parse(created.body ?? '').data.id;
}

const head = 'Host: localhost\r\nContent-Type: application/vnd.api+json\r\n';
const slow: readonly (readonly [name: string, first: string])[] = [
  ['headers', 'GET /articles HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
  ['a body', `POST /articles HTTP/1.1\r\n${head}Content-Length: 1000\r\n\r\n`],
  ['a body in chunks', `POST /articles HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n3e8\r\n`],
];

describe.each(someOf(Object.entries(hosts), 6))('%s', (_, create) => {
  test.concurrent.each(slow)(
    'a client that sends %s byte by byte ends with 408; others are served',
    async (__, first) => {
      const { shutdown, port } = await start(create);
      try {
        const socket = connect(port, '127.0.0.1');
        let text = '';
        socket.on('data', (chunk) => {
          text += chunk;
        });
        socket.on('error', () => undefined);
        let isClosed = false;
        const began = performance.now();
        socket.once('close', () => {
          isClosed = true;
        });
        socket.write(first);
        while (!isClosed && performance.now() - began < 3000) {
          socket.write('x');
          await sleep(60);
          const { status } = await fetch(`http://127.0.0.1:${port}/articles/none`);
          expect(status).toBe(404);
        }
        expect(isClosed).toBe(true);
        expect(text === '' || text.startsWith('HTTP/1.1 408 ')).toBe(true);
      } finally {
        await shutdown();
      }
    },
  );

  test('a client that does not read its responses loses its connection', async () => {
    const { host, shutdown, port } = await start(create);
    host.setTimeout(400);
    const closed = endOf(host);
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    const url = `/articles/${await largeArticle()}`;
    socket.write(`GET ${url} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(60));
    await closed;
    expect((await fetch(`http://127.0.0.1:${port}${url}`)).status).toBe(200);
    socket.destroy();
    await shutdown();
  });

  test('createShutdown closes it: a running request completes', async () => {
    const host = await create(long);
    const shutdown = createShutdown(host, { grace: 5000 });
    if (!host.listening) await once(host.listen(0), 'listening');
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/articles`;
    expect((await fetch(`${url}/none`)).status).toBe(404);
    const body = new ReadableStream({
      async start(controller) {
        for (const part of ['{"data":', '{"type":"articles","attributes":', '{"title":"Slow"}}}']) {
          controller.enqueue(new TextEncoder().encode(part));
          await sleep(40);
        }
        controller.close();
      },
    });
    const headers = { 'Content-Type': 'application/vnd.api+json' };
    const received = once(host, 'request');
    const answer = fetch(url, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
    await received;
    const done = shutdown();
    const { status, headers: fields } = await answer;
    expect([status, fields.get('Connection'), await done]).toEqual([201, 'close', 0]);
  });
});

test('Nest on Express has the server of Node, whose times can be set', () => {
  expect(nest.getHttpServer()).toBeInstanceOf(Server);
});

describe('node:http2', () => {
  async function startHttp2(limit?: typeof limitTimes) {
    const host = createHttp2Server(short as object, toNodeHandler(server));
    limit?.(host, { body: 250, unread: 250, idle: 250 });
    const shutdown = createShutdown(host, { grace: 50 });
    await once(host.listen(0), 'listening');
    const { port } = host.address() as AddressInfo;
    const session = connectHttp2(`http://localhost:${port}`);
    session.on('error', () => undefined);
    return { session, shutdown, port };
  }
  const post = { ':method': 'POST', ':path': '/articles', 'content-type': 'application/vnd.api+json' };

  /** Sends a body byte by byte until the server ends the stream, and returns the status of another request meanwhile. */
  async function sendSlowly({ session }: Awaited<ReturnType<typeof startHttp2>>, milliseconds: number) {
    const stream = session.request(post);
    stream.on('error', () => undefined);
    const others = new Set<unknown>();
    const began = performance.now();
    while (!stream.closed && performance.now() - began < milliseconds) {
      stream.write(' ');
      await sleep(40);
      const other = session.request({ ':path': '/articles/none' });
      const [fields] = await once(other, 'response');
      other.resume();
      others.add(fields[':status']);
    }
    return { isClosed: stream.closed, code: stream.rstCode, others: [...others] };
  }

  test.skipIf(!isLong)(`Node itself does not end slow bodies${skippedInShort}`, async () => {
    const started = await startHttp2();
    expect(await sendSlowly(started, 700)).toMatchObject({ isClosed: false, others: [404] });
    started.session.destroy();
    await started.shutdown();
  });

  test('the example ends them; other requests of the connection are served', async () => {
    const started = await startHttp2(limitTimes);
    expect(await sendSlowly(started, 3000)).toMatchObject({ isClosed: true, code: 8, others: [404] });
    await once(started.session, 'close'); // Without a request, the connection ends as well.
    expect(await started.shutdown()).toBe(0);
  });

  test('the example ends a response that its client does not read; other requests of the connection are served', async () => {
    const { session, shutdown } = await startHttp2(limitTimes);
    const stream = session.request({ ':path': `/articles/${await largeArticle()}` }).pause();
    stream.on('error', () => undefined);
    await once(stream, 'response');
    const other = session.request({ ':path': '/articles/none' }).resume();
    expect((await once(other, 'response'))[0][':status']).toBe(404);
    await expect.poll(() => stream.rstCode).toBe(8);
    session.destroy();
    await shutdown();
  });

  test('a request whose body is complete is not ended', async () => {
    const started = await startHttp2(limitTimes);
    const stream = started.session.request(post);
    stream.end(JSON.stringify({ data: { type: 'articles', attributes: { title: 'Fast' } } }));
    const [fields] = await once(stream, 'response');
    stream.resume();
    await once(stream, 'close');
    expect([fields[':status'], stream.rstCode]).toEqual([201, 0]);
    await started.shutdown();
  });

  test.each([
    ['nothing', ''],
    ['half of the preface', 'PRI * HTTP/2.0\r\n'],
    ['half of the headers', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0\0\0\x40\x01\x04\0\0\0\x01'],
  ])('the example ends a connection that has sent %s', async (_, text) => {
    const { session, shutdown, port } = await startHttp2(limitTimes);
    session.destroy();
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.resume();
    if (text !== '') socket.write(text, 'latin1');
    const began = performance.now();
    await once(socket, 'close');
    expect(performance.now() - began).toBeLessThan(3000);
    expect(await shutdown()).toBe(0);
  });
});

test('the example has limits, and stops on the signal', async () => {
  await once(exampleHost.listen(0), 'listening');
  expect([exampleHost.headersTimeout, exampleHost.requestTimeout]).toEqual([10_000, 30_000]);
  const closed = once(exampleHost, 'close');
  stop();
  await closed;
  expect([exampleHost.listening, await exampleShutdown(), exampleHttp2.listening]).toEqual([false, 0, false]);
});
