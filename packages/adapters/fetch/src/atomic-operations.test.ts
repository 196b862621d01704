import { atomicOperations, createServer } from '@linkage/server';
import { describe } from 'vitest';
import { describeAtomic, readResponse } from '../../../server/test/atomic-suite.ts';
import { api, places } from '../../../sources/kysely/test/atomic-world.ts';
import { toFetchHandler } from './to-fetch-handler.ts';

describe.each(Object.entries(places))('operations over fetch on %s', (_, open) => {
  describeAtomic(async () => {
    const { sources, dump, close } = await open();
    const server = createServer(api, sources, { baseUrl: '/api', extensions: [atomicOperations()] });
    const handler = toFetchHandler(server, { prefix: '/api' });
    return {
      async send(method, url, headers, body) {
        const response = await handler(
          new Request(`https://example.com${url}`, { method, headers, body: body ?? null }),
        );
        return readResponse(response);
      },
      dump,
      close,
    };
  });
});
