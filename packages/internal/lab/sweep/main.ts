/**
 * Lets every call of every request fail, in every way, at every time, in memory and SQLite: `npm run sweep`. The tests run a part of it.
 * Exits with 1 if a request is half done, a response leaks or has the wrong status, something is left behind, or the time is over.
 */

import { readScriptOptions } from '../../../../scripts/command-line/script-options.ts';
import { createDeadline } from '../../../../scripts/command-line/time-limit.ts';
import { scenarios } from '../../../sources/kysely/test/faults/scenarios.ts';
import { sweep } from '../../../sources/kysely/test/faults/sweep.ts';
import { writeResults } from '../reliability/results.ts';

readScriptOptions({ command: 'npm run sweep' });
const checkTime = createDeadline(5);
const problems: string[] = [];
let faults = 0;
for (const place of ['memory', 'SQLite'] as const) {
  for (const scenario of scenarios) {
    checkTime();
    const result = await sweep(place, scenario);
    faults += result.faults;
    problems.push(...result.problems);
  }
}
if (faults === 0) problems.push('No call failed, so nothing was tested.');
const line = `${scenarios.length} requests, ${faults} faults in memory and SQLite: ${problems.length} problems`;
process.stdout.write(`${line}\n`);
for (const problem of problems.slice(0, 50)) process.stderr.write(`${problem}\n`);
if (problems.length === 0) writeResults('sweep', { figures: { sweep: line } });
process.exitCode = problems.length === 0 ? 0 : 1;
