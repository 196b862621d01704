/** Serves the atlas in a process of its own: `serve.ts <database> <limits as JSON>`. Sends its port, and its memory for each message. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createAdaptorServer } from '@hono/node-server';
import { createAtlas } from '../../packages/atlas/src/create-atlas.ts';
import { openSqlite } from '../../packages/atlas/src/open-storage.ts';
import { createShutdown } from '../../packages/node/src/index.ts';

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
const NANOSECONDS = 1e6;

/** The heap after a collection, which needs `--expose-gc`, the delay of the event loop since the last sample, and the handles. */
function sample(): object {
  const p99 = delay.percentile(99) / NANOSECONDS;
  globalThis.gc?.();
  delay.reset();
  return { heap: process.memoryUsage().heapUsed, delay: p99, handles: process.getActiveResourcesInfo().length };
}

const [database = '', limits = '{}'] = process.argv.slice(2);
const progress = { say() {}, start() {}, advance() {}, stop() {} };
const atlas = createAtlas(await openSqlite(database, progress), { limits: JSON.parse(limits) });
const host = createAdaptorServer({ fetch: atlas.fetch });
// As docs/guide/overload.md recommends. With 5 seconds, the server closes idle connections just when the load generator uses them.
if ('keepAliveTimeout' in host) host.keepAliveTimeout = 65_000;
const shutdown = createShutdown(host, { grace: 2000 });
await once(host.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }), 'listening');
process.send?.((host.address() as AddressInfo).port);
process.on('message', (message) => {
  if (message === 'memory') process.send?.(process.memoryUsage().rss);
  if (message === 'sample') process.send?.(sample());
});
// The parent has ended or wants this process to end.
process.once('disconnect', () => void shutdown().then(() => process.exit(0)));
