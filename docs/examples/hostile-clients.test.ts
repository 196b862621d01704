/** One client must not end the process of a host that an example shows. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { respond } from './adapter.ts';
import { app, host as explorerHost } from './explorer.ts';

/** Sends bytes, and closes the connection after the response, or after a moment. */
async function send(port: number, bytes: string, milliseconds: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  socket.write(bytes);
  const timer = setTimeout(() => socket.destroy(), milliseconds);
  await once(socket, 'close');
  clearTimeout(timer);
  return text;
}

test('the example of an own adapter survives a client that disconnects during its body', async () => {
  const thrown: unknown[] = [];
  const listener: RequestListener = (request, response) => {
    respond(request, response).catch((error: unknown) => thrown.push(error));
  };
  const host = createServer(listener).listen(0);
  const { port } = host.address() as AddressInfo;
  const head = 'POST /articles HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/vnd.api+json\r\n';
  await send(port, `${head}Content-Length: 100\r\n\r\n{`, 50);
  expect(await send(port, `${head}Transfer-Encoding: chunked\r\n\r\nx\r\n`, 2000)).toMatch(/^HTTP\/1.1 400 /);
  expect((await fetch(`http://localhost:${port}/articles`)).status).toBe(200);
  host.close();
  expect(thrown).toEqual([]);
});

test.each([
  ['Node', async () => explorerHost.listen(0)],
  [
    'Fastify',
    async () => {
      await app.ready();
      return app.server.listen(0);
    },
  ],
])('the explorer in %s responds to the path `//`', async (_, listen) => {
  const host = await listen();
  const { port } = host.address() as AddressInfo;
  const rest = 'HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  expect(await send(port, `GET // ${rest}`, 2000)).toMatch(/^HTTP\/1.1 404 /);
  expect(await send(port, `GET /explorer/?x=// ${rest}`, 2000)).toMatch(/^HTTP\/1.1 200 /);
  host.close();
});
