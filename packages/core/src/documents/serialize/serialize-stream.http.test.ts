import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { serializeStream } from './serialize-stream.ts';

const TITLE = 'x'.repeat(1000);
/** 400 MB: no buffer on the way is as large. */
const COUNT = 400_000;

let server: Server;
/** Of the records of one test. */
let seen: { taken: number; isEnded: boolean };

async function* records(own: typeof seen) {
  try {
    for (let id = 1; id <= COUNT; id++) {
      own.taken = id;
      yield { id, title: TITLE };
    }
  } finally {
    own.isEnded = true;
  }
}

beforeEach(async () => {
  seen = { taken: 0, isEnded: false };
  server = createServer((_, response) => {
    const stream = serializeStream(blog, 'articles', records(seen)).toReadableStream();
    // A reader who goes away is not a failure here.
    pipeline(Readable.fromWeb(stream as WebStream), response).catch(() => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Asks, and has read the first chunk of the answer; then it reads no more. */
async function readFirst(): Promise<IncomingMessage> {
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  await once(response, 'readable');
  response.read();
  return response;
}

/** Waits until no more records are taken, and says how many were. */
async function standstill(): Promise<number> {
  for (let before = -1; before !== seen.taken; await sleep(200)) before = seen.taken;
  return seen.taken;
}

test('a reader who does not read on holds the source back, and one who does gets more', {
  timeout: 20_000,
}, async () => {
  const response = await readFirst();
  const first = await standstill();
  // The sockets of the client and the server can buffer several megabytes.
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(32_000);
  let length = 0;
  while (length < 16e6) {
    const bytes = response.read();
    if (bytes === null) await once(response, 'readable');
    else length += bytes.length;
  }
  const second = await standstill();
  expect(second).toBeGreaterThan(first);
  expect(second - first).toBeLessThan(32_000);
  expect(seen.isEnded).toBe(false);
  response.destroy();
});

test('a reader who goes away ends the source', { timeout: 20_000 }, async () => {
  const response = await readFirst();
  await standstill();
  expect(seen.isEnded).toBe(false);
  response.destroy();
  await expect.poll(() => seen.isEnded).toBe(true);
  expect(seen.taken).toBeLessThan(COUNT);
});
