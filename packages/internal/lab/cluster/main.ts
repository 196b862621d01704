/**
 * Breaks clusters while 32 clients write: `npm run cluster`, or one of them with `--only galera`. Exits with 1 if a response is one that
 * clients do not understand, such as 500, a confirmed write is lost, half done, or doubled, or the time is over.
 */

import { loadavg } from 'node:os';
import { someOf } from '../../../../scripts/command-line/option-values.ts';
import { readScriptOptions } from '../../../../scripts/command-line/script-options.ts';
import { within } from '../../../../scripts/command-line/time-limit.ts';
import type { Report } from '../faults/report.ts';
import { writeResults } from '../reliability/results.ts';
import { missingForGalera } from './galera.ts';
import { runGalera } from './galera-scenarios.ts';
import { CLIENTS } from './load.ts';
import { missingForPostgres } from './postgres-cluster.ts';
import { runPostgres } from './postgres-scenarios.ts';

const { only } = readScriptOptions({
  command: 'npm run cluster --',
  options: { only: someOf(['galera', 'postgres']) },
});
/** Minutes. */
const TIME_LIMIT = 10;
const clusters = {
  galera: { missing: missingForGalera, run: runGalera },
  postgres: { missing: missingForPostgres, run: runPostgres },
} as const;
/** Other programs use the machine above this load average. */
const BUSY = 0.7;
const isBusy = (loadavg().at(0) ?? 0) > BUSY;

// An interrupted run must not leave servers behind, which end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const problems: string[] = [];
let scenarios = 0;
const report: Report = (name, line, failures) => {
  scenarios++;
  process.stdout.write(`${failures.length === 0 ? 'ok  ' : 'FAIL'} ${name}: ${line}\n`);
  problems.push(...failures.map((it) => `${name}: ${it}`));
};
const figures: Record<string, string> = {};
const begun = performance.now();
for (const name of only) {
  const { missing, run } = clusters[name];
  if (missing.length > 0) {
    process.stderr.write(`WARNING: ${name} is NOT MEASURED. Install ${missing.join(', ')} of Debian.\n`);
    continue;
  }
  scenarios = 0;
  try {
    const minutes = TIME_LIMIT - (performance.now() - begun) / 60_000;
    const recoveries = await within(minutes, run(report));
    if (problems.length === 0)
      figures[name] = `${scenarios} scenarios while ${CLIENTS} clients write: 0 problems; ${recoveries.join('; ')}`;
  } catch (error) {
    problems.push(`${name}: ${(error as Error).message}`);
    break;
  }
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
// The page shows the figures of one whole run.
if (problems.length === 0 && Object.keys(figures).length === Object.keys(clusters).length)
  writeResults('cluster', { isBusy, figures });
process.exit(problems.length === 0 ? 0 : 1);
