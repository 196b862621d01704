/**
 * Compares filters and access rules on memory, SQLite, the other databases, and a plain model, with many random cases:
 * `npm run agreement -- [cases] [minutes]`. The other databases get a tenth of the filters. Exits with 1 if they differ, or if
 * the time is not enough.
 */
import { performance } from 'node:perf_hooks';
import { runLive } from './run-tool.ts';

const [cases = '20000', minutes = '10'] = process.argv.slice(2);
if (!/^\d+$/.test(cases) || !(Number(minutes) > 0))
  throw new TypeError('agreement: pass a number of cases, and a number of minutes.');
const files = ['filter', 'access', 'both-sides'].map((name) => `packages/kysely/src/${name}.property.test.ts`);

process.env['ACCESS_CASES'] = cases;
const started = performance.now();
const limit = setTimeout(() => {
  process.stderr.write(`agreement: not done after ${minutes} minutes.\n`);
  process.exit(1);
}, Number(minutes) * 60_000);
const { ok } = await runLive('vitest', ['run', '--typecheck.enabled=false', ...files]);
clearTimeout(limit);
process.stdout.write(
  `${cases} cases, ${Math.round((performance.now() - started) / 1000)} s: ${ok ? 'they agree' : 'FAIL'}\n`,
);
process.exitCode = ok ? 0 : 1;
