/**
 * Measures the atlas with 1, 2, and 4 processes on one PostgreSQL, for `--seconds` each, and what a 304 costs: one statement, and less time
 * than a 200 of 64 kB.
 */
import { positiveNumber } from '../../../../scripts/command-line/option-values.ts';
import { within } from '../../../../scripts/command-line/time-limit.ts';
import { noPostgres } from '../../../sources/kysely/test/postgres.ts';
import { measureNotModified } from './not-modified.ts';
import { measureProcesses } from './processes.ts';
import { defineScenario } from './scenario.ts';

/** The characters of a short and of a long text. A 304 reads neither. */
const SIZES = [2000, 64_000];

export const scaling = defineScenario({ seconds: positiveNumber(20) }, async ({ seconds }, folder) => {
  const problems: string[] = [];
  const shown: string[] = [];
  for (const size of SIZES) {
    const { statements, ratio } = await measureNotModified(size);
    if (statements[0] !== 1) problems.push(`A 304 takes ${statements[0]} statements.`);
    if (size === SIZES.at(-1) && ratio >= 1) problems.push('A 304 takes as long as a 200.');
    shown.push(`${(ratio * 100).toFixed(0)} % of the CPU time of a 200 of ${size / 1000} kB`);
  }
  const notModified = `1 statement, ${shown.join(', ')}`;
  process.stdout.write(`304: ${notModified}\n`);
  if (noPostgres !== undefined) {
    process.stderr.write(`WARNING: PostgreSQL is NOT MEASURED (${noPostgres}).\n`);
    return { problems };
  }
  // The import of the data, and three measurements.
  const minutes = 6 + seconds / 15;
  const measured = await within(minutes, measureProcesses(folder, seconds));
  const processes = measured.map(
    (it) => `${it.count}: ${it.rate} requests per second, ${it.statements.toFixed(2)} statements each`,
  );
  return { problems, figures: { 'not-modified': notModified, 'several-processes': processes.join('; ') } };
});
