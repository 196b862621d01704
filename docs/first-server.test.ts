/** Runs the test of the page "Validate any server in a test" against the server of "Your first server". */
import { afterAll } from 'vitest';
import { runExample } from '../scripts/docs/run-example.ts';

const { origin, stop } = await runExample('docs/examples/first-server/server.ts');
process.env['ORIGIN'] = origin;
afterAll(stop);
await import('./examples/first-server/server.test.ts');
