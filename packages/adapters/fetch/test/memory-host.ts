/** Runs in a child process, see `expectBoundedBodies`. */
import { serve } from '@hono/node-server';
import { createNotes, reportMemory } from '../../../server/test/memory-host.ts';
import { toFetchHandler } from '../src/index.ts';

const host = serve({ fetch: toFetchHandler(createNotes(), { prefix: '/api' }), port: 0, hostname: '127.0.0.1' }, () =>
  reportMemory(host),
);
