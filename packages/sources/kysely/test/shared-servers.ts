/**
 * Database servers for all test files of a run. Vitest calls `setup` before the first file; a server starts when a file asks
 * for it first, and ends with the run. Test files ask through a port of this machine, since they run in processes of their own.
 */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type MariadbConnection, type PrivateMariadb, startMariadb } from './mariadb.ts';
import { type PostgresConnection, type PrivatePostgres, startPostgres } from './postgres.ts';

const VARIABLE = 'LINKAGE_TEST_SERVERS';

interface Connections {
  readonly postgres: PostgresConnection;
  readonly mariadb: MariadbConnection;
}

const starts = { postgres: () => startPostgres(), mariadb: () => startMariadb() };
const started = new Map<string, Promise<PrivatePostgres | PrivateMariadb>>();
let server: Server | undefined;

/** Begins to listen for test files. Starts no database yet. */
export async function setup(): Promise<void> {
  server = createServer(async ({ url = '' }, response) => {
    const name = url.slice(1) as keyof typeof starts;
    try {
      if (!started.has(name)) started.set(name, starts[name]());
      response.end(JSON.stringify((await started.get(name))?.connection));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  // A run that ends without `teardown` must not wait for this.
  server.unref();
  process.env[VARIABLE] = String((server.address() as AddressInfo).port);
}

/** Stops every server that was started. */
export async function teardown(): Promise<void> {
  await Promise.allSettled([...started.values()].map(async (it) => (await it).stop()));
  await new Promise((resolve) => server?.close(resolve));
}

/** Returns how to connect to a server that all test files share, and starts it if it does not run yet. */
export function sharedServer<Name extends keyof Connections>(name: Name): Promise<Connections[Name]> {
  const port = process.env[VARIABLE];
  if (port === undefined) throw new Error(`${VARIABLE} is not set: run the test with Vitest.`);
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: `/${name}`, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(text));
      });
    });
    asked.on('error', reject).end();
  });
}
