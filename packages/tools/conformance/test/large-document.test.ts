import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';

test.skipIf(!isLong)(`validate of a document of 50 MB stays under 1 GB and 10 seconds${skippedInShort}`, () => {
  const file = fileURLToPath(new URL('./large-document.ts', import.meta.url));
  const output = execFileSync(process.execPath, [file], { encoding: 'utf8', maxBuffer: 1e8 });
  const { status, seconds, megabytes, issues } = JSON.parse(output);
  expect([status, issues]).toEqual([1, [expect.objectContaining({ pointer: '/included/1000/id', line: 1 })]]);
  expect(megabytes).toBeLessThan(1000);
  expect(seconds).toBeLessThan(10);
});
