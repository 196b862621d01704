import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { connectionLimits, maxConnections } from './limits.ts';

/** Creates the host of the demo: a server of Node with limits for slow clients and for connections. */
export function createHost(fetch: (request: Request) => Promise<Response>): ServerType {
  const host = createAdaptorServer({ fetch, serverOptions: connectionLimits });
  host.maxConnections = maxConnections;
  return host;
}
