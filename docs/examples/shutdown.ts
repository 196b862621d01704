import { createServer } from 'node:http';
import { createShutdown, toNodeHandler } from '@linkage/node';
import { server } from './source.ts';

export const host = createServer(
  {
    headersTimeout: 10_000, // a client that sends its headers slowly
    requestTimeout: 30_000, // a client that sends its body slowly
    connectionsCheckingInterval: 1_000, // how often Node checks both
    keepAliveTimeout: 65_000, // longer than the idle timeout of the proxy in front
  },
  toNodeHandler(server),
);
host.setTimeout(60_000); // a client that does not read its response; longer than `limits.requestTime`
host.maxConnections = 1_000; // each can hold a body in memory

export const shutdown = createShutdown(host, { grace: 10_000 });
export const stop = () => void shutdown(); // process.once('SIGTERM', stop)
