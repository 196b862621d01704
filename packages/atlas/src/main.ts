/** Imports missing data and serves the demo. */
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createShutdown } from '@linkage/node';
import { createAtlas } from './create-atlas.ts';
import { examples, toCurl } from './examples.ts';
import { openStorage } from './open-storage.ts';
import { createProgress } from './progress.ts';
import { readSettings, type Settings, withoutSecrets } from './settings.ts';

/** The number of milliseconds that running requests can take when the server stops. */
const PATIENCE = 500;

const settings = await orExit('', async () => readSettings(process.env));
const storage = await orExit(`The database ${withoutSecrets(settings.database)} cannot be used: `, () =>
  openStorage(settings.database, createProgress(process.stdout)),
);
const atlas = createAtlas(storage, {
  onRequest: ({ method, url, status, milliseconds, statements, executed }) => {
    console.log(`${method} ${url} ${status} ${milliseconds.toFixed(1)} ms, SQL: ${statements}`);
    if (!settings.explain) return;
    for (const { sql, parameterTypes, rows, milliseconds: time } of executed)
      console.log(`  ${time.toFixed(2)} ms, ${rows ?? 'failed'} rows: ${sql} [${parameterTypes.join(', ')}]`);
  },
  onError: (error, id) => console.error(id, error),
  cursorKey: settings.cursorKey,
  errorPage: settings.errorPage,
});
const server = createAdaptorServer({ fetch: atlas.fetch });
const shutdown = createShutdown(server, { grace: PATIENCE });

server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(messageOf(error, settings));
  process.exit(1);
});
// With the default of 511, the system drops the connections of a sudden crowd.
const backlog = 4096;
server.listen({ port: settings.port, host: settings.host, backlog }, () => {
  const { port } = server.address() as AddressInfo;
  const base = `http://${settings.host === '127.0.0.1' ? 'localhost' : settings.host}:${port}`;
  console.log(`\nThe atlas is served at ${base} (for browsers too)\n\nRequests worth trying:`);
  for (const example of examples) console.log(`\n# ${example.title}\n${toCurl(base, example)}`);
  console.log();
});
process.once('SIGINT', stop).once('SIGTERM', stop);

function stop(): void {
  void shutdown()
    .then(atlas.close)
    .then(() => process.exit(0));
}

function messageOf(error: NodeJS.ErrnoException, { port, host }: Settings): string {
  return error.code === 'EADDRINUSE'
    ? `Port ${port} is in use. Choose another one: PORT=${port === 65_535 ? 3000 : port + 1} npm start`
    : `The server cannot listen on ${host}:${port}: ${error.message}`;
}

/** Returns the result of `make`. If `make` fails, prints one line with the reason and exits. */
async function orExit<Result>(prefix: string, make: () => Promise<Result>): Promise<Result> {
  try {
    return await make();
  } catch (error) {
    console.error(`${prefix}${reasonOf(error)}`);
    process.exit(1);
  }
}

/** Returns the message of an error in one line. Errors of connections can have only a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}
