/**
 * Compares filters and access rules on memory, SQLite, the other databases, and a plain model, with many random cases:
 * `npm run agreement -- [cases] [minutes]`. The other databases get a tenth of the filters. Exits with 1 if they differ, or if
 * the time is not enough.
 */
import { performance } from 'node:perf_hooks';
import { positiveNumber, wholeNumber } from '../../../../scripts/command-line/option-values.ts';
import { readScriptOptions } from '../../../../scripts/command-line/script-options.ts';
import { runLive } from '../../../../scripts/run-tool.ts';

const { cases, minutes } = readScriptOptions({
  command: 'npm run agreement --',
  positionals: { cases: wholeNumber(20_000), minutes: positiveNumber(10) },
});
const files = ['filter', 'access', 'both-sides'].map((name) => `packages/sources/kysely/src/${name}.property.test.ts`);

process.env['ACCESS_CASES'] = String(cases);
const started = performance.now();
const { ok } = await runLive('vitest', ['run', '--typecheck.enabled=false', ...files], minutes);
process.stdout.write(
  `${cases} cases, ${Math.round((performance.now() - started) / 1000)} s: ${ok ? 'they agree' : 'FAIL'}\n`,
);
process.exitCode = ok ? 0 : 1;
