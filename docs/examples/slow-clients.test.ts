import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { jsonApiPlugin } from '@linkage/fastify';
import { toFetchHandler } from '@linkage/fetch';
import { jsonApiMiddleware } from '@linkage/koa';
import { createShutdown, toNodeHandler } from '@linkage/node';
import express from 'express';
import Fastify from 'fastify';
import Koa from 'koa';
import { describe, expect, test } from 'vitest';
import { stop } from './shutdown.ts';
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
};

async function start(create: (times: typeof long) => Server | Promise<Server>) {
  const host = await create(short);
  const shutdown = createShutdown(host, { grace: 50 });
  if (!host.listening) await once(host.listen(0), 'listening');
  return { host, shutdown, port: (host.address() as AddressInfo).port };
}

const head = 'Host: localhost\r\nContent-Type: application/vnd.api+json\r\n';
const slow: readonly (readonly [name: string, first: string])[] = [
  ['header fields', 'GET /articles HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
  ['a payload', `POST /articles HTTP/1.1\r\n${head}Content-Length: 1000\r\n\r\n`],
  ['a payload in chunks', `POST /articles HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n3e8\r\n`],
];

describe.each(Object.entries(hosts))('%s', (_, create) => {
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

test('the example stops without connections', () => expect(stop()).toBeUndefined());
