/** Runs in a child process, see `expectBoundedPayloads`. */
import { createNotes, listen } from '../../../server/test/memory-host.ts';
import { toNodeHandler } from '../src/index.ts';

listen(toNodeHandler(createNotes(), { prefix: '/api' }));
