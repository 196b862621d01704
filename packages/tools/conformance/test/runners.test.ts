/** Other runners than Vitest, in processes of their own. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('node:test runs the cases from CommonJS, and skips what is undecided', () => {
  const file = fileURLToPath(new URL('./runners/node-test.cjs', import.meta.url));
  // Inside a test run of Node, another one would report to it.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const output = execFileSync(process.execPath, ['--test', '--test-reporter=tap', file], { encoding: 'utf8', env });
  expect(output).toContain('# fail 0');
  expect(output).toMatch(/ok \d+ - DOC-09 FET-01 GET of a collection returns 200 and an array/);
  expect(Number(/# pass (\d+)/.exec(output)?.[1])).toBeGreaterThanOrEqual(4);
});
