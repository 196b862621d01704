import { atomicOperations, createServer } from '@linkage/server';
import Fastify from 'fastify';
import { describe } from 'vitest';
import { describeAtomic, sendTo } from '../../../server/test/atomic-suite.ts';
import { api, places } from '../../../sources/kysely/test/atomic-world.ts';
import { jsonApiPlugin } from './json-api-plugin.ts';

describe.each(Object.entries(places))('operations over Fastify on %s', (_, open) => {
  describeAtomic(async () => {
    const { sources, dump, close } = await open();
    const server = createServer(api, sources, { baseUrl: '/api', extensions: [atomicOperations()] });
    const host = Fastify();
    await host.register(jsonApiPlugin, { server, prefix: '/api' });
    const send = sendTo(await host.listen({ port: 0 }));
    return { send, dump, close: () => Promise.all([host.close(), close()]) };
  });
});
