/** Runs in a child process, see `expectBoundedBodies`. */
import { createNotes, listen } from '../../../server/test/memory-host.ts';
import { toNodeHandler } from '../src/index.ts';

listen(toNodeHandler(createNotes(), { prefix: '/api' }));
