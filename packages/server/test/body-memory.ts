import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'vitest';
import { isLong } from '../../core/test/runs.ts';
import type { MemoryReport } from './memory-host.ts';

const MIB = 1024 * 1024;
/** The limit of the server. If a host kept each chunk of one byte, a quarter of a MiB would take more than 20 MiB. */
const limit = isLong ? MIB : MIB / 4;

async function measure(host: ChildProcess): Promise<MemoryReport> {
  const report = once(host, 'message');
  host.send('measure');
  return (await report)[0] as MemoryReport;
}

/** Starts a request whose body has so many chunks of one byte. */
function startClient(port: number, url: string, length: number) {
  const socket = connect(port, '127.0.0.1');
  const answered = new Promise<string>((resolve) => socket.setEncoding('latin1').once('data', resolve));
  // A host that dies resets its connections; its exit fails the test.
  socket.on('error', () => undefined);
  const head =
    `POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Type: application/vnd.api+json\r\n` +
    'Transfer-Encoding: chunked\r\n\r\n';
  const text = head + '1\r\n \r\n'.repeat(length);
  socket.write(text);
  /** Sends the rest of the body and returns the status of the answer. */
  const end = async (rest: string): Promise<number> => {
    socket.write(`${rest}0\r\n\r\n`);
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(await answered)?.[1]);
  };
  return { sent: text.length, end, close: () => socket.destroy() };
}

async function expectBoundedBody(host: ChildProcess, port: number, url: string): Promise<void> {
  const first = startClient(port, url, 1);
  expect(await first.end('')).toBe(400);
  const idle = await measure(host);
  const client = startClient(port, url, limit);
  let report = idle;
  let most = 0;
  while (report.received < idle.received + client.sent) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    report = await measure(host);
    most = Math.max(most, report.used - idle.used);
  }
  expect(most).toBeLessThan(8 * MIB);
  expect(await client.end('1\r\n \r\n')).toBe(413);
  expect((await measure(host)).used - idle.used).toBeLessThan(2 * MIB);
  first.close();
  client.close();
}

/**
 * Checks the memory above idle of a host that receives as many bytes as its server allows, in chunks of one byte, and then one
 * byte more. The host runs in a child process, whose heap cannot hold all chunks of 1 MiB.
 */
export async function expectBoundedBodies(hostFile: URL, url: string): Promise<void> {
  const execArgv = ['--expose-gc', '--max-old-space-size=128', '--max-semi-space-size=1'];
  const env = { ...process.env, BODY_BYTES: String(limit) };
  const host = fork(hostFile, { execArgv, env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const died = once(host, 'exit').then(() => Promise.reject(new Error('The host ran out of memory.')));
  died.catch(() => undefined);
  try {
    const [{ port }] = (await Promise.race([once(host, 'message'), died])) as [MemoryReport];
    await Promise.race([expectBoundedBody(host, port, url), died]);
  } finally {
    host.kill();
  }
}
