import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { totalsReporter } from './scripts/check/totals-reporter.ts';

/** Another version of Kysely for all tests, such as `kysely-0.28`. */
const { KYSELY } = process.env;

export default defineConfig({
  resolve: {
    alias: KYSELY === undefined ? [] : [{ find: /^kysely$/, replacement: fileURLToPath(import.meta.resolve(KYSELY)) }],
  },
  test: {
    // Properties, sockets, and browsers on a busy machine: no test is about time. The defaults are 5, 10, and 1 second.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // Test files share their workers, which load each module once: the whole run takes half of the time.
    // A test that changes a global must therefore change it back, or start a process of its own.
    isolate: false,
    // The default is one worker less than the machine has processors: only one on a machine with two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Needs a running server: docs/first-server.test.ts starts one, then loads it.
    exclude: ['docs/examples/first-server/**', '**/node_modules/**'],
    include: [
      'packages/{*,*/*}/{src,test}/**/*.test.ts',
      'packages/internal/lab/**/*.test.ts',
      'docs/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    globalSetup: ['packages/tools/explorer/test/page-setup.ts', 'packages/sources/kysely/test/shared-servers.ts'],
    // Tests about other things choose `defaultAccess: 'allow'`, and replace methods: the server says what that opens and loses.
    onConsoleLog: (log) => !/^createServer: (?:`defaultAccess` is|replaced methods)/.test(log),
    reporters: ['default', totalsReporter],
    typecheck: {
      enabled: true,
      checker: 'tsc',
      // Needs a running server: docs/first-server.test.ts starts one, then loads it.
      exclude: ['docs/examples/first-server/**', '**/node_modules/**'],
      include: ['packages/{*,*/*}/{src,test}/**/*.test-d.ts'],
      tsconfig: './tsconfig.json',
    },
  },
});
