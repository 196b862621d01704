import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

const anyPort = new URL('../../scripts/docs/any-port.ts', import.meta.url).href;
const program = new URL('production.ts', import.meta.url).pathname;
const child = spawn(process.execPath, ['--import', anyPort, program], { stdio: ['ignore', 'pipe', 'inherit'] });
const ended = once(child, 'exit');
let port = 0;

beforeAll(async () => {
  let output = '';
  while (port === 0) {
    output += String((await once(child.stdout, 'data'))[0]);
    port = Number(/^port: (\d+)$/m.exec(output)?.[1] ?? 0);
  }
});
afterAll(() => child.kill('SIGKILL'));

test('requests beyond the limits receive 503', async () => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const get = (connection: string): string =>
    `GET /api/articles HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n\r\n`;
  // In one packet, so that the host reads all of them before it responds to the first.
  socket.write(get('keep-alive').repeat(99) + get('close'));
  await once(socket, 'close');
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
  expect(statuses).toHaveLength(100);
  expect([...new Set(statuses)].sort()).toEqual(['200', '503']);
});

test('a request with a slow body completes after SIGTERM, then the process ends', async () => {
  const headers = { 'Content-Type': 'application/vnd.api+json', Expect: '100-continue' };
  const sent = request({ port, host: '127.0.0.1', path: '/api/articles', method: 'POST', headers });
  const answered = once(sent, 'response');
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.write('{"data":{"type":"articles",');
  child.kill('SIGTERM');
  await sleep(1000);
  sent.end('"attributes":{"title":"Slow"}}}');
  expect((await answered)[0]).toMatchObject({ statusCode: 201, headers: { connection: 'close' } });
  expect((await ended)[0]).toBe(0);
});
