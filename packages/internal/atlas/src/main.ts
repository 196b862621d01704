/** Imports missing data and serves the demo. */
import type { AddressInfo } from 'node:net';
import { createShutdown } from '@linkage/node';
import { createAtlas } from './create-atlas.ts';
import { createHost } from './create-host.ts';
import { examples, toCurl } from './examples.ts';
import { backlog, grace } from './limits.ts';
import { openStorage } from './open-storage.ts';
import { createProgress } from './progress.ts';
import { help, readSettings, type Settings, withOptions, withoutSecrets } from './settings.ts';

/**
 * The number of milliseconds in which a second signal is the same request to stop: a process group and the processes in front send
 * it several times.
 */
const SAME_SIGNAL = 1000;

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  console.log(help);
  process.exit(0);
}
const settings = await orExit('', async () => readSettings(withOptions(process.env, args)));
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
  limits: settings.limits,
});
const server = createHost(atlas.fetch);
const shutdown = createShutdown(server, { grace });

server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(messageOf(error, settings));
  process.exit(1);
});
server.listen({ port: settings.port, host: settings.host, backlog }, () => {
  const { port } = server.address() as AddressInfo;
  const base = `http://${settings.host === '127.0.0.1' ? 'localhost' : settings.host}:${port}`;
  console.log(`\nThe atlas is served at ${base} (in a browser: the explorer)\n\nRequests worth trying:`);
  for (const example of examples) console.log(`\n# ${example.title}\n${toCurl(base, example)}`);
  console.log();
});
let stopped: number | undefined;
process.on('SIGINT', stop).on('SIGTERM', stop);

/** Completes the running requests, then ends the process. A second signal ends it at once. */
function stop(): void {
  if (stopped !== undefined && performance.now() - stopped > SAME_SIGNAL) process.exit(1);
  if (stopped !== undefined) return;
  stopped = performance.now();
  void shutdown()
    .then(atlas.close)
    .then(() => process.exit(0));
}

function messageOf(error: NodeJS.ErrnoException, { port, host }: Settings): string {
  return error.code === 'EADDRINUSE'
    ? `Port ${port} is in use. Choose another one: npm start -- --port ${port === 65_535 ? 3000 : port + 1}`
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
