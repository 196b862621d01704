import type { AddressInfo } from 'node:net';
import { atomicOperations, createServer } from '@linkage/server';
import Koa from 'koa';
import { describe } from 'vitest';
import { describeAtomic, sendTo } from '../../../server/test/atomic-suite.ts';
import { api, places } from '../../../sources/kysely/test/atomic-world.ts';
import { jsonApiMiddleware } from './json-api-middleware.ts';

describe.each(Object.entries(places))('operations over Koa on %s', (_, open) => {
  describeAtomic(async () => {
    const { sources, dump, close } = await open();
    const server = createServer(api, sources, { baseUrl: '/api', extensions: [atomicOperations()] });
    const koa = new Koa();
    koa.use(jsonApiMiddleware(server, { prefix: '/api' }));
    const host = koa.listen(0);
    await new Promise((resolve) => host.once('listening', resolve));
    const send = sendTo(`http://localhost:${(host.address() as AddressInfo).port}`);
    return {
      send,
      dump,
      async close() {
        host.closeAllConnections();
        host.close();
        await close();
      },
    };
  });
});
