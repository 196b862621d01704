/** The lowest versions of Kysely that the range of the peer dependency allows. `KYSELY=kysely-0.28` runs any tests with one of them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { isLong } from '../../core/test/runs.ts';

const run = promisify(execFile);
const files = [
  ...['source-suite', 'hook-faults', 'transactions-end', 'scope', 'aggregates', 'column-types', 'imports', 'explain'],
  ...['idempotency-store', 'rules-after-waiting', 'parallel-replacements', 'late-statements', 'node-sqlite', 'schemas'],
  ...['statements/faults', 'statements/transaction', 'outbox/outbox'],
].map((name) => `packages/kysely/src/${name}.test.ts`);

test.skipIf(!isLong).each(['kysely-0.28', 'kysely-0.29'])(
  `SQLite and PostgreSQL with %s${isLong ? '' : ', SKIPPED, because it takes minutes: TESTS=long'}`,
  async (version) => {
    const { VITEST: _, TESTS: __, ...env } = process.env;
    const argv = ['node_modules/vitest/vitest.mjs', 'run', '--typecheck.enabled=false', ...files];
    const { stdout } = await run(process.execPath, argv, { env: { ...env, KYSELY: version }, maxBuffer: 2 ** 26 });
    expect(stdout).toMatch(/Tests: \d{3,} passed, 0 failed/);
  },
  1_200_000,
);
