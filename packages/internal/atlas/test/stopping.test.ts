import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isLong, skippedInShort, someOf } from '../../../core/test/runs.ts';
import { grace } from '../src/limits.ts';
import { killAll, served, startAtlas } from './atlas-process.ts';
import { makeFolder, mediaType, writeDatabase } from './served-atlas.ts';

const { folder, remove } = makeFolder();
const file = join(folder, 'atlas.db');
const timeout = 30_000;

beforeAll(() => writeDatabase(file), timeout);
afterEach(killAll);
afterAll(remove);

async function start(env: Record<string, string> = {}) {
  const atlas = startAtlas({ ATLAS_DB: file, ...env });
  return { ...atlas, port: Number(new URL((await atlas.saying(served))[1] as string).port) };
}

/** Whether the demo accepts connections. */
async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Begins to create a city. The demo has the headers and a part of the body. */
async function beginToCreate(port: number) {
  const headers = { 'Content-Type': mediaType, Expect: '100-continue' };
  const sent = request({ port, host: '127.0.0.1', path: '/cities', method: 'POST', headers });
  const answer = once(sent, 'response').then(([{ statusCode }]) => statusCode as number);
  answer.catch(() => undefined);
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.write('{"data":{"type":"cities",');
  return { answer, finish: () => sent.end('"attributes":{"name":"Slow","population":0}}}') };
}

async function stops(port: number): Promise<void> {
  while (await isListening(port)) await sleep(10);
}

test.skipIf(!isLong)(
  `a request with a slow body completes after SIGTERM, also if a process group sends it twice${skippedInShort}`,
  {
    timeout,
  },
  async () => {
    const { child, exit, port } = await start();
    const { answer, finish } = await beginToCreate(port);
    child.kill('SIGTERM');
    await stops(port);
    child.kill('SIGTERM');
    await sleep(1500);
    finish();
    expect(await answer).toBe(201);
    const { code, err } = await exit;
    expect([code, err]).toEqual([0, '']);
  },
);

test.skipIf(!isLong)(`a second signal ends the demo at once${skippedInShort}`, { timeout }, async () => {
  const { child, exit, port } = await start();
  const { answer } = await beginToCreate(port);
  child.kill('SIGINT');
  await stops(port);
  await sleep(1500);
  const began = performance.now();
  child.kill('SIGTERM');
  await expect(answer).rejects.toThrow('socket hang up');
  expect((await exit).code).toBe(1);
  expect(performance.now() - began).toBeLessThan(grace);
});

describe('many requests at once', () => {
  /** Sends requests in one packet, so that the demo reads all of them before it responds to the first. */
  async function statusesOf(port: number, count: number): Promise<readonly string[]> {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    const get = (connection: string): string =>
      `GET /countries/FRA HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n\r\n`;
    socket.write(get('keep-alive').repeat(count - 1) + get('close'));
    await once(socket, 'close');
    return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => String(status));
  }

  const limitsAndStatuses: readonly (readonly [limits: string, statuses: readonly string[]])[] = [
    ['', ['200', '503']],
    ['none', ['200']],
  ];
  test.each(someOf(limitsAndStatuses, 2))(
    'with ATLAS_LIMITS=%s, the statuses are %s',
    { timeout },
    async (limits, expected) => {
      const { port } = await start({ ATLAS_LIMITS: limits });
      const statuses = await statusesOf(port, 100);
      expect(statuses).toHaveLength(100);
      expect([...new Set(statuses)].sort()).toEqual(expected);
    },
  );
});
