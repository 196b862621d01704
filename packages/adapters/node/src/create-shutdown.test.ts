import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineApi } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { someOf } from '../../../core/test/runs.ts';
import { express, frameworks } from '../test/hosts.ts';
import { createShutdown, toNodeHandler } from './index.ts';

const api = defineApi({ notes: { attributes: { text: z.string() }, clientGeneratedIds: true } });
const JSON_API = 'application/vnd.api+json';

/** Lists wait for `until`. */
function notes(until: () => Promise<unknown> = () => sleep(100)) {
  const sources = createMemorySources(api, { notes: [{ id: '1', text: 'one' }] });
  const slow = {
    ...sources.notes,
    list: async (...given: never[]) => {
      await until();
      return (sources.notes as unknown as { list: (...given: never[]) => never }).list(...given);
    },
  };
  const stream = async function* () {
    for (let id = 0; id < 20; id++) {
      await sleep(10);
      yield { id: String(id), text: 'x'.repeat(20_000) };
    }
  };
  return {
    handler: toNodeHandler(createServer(api, { notes: slow } as never)),
    streaming: toNodeHandler(
      createServer(api, { notes: { ...sources.notes, stream } } as never, { stream: { notes: true } }),
    ),
  };
}

const open: Server[] = [];
afterEach(() => {
  for (const host of open.splice(0)) host.close();
});

async function listen(listener: RequestListener, grace = 10_000) {
  const host = createHttpServer(listener);
  const shutdown = createShutdown(host, { grace });
  open.push(host);
  const responses: ServerResponse[] = [];
  host.on('request', (_, response) => responses.push(response));
  /** Waits until the host has received this number of requests, and has sent the headers of the last one if `answered`. */
  const arrived = (count: number, answered = false) =>
    vi.waitFor(
      () => {
        expect(responses).toHaveLength(count);
        if (answered) expect(responses.at(-1)?.headersSent).toBe(true);
      },
      { timeout: 4000, interval: 5 },
    );
  await once(host.listen(0), 'listening');
  return { host, shutdown, arrived, port: (host.address() as AddressInfo).port };
}

/** A client that keeps its connection. */
async function client(
  port: number,
): Promise<{ readonly socket: Socket; readonly text: () => string; readonly closed: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  return { socket, text: () => text, closed };
}

const get = (url: string) => `GET ${url} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const post = (body: string) =>
  `POST /notes HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${JSON_API}\r\nContent-Length: ${body.length}\r\n\r\n`;

const hosts: readonly (readonly [string, (listener: never) => RequestListener])[] = [
  ['node:http', (listener) => listener],
  ...Object.entries(frameworks).map(([name, create]) => [name, create] as const),
];

describe.each(someOf(hosts, 4))('%s', (_, create) => {
  test('a running request completes with `Connection: close`; idle connections close at once', async () => {
    const gate = Promise.withResolvers<void>();
    const { shutdown, arrived, port } = await listen(create(notes(() => gate.promise).handler as never));
    const [idle, unused, running] = [await client(port), await client(port), await client(port)];
    idle.socket.write(get('/notes/1'));
    await expect.poll(idle.text).toContain('"one"');
    running.socket.write(get('/notes'));
    await arrived(2);
    const began = performance.now();
    const done = shutdown();
    expect(shutdown()).toBe(done);
    await Promise.all([idle.closed, unused.closed]);
    expect(performance.now() - began).toBeLessThan(4500);
    gate.resolve();
    expect(await done).toBe(0);
    await running.closed;
    expect(running.text()).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n.*"one".*\}$/is);
    await expect(client(port)).rejects.toThrow('ECONNREFUSED');
  });
});

test('a slow body completes within the grace time', async () => {
  const { shutdown, port } = await listen(notes().handler);
  const { socket, text, closed } = await client(port);
  const body = JSON.stringify({ data: { type: 'notes', id: '2', attributes: { text: 'slow' } } });
  socket.write(post(body));
  await sleep(30);
  const done = shutdown();
  for (let at = 0; at < body.length; at += 10) {
    socket.write(body.slice(at, at + 10));
    await sleep(10);
  }
  expect(await done).toBe(0);
  await closed;
  expect(text()).toMatch(/^HTTP\/1\.1 201 .*\r\nConnection: close\r\n/is);
});

test('a body that does not end loses its connection after the grace time', async () => {
  const { shutdown, port } = await listen(notes().handler, 100);
  const { socket, text, closed } = await client(port);
  socket.write(`${post('x'.repeat(1000))}{`);
  await sleep(30);
  const began = performance.now();
  expect(await shutdown()).toBe(1);
  expect(performance.now() - began).toBeLessThan(4500);
  await closed;
  expect(text()).toBe('');
});

test('a streamed collection that has begun completes, and its connection closes', async () => {
  const { shutdown, port } = await listen(notes().streaming);
  const { socket, text, closed } = await client(port);
  socket.write(get('/notes'));
  await expect.poll(text).toContain('"data"');
  const began = performance.now();
  expect(await shutdown()).toBe(0);
  await closed;
  expect(text()).toMatch(/"19".*\r\n0\r\n\r\n$/s);
  // Not the five seconds for which Node keeps an idle connection.
  expect(performance.now() - began).toBeLessThan(4500);
});

test('a request on a kept connection during the shutdown is served, and closes it', async () => {
  const gate = Promise.withResolvers<void>();
  const { shutdown, arrived, port } = await listen(notes(() => gate.promise).handler);
  const { socket, text, closed } = await client(port);
  socket.write(get('/notes'));
  await arrived(1);
  const done = shutdown();
  socket.write(get('/notes/1'));
  await arrived(2);
  gate.resolve();
  expect(await done).toBe(0);
  await closed;
  expect(text().match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
  expect(text()).toMatch(/Connection: close/i);
});

describe.each(someOf(hosts, 4))('pipelined requests: %s', (_, create) => {
  const written = (id: string): string => {
    const body = JSON.stringify({ data: { type: 'notes', id, attributes: { text: `note ${id}` } } });
    return post(body) + body;
  };

  const [slow, quick] = [get('/notes'), get('/notes/1')];

  // No timer decides: lists wait until the requests of their case have arrived.
  test.each<[string, readonly string[], readonly string[], readonly (readonly [string, boolean])[]]>([
    [
      'the last one runs',
      [written('2'), slow, slow],
      [],
      [
        ['201', false],
        ['200', false],
        ['200', true],
      ],
    ],
    // Its headers exist when the shutdown begins: the connection closes as an idle one.
    [
      'the last one waits for the others',
      [slow, quick, written('2')],
      [],
      [
        ['200', false],
        ['200', false],
        ['201', false],
      ],
    ],
    [
      'the last one comes during the shutdown',
      [slow, slow],
      [written('2')],
      [
        ['200', false],
        ['200', false],
        ['201', true],
      ],
    ],
  ])('%s: each response arrives, and only the last one closes the connection', async (__, early, late, expected) => {
    const gate = Promise.withResolvers<void>();
    const { shutdown, arrived, port } = await listen(create(notes(() => gate.promise).handler as never));
    const { socket, text, closed } = await client(port);
    socket.write(early.join(''));
    await arrived(early.length, early.at(-1) !== slow);
    const began = performance.now();
    const done = shutdown();
    if (late.length > 0) socket.write(late.join(''));
    await arrived(early.length + late.length);
    gate.resolve();
    expect(await done).toBe(0);
    await closed;
    const answers = text().split(/(?=HTTP\/1\.1 )/);
    expect(answers.map((it) => [it.slice(9, 12), /^Connection: close/im.test(it)])).toEqual(expected);
    expect(performance.now() - began).toBeLessThan(4500);
  });
});

test('node:http2: running streams complete, the session closes', async () => {
  const host = createHttp2Server(notes().handler);
  const shutdown = createShutdown(host, { grace: 3000 });
  await once(host.listen(0), 'listening');
  const session = connectHttp2(`http://localhost:${(host.address() as AddressInfo).port}`);
  const arrived = once(host, 'request');
  const request = session.request({ ':path': '/notes' });
  const answer = once(request, 'response');
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  await arrived;
  const done = shutdown();
  expect((await answer)[0][':status']).toBe(200);
  expect(await done).toBe(0);
  expect([text.endsWith('}'), session.closed]).toEqual([true, true]);
});

test('node:http2: a stream that does not end is destroyed after the grace time', async () => {
  const host = createHttp2Server(() => undefined);
  const shutdown = createShutdown(host, { grace: 50 });
  await once(host.listen(0), 'listening');
  const session = connectHttp2(`http://localhost:${(host.address() as AddressInfo).port}`);
  session.on('error', () => undefined);
  const arrived = once(host, 'request');
  session.request({ ':path': '/notes' }).on('error', () => undefined);
  await arrived;
  expect(await shutdown()).toBe(1);
});

test('a connection from before `createShutdown` closes at the latest after the grace time', async () => {
  const host = createHttpServer(notes().handler);
  await once(host.listen(0), 'listening');
  const { socket, closed } = await client((host.address() as AddressInfo).port);
  socket.write('GET /notes HTTP/1.1\r\n');
  await sleep(30);
  await createShutdown(host, { grace: 50 })();
  await closed;
});

test('a host that does not listen has nothing to close', async () => {
  expect(await createShutdown(createHttpServer())()).toBe(0);
});

test.each([
  [() => createShutdown(express() as never), /the host must be a server of Node.*app\.listen/],
  [() => createShutdown(undefined as never), /the host must be a server of Node/],
  [() => createShutdown(createHttpServer(), { grace: -1 }), /`grace` must be a whole number of milliseconds/],
  [() => createShutdown(createHttpServer(), { grase: 1 } as never), /Did you mean `grace`/],
])('rejects wrong arguments', (call, message) => {
  expect(call).toThrow(TypeError);
  expect(call).toThrow(message);
});
