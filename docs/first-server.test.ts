/** Runs the tests of the page "Validate any server in a test" against the server of "Your first server". */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { runExample } from '../scripts/docs/run-example.ts';

const { origin, stop } = await runExample('docs/examples/first-server/server.ts');
process.env['ORIGIN'] = origin;
afterAll(stop);
await import('./examples/first-server/server.test.ts');

test('the test for the runner of Node passes', async () => {
  const file = 'docs/examples/first-server/node.test.ts';
  const { stdout } = await promisify(execFile)(process.execPath, ['--test', '--test-reporter=tap', file]);
  expect(stdout).toMatch(/^# pass 3$/m);
  expect(stdout).toMatch(/^# fail 0$/m);
});
