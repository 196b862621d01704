import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createExplorerHost } from '../src/serve.ts';

/** Starts a server of this machine, and returns its origin. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts an API, and the command in front of it. */
export async function serveBefore(api: Server): Promise<{ readonly host: Server; readonly origin: string }> {
  const host = createExplorerHost({ api: `${await listen(api)}/v1`, description: undefined, writes: true });
  return { host, origin: await listen(host) };
}
