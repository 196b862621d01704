/**
 * Breaks databases under load, and kills SQLite and PostgreSQL 20 times each: `npm run faults -- [seconds for each fault]`. Exits with 1
 * if a response is 500, a write is half done, a confirmed write is lost, the first success comes later than 2 s after the return
 * of the database, a fault did not happen, or the time is over.
 */

import { positiveNumber } from '../../../../scripts/command-line/option-values.ts';
import { readScriptOptions } from '../../../../scripts/command-line/script-options.ts';
import { within } from '../../../../scripts/command-line/time-limit.ts';
import { noPostgres, startPostgres } from '../../../sources/kysely/test/postgres.ts';
import { writeResults } from '../reliability/results.ts';
import { killSqlite } from './kill-sqlite.ts';
import { CLIENTS, killPostgres, postgresFaults } from './postgres-faults.ts';
import type { Report } from './report.ts';

const { seconds } = readScriptOptions({
  command: 'npm run faults --',
  positionals: { seconds: positiveNumber(4) },
});
const KILLS = 20;
/** Minutes: each fault takes at most twice its time and some seconds. */
const TIME_LIMIT = 5 + seconds / 10;
const problems: string[] = [];
const figures: Record<string, string> = {};
let faults = 0;
const report: Report = (name, line, failures) => {
  process.stdout.write(`${failures.length === 0 ? 'ok  ' : 'FAIL'} ${name}: ${line}\n`);
  problems.push(...failures.map((it) => `${name}: ${it}`));
};
/** Also keeps the line as the figure of a promise. */
const reportKills =
  (promise: string): Report =>
  (name, line, failures) => {
    figures[promise] = `killed ${line}: ${failures.length} problems`;
    report(name, line, failures);
  };

async function breakPostgres(): Promise<void> {
  const postgres = await startPostgres();
  const countFault: Report = (...given) => {
    faults++;
    report(...given);
  };
  try {
    const all = async (): Promise<void> => {
      for (const fault of postgresFaults) await fault(postgres, seconds, countFault);
      await killPostgres(postgres, KILLS, reportKills('kill-postgres'));
    };
    await within(TIME_LIMIT, all());
  } finally {
    await postgres.stop();
  }
  figures['database-faults'] = `${faults} faults while ${CLIENTS} clients write: ${problems.length} problems`;
}

try {
  await within(TIME_LIMIT, killSqlite(KILLS, reportKills('kill-sqlite')));
  if (noPostgres === undefined) await breakPostgres();
} catch (error) {
  problems.push((error as Error).message);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
// Without PostgreSQL, the page keeps the figures of the last whole run.
if (noPostgres !== undefined)
  process.stderr.write(`WARNING: PostgreSQL is NOT MEASURED (${noPostgres}), so no figure is written.\n`);
else if (problems.length === 0) writeResults('faults', { figures });
process.exit(problems.length === 0 ? 0 : 1);
