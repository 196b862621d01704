/** The binary of the conformance tests runs without a Node of its user, and without the files of the project. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isLong, skippedInShort } from '../../packages/core/test/runs.ts';
import { buildBinary } from './conformance-binary.ts';

const folder = mkdtempSync(join(tmpdir(), 'linkage-binary-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// The file contains Node, so it has 150 MB.
test.skipIf(!isLong)(`validates a document${skippedInShort}`, async () => {
  const file = join(folder, 'linkage-conformance');
  await buildBinary(file);
  const run = (args: readonly string[], input = '') =>
    spawnSync(file, args, { cwd: folder, env: { PATH: '' }, input, encoding: 'utf8' });
  expect(run(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  const { status, stdout } = run(['validate', '-'], '{"data":{"type":1}}');
  expect([status, stdout]).toEqual([1, expect.stringContaining('MUST identification-strings at /data/type')]);
});
