/**
 * Measures the atlas with 1, 2, and 4 processes on one PostgreSQL, and what a 304 costs: `npm run scaling -- --seconds 20`. Exits with 1 if
 * a response is not the expected one, or a 304 takes more than one statement, or as long as a 200 of 64 kB. Other programs must not use the
 * machine.
 */

import { loadavg } from 'node:os';
import { positiveNumber } from '../../../../scripts/command-line/option-values.ts';
import { readScriptOptions } from '../../../../scripts/command-line/script-options.ts';
import { within } from '../../../../scripts/command-line/time-limit.ts';
import { noPostgres } from '../../../sources/kysely/test/postgres.ts';
import { writeResults } from '../reliability/results.ts';
import { measureNotModified } from './not-modified.ts';
import { measureProcesses } from './processes.ts';

const { seconds } = readScriptOptions({ command: 'npm run scaling --', options: { seconds: positiveNumber(20) } });
/** The characters of a short and of a long text. A 304 reads neither. */
const SIZES = [2000, 64_000];
/** The load average above which other programs use the machine. */
const BUSY = 0.7;
/** Minutes: the import of the data, and three measurements. */
const TIME_LIMIT = 6 + seconds / 15;
const isBusy = (loadavg().at(0) ?? 0) > BUSY;
const figures: Record<string, string> = {};
const problems: string[] = [];
try {
  const shown: string[] = [];
  for (const size of SIZES) {
    const { statements, ratio } = await measureNotModified(size);
    if (statements[0] !== 1) problems.push(`A 304 takes ${statements[0]} statements.`);
    if (size === SIZES.at(-1) && ratio >= 1) problems.push('A 304 takes as long as a 200.');
    shown.push(`${(ratio * 100).toFixed(0)} % of the processor time of a 200 of ${size / 1000} kB`);
  }
  figures['not-modified'] = `1 statement, ${shown.join(', ')}`;
  process.stdout.write(`304: ${figures['not-modified']}\n`);
  if (noPostgres === undefined) {
    const measured = await within(TIME_LIMIT, measureProcesses(seconds));
    figures['several-processes'] = measured
      .map((it) => `${it.count}: ${it.rate} requests per second, ${it.statements.toFixed(2)} statements each`)
      .join('; ');
    process.stdout.write(`${figures['several-processes']}\n`);
  }
} catch (error) {
  problems.push((error as Error).message);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (noPostgres !== undefined) process.stderr.write(`WARNING: PostgreSQL is NOT MEASURED (${noPostgres}).\n`);
else if (problems.length === 0) writeResults('scaling', { isBusy, figures });
process.exit(problems.length === 0 ? 0 : 1);
