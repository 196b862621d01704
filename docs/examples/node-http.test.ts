import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { toNodeHandler } from '@linkage/node';
import { expect, test } from 'vitest';
import { isLong, skippedInShort } from '../../packages/core/test/runs.ts';
import { expectBoundedBodies } from '../../packages/server/test/body-memory.ts';
import { host } from './node-http.ts';
import { server } from './writing-source.ts';

const type = 'application/vnd.api+json';

test('a listener of node:http serves over a socket, and outlives clients that go away', async () => {
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const post = (body: string) =>
    fetch(`${origin}/articles`, { method: 'POST', body, headers: { 'Content-Type': type } });

  const created = await post(JSON.stringify({ data: { type: 'articles', id: 'socket', attributes: { title: 'Ä' } } }));
  expect([created.status, created.headers.get('Location')]).toEqual([201, '/articles/socket']);
  const read = await fetch(`${origin}/articles/socket`);
  expect([read.headers.get('Content-Type'), read.headers.get('Transfer-Encoding')]).toEqual([type, null]);
  const text = await read.text();
  expect(JSON.parse(text).data.attributes.title).toBe('Ä');
  expect(Number(read.headers.get('Content-Length'))).toBe(Buffer.byteLength(text));
  const head = await fetch(`${origin}/articles/socket`, { method: 'HEAD' });
  expect([head.status, head.headers.get('ETag')]).toEqual([200, read.headers.get('ETag')]);
  expect((await post(' '.repeat(server.bodyLimit + 1))).status).toBe(413);

  const start = `POST /articles HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\n{`;
  const arrived = once(host, 'request');
  const client = connect(port, '127.0.0.1');
  client.write(start);
  const [{ socket }] = await arrived;
  // The parser reports an error before.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  client.destroy();
  await closed;
  expect((await fetch(`${origin}/articles/socket`, { method: 'DELETE' })).status).toBe(204);
  host.closeAllConnections();
  host.close();
});

test('a CORS middleware keeps its Vary', async () => {
  const listener = toNodeHandler(server);
  const wrapped = createServer((request, response) => {
    response.setHeader('Vary', 'Origin');
    listener(request, response);
  });
  await new Promise<void>((resolve) => wrapped.listen(0, '127.0.0.1', resolve));
  const response = await fetch(`http://127.0.0.1:${(wrapped.address() as AddressInfo).port}/articles`);
  expect(response.headers.get('vary')).toBe('Origin, Accept');
  wrapped.closeAllConnections();
  wrapped.close();
});

test.skipIf(!isLong)(
  `a body in chunks of one byte costs at most 8 MB, and its 413 at most 2 MB${skippedInShort}`,
  async () => {
    await expectBoundedBodies(new URL('../../packages/server/test/memory-host.ts', import.meta.url), '/notes');
  },
  120_000,
);
