/**
 * Breaks a Galera cluster of three nodes while 32 clients write: `npm run cluster`. Exits with 1 if a response is one that clients do not
 * understand, such as 500, a confirmed write is lost, half done, or doubled, or the time is over.
 */

import { readScriptOptions } from '../../../scripts/command-line/script-options.ts';
import { within } from '../../../scripts/command-line/time-limit.ts';
import type { Report } from '../faults/report.ts';
import { writeResults } from '../reliability/results.ts';
import { missingForGalera } from './galera.ts';
import { type GaleraFigures, runGalera } from './galera-scenarios.ts';
import { CLIENTS } from './load.ts';

readScriptOptions({ command: 'npm run cluster --' });
/** Minutes. */
const TIME_LIMIT = 10;
if (missingForGalera.length > 0) {
  process.stderr.write(`WARNING: NOT MEASURED. Install ${missingForGalera.join(', ')} of Debian.\n`);
  process.exit(0);
}
// An interrupted run must not leave the nodes behind, which end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const problems: string[] = [];
const report: Report = (name, line, failures) => {
  process.stdout.write(`${failures.length === 0 ? 'ok  ' : 'FAIL'} ${name}: ${line}\n`);
  problems.push(...failures.map((it) => `${name}: ${it}`));
};
let figures: GaleraFigures | undefined;
try {
  await within(
    TIME_LIMIT,
    runGalera(report).then((found) => {
      figures = found;
    }),
  );
} catch (error) {
  problems.push((error as Error).message);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length === 0 && figures !== undefined) {
  const { scenarios, recoveries } = figures;
  const galera = `${scenarios} scenarios while ${CLIENTS} clients write: 0 problems; ${recoveries.join('; ')}`;
  writeResults('cluster', { figures: { galera } });
}
process.exit(problems.length === 0 ? 0 : 1);
