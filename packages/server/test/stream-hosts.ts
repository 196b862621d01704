import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { validateDocument } from '@linkage/core';
import { expect } from 'vitest';
import type { MemoryReport } from './memory-host.ts';

const MIB = 1024 * 1024;

/** A host in a child process. */
export interface StreamHost {
  readonly measure: (how: 'measure' | 'look') => Promise<MemoryReport>;
  /** Requests a collection, and returns the response before its body is read. */
  readonly open: (url: string) => Promise<IncomingMessage>;
  readonly close: () => void;
}

/** Starts a host that streams so many records. */
export async function startHost(hostFile: URL, count: number, flags: readonly string[] = []): Promise<StreamHost> {
  const env = { ...process.env, STREAMED_RECORDS: String(count) };
  const options = { execArgv: ['--expose-gc', ...flags], env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] } as const;
  const host: ChildProcess = fork(hostFile, options as never);
  const [{ port }] = (await once(host, 'message')) as [MemoryReport];
  return {
    async measure(how) {
      const report = once(host, 'message');
      host.send(how);
      return (await report)[0] as MemoryReport;
    },
    async open(url) {
      const request = get({ port, host: '127.0.0.1', path: url, agent: false });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      return response;
    },
    close: () => void host.kill(),
  };
}

/** How a body ended. */
interface Ending {
  readonly text: string;
  readonly isComplete: boolean;
}

/** Reads a body, and waits after each chunk. */
export async function readSlowly(response: IncomingMessage, pause: () => Promise<unknown>): Promise<Ending> {
  let text = '';
  response.setEncoding('utf8');
  try {
    for await (const chunk of response) {
      text += chunk;
      await pause();
    }
  } catch {
    // The connection was destroyed.
  }
  return { text, isComplete: response.complete };
}

async function expectWhole(host: StreamHost, count: number): Promise<void> {
  const response = await host.open('/api/exports');
  const { 'content-type': type, etag, 'content-length': length } = response.headers;
  expect([response.statusCode, type, etag, length]).toEqual([200, 'application/vnd.api+json', undefined, undefined]);
  const { text, isComplete } = await readSlowly(response, async () => undefined);
  const document = JSON.parse(text);
  expect([isComplete, document.data.length]).toEqual([true, count]);
  expect(validateDocument(document, { as: 'response' })).toHaveProperty('value');
}

/** The source waits for a client that reads nothing more, and is closed when the client leaves. */
async function expectHeldBack(host: StreamHost, bytesRead: number): Promise<void> {
  const { streams: before } = await host.measure('look');
  const response = await host.open('/api/endless');
  for (let length = 0; length < bytesRead; ) {
    const bytes: Buffer | null = response.read();
    if (bytes === null) await once(response, 'readable');
    else length += bytes.length;
  }
  await sleep(100);
  const { streams } = await host.measure('look');
  expect(streams.opened - before.opened).toBe(1);
  expect(streams.closed).toBe(before.closed);
  expect(streams.yielded).toBeLessThan(50_000);
  response.destroy();
  // The time limit of the test ends it.
  while ((await host.measure('look')).streams.closed < streams.opened) await sleep(20);
}

/**
 * Checks a host that streams collections: the document, its memory, a client that leaves, and a source that fails.
 *
 * @param hostFile The file of the host, which calls `createNotes`.
 */
export async function expectStreams(hostFile: URL): Promise<void> {
  const count = 3000;
  const host = await startHost(hostFile, count);
  try {
    await expectWhole(host, count);
    const idle = await host.measure('measure');
    for (const bytesRead of [0, 1000, 4e6]) await expectHeldBack(host, bytesRead);

    const broken = await host.open('/api/broken');
    const { text, isComplete } = await readSlowly(broken, async () => undefined);
    expect([broken.statusCode, isComplete, text.length > 500_000]).toEqual([200, false, true]);
    expect(() => JSON.parse(text)).toThrow();
    const after = await host.measure('measure');
    expect(after.streams.closed).toBe(after.streams.opened);
    expect(after.used - idle.used).toBeLessThan(2 * MIB);

    await expectWhole(host, count);
  } finally {
    host.close();
  }
}
