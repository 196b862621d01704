import { test } from 'vitest';
import { isLong, skippedInShort } from '../../core/test/runs.ts';
import { expectBoundedBodies } from './body-memory.ts';
import { expectStreams } from './stream-hosts.ts';

/** Tests the memory that a host takes for bodies and streams. The short form has these tests for the host of Node only. */
export function testMemory(hostFile: URL): void {
  test.skipIf(!isLong)(
    `a body in chunks of one byte costs at most 8 MB, and its 413 at most 2 MB${skippedInShort}`,
    async () => {
      await expectBoundedBodies(hostFile, '/api/notes');
    },
    120_000,
  );

  test.skipIf(!isLong)(
    `a streamed collection waits for its client, and breaks off visibly${skippedInShort}`,
    { timeout: 30_000 },
    async () => {
      await expectStreams(hostFile);
    },
  );
}
