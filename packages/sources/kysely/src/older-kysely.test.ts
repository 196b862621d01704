/**
 * The lowest versions of Kysely that the range of the peer dependency allows. `KYSELY=kysely-0.28` runs any tests with one of them:
 * these are the ones whose subject differs between the versions.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';

const run = promisify(execFile);

test.skipIf(!isLong).each([
  ['kysely-0.28', ['source-suite', 'hook-faults', 'transactions-end']],
  ['kysely-0.29', ['hook-faults', 'transactions-end']],
])(
  `SQLite and PostgreSQL with %s${skippedInShort}`,
  async (version, names) => {
    const { VITEST: _, TESTS: __, ...env } = process.env;
    const files = names.map((name) => `packages/sources/kysely/src/${name}.test.ts`);
    const argv = ['node_modules/vitest/vitest.mjs', 'run', '--typecheck.enabled=false', ...files];
    const { stdout } = await run(process.execPath, argv, { env: { ...env, KYSELY: version }, maxBuffer: 2 ** 26 });
    expect(stdout).toMatch(/Tests: \d{2,} passed, 0 failed/);
  },
  300_000,
);
