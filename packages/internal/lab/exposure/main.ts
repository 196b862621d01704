/**
 * Compares what a user receives from two worlds that differ only in what this user cannot read, and the times of hidden and missing
 * resources: `npm run exposure -- [pairs] --seed 1 --only memory,SQLite,PostgreSQL,MariaDB,times`. Each store gets this number of pairs of
 * requests. Exits with 1 at a difference that `expected-differences.ts` does not list, or if the times differ too much.
 */

import { someOf, wholeNumber } from '../../../../scripts/command-line/option-values.ts';
import { readScriptOptions } from '../../../../scripts/command-line/script-options.ts';
import { everyDatabase } from '../../../sources/kysely/test/databases.ts';
import { setup, teardown } from '../../../sources/kysely/test/shared-servers.ts';
import { writeResults } from '../reliability/results.ts';
import { runWorlds, shownFinding } from './run-worlds.ts';
import { compareTimes } from './times.ts';

const { pairs, seed, only } = readScriptOptions({
  command: 'npm run exposure --',
  positionals: { pairs: wholeNumber(20_000) },
  options: { seed: wholeNumber(1), only: someOf(['memory', 'SQLite', 'PostgreSQL', 'MariaDB', 'times'] as const) },
});

let isFine = true;
let compared = 0;
await setup();
for (const name of ['memory', 'SQLite', 'PostgreSQL', 'MariaDB'] as const) {
  if (!only.includes(name)) continue;
  const missing = everyDatabase.find((it) => it.name === name)?.missing;
  if (missing !== undefined) {
    process.stdout.write(`${name}: ${missing}\n`);
    continue;
  }
  const started = performance.now();
  let shown = 0;
  const report = (done: number): void => {
    if (performance.now() - started < shown + 5000) return;
    shown = performance.now() - started;
    process.stdout.write(`${name}: ${done} pairs\n`);
  };
  const result = await runWorlds(name, { pairs, seed }, report);
  const rate = Math.round((result.pairs / (performance.now() - started)) * 1000);
  const { findings, expected } = result;
  process.stdout.write(
    `${name}: ${result.pairs} pairs of requests to ${result.seeds} pairs of worlds, ${rate} per second, ${findings.length} differences\n`,
  );
  for (const [reason, count] of expected) process.stdout.write(`  ${count} documented: ${reason}\n`);
  for (const finding of findings) process.stderr.write(`${shownFinding(name, finding)}\n`);
  if (findings.length > 0) isFine = false;
  compared += result.pairs;
}
const figure = `${compared} pairs of requests over ${only.filter((it) => it !== 'times').join(', ')}: no other difference`;
if (isFine && compared > 1000) writeResults('exposure-worlds', { figures: { 'hidden-worlds': figure } });
await teardown();
if (only.includes('times') && !(await compareTimes())) isFine = false;
process.exitCode = isFine ? 0 : 1;
