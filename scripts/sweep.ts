/**
 * Lets every call of every request fail, in every way, at every time: `npm run sweep`. The tests run a part of it. Exits with 1 if a
 * request is half done, a response leaks or has the wrong status, or something is left behind.
 */
import { scenarios } from '../packages/kysely/test/faults/scenarios.ts';
import { sweep } from '../packages/kysely/test/faults/sweep.ts';
import { writeResults } from './reliability/results.ts';

const TIME_LIMIT = 300_000;
const started = performance.now();
const problems: string[] = [];
let faults = 0;
for (const place of ['memory', 'SQLite'] as const) {
  for (const scenario of scenarios) {
    if (performance.now() - started > TIME_LIMIT) throw new Error('The sweep took longer than its time limit.');
    const result = await sweep(place, scenario);
    faults += result.faults;
    problems.push(...result.problems);
  }
}
const line = `${scenarios.length} requests, ${faults} faults in memory and SQLite: ${problems.length} problems`;
process.stdout.write(`${line}\n`);
for (const problem of problems.slice(0, 50)) process.stderr.write(`${problem}\n`);
writeResults('sweep', { figures: { sweep: line } });
process.exitCode = problems.length === 0 ? 0 : 1;
