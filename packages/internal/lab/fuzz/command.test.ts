/** The command itself: its exit code, and what it prints. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../../scripts/workspace.ts';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';

test.skipIf(!isLong).each([
  ['an unknown option', ['--bogus'], "Unknown option '--bogus'"],
  ['a wrong number', ['--minutes', 'two'], '`--minutes` must be a number above 0, but it is "two".'],
  ['too little time for a single input', ['--minutes', '0.0000001'], 'No input was run'],
])(`%s is exit code 1 with a reason${skippedInShort}`, (_, argv, message) => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'packages/internal/lab/fuzz/main.ts'), ...argv], {
    encoding: 'utf8',
  });
  expect(stderr).toContain(`fuzz: `);
  expect(stderr).toContain(message);
  expect(status).toBe(1);
});
