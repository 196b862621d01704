/** Serves the atlas in a process of its own: `serve.ts <database> <limits as JSON>`. Sends its port, and its memory for each message. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createAtlas } from '../../packages/atlas/src/create-atlas.ts';
import { openSqlite } from '../../packages/atlas/src/open-storage.ts';
import { createShutdown } from '../../packages/node/src/index.ts';

const [database = '', limits = '{}'] = process.argv.slice(2);
const progress = { say() {}, start() {}, advance() {}, stop() {} };
const atlas = createAtlas(await openSqlite(database, progress), { limits: JSON.parse(limits) });
const host = createAdaptorServer({ fetch: atlas.fetch });
const shutdown = createShutdown(host, { grace: 2000 });
await once(host.listen(0, '127.0.0.1'), 'listening');
process.send?.((host.address() as AddressInfo).port);
process.on('message', (message) => {
  if (message === 'memory') process.send?.(process.memoryUsage().rss);
});
// The parent has ended or wants this process to end.
process.once('disconnect', () => void shutdown().then(() => process.exit(0)));
