/**
 * Kills processes that write to SQLite, and PostgreSQL while clients write to it, 20 times each: `npm run kill`. Exits with 1 if a
 * confirmed write is lost or a write is half done.
 */
import { noPostgres, startPostgres } from '../packages/kysely/test/postgres.ts';
import { killSqlite } from './faults/kill-sqlite.ts';
import { killPostgres } from './faults/postgres-faults.ts';
import { writeResults } from './reliability/results.ts';

const TIMES = 20;
const TIME_LIMIT = 240_000;
const limit = setTimeout(() => {
  process.stderr.write('The kills took longer than their time limit.\n');
  process.exit(1);
}, TIME_LIMIT);
const figures: Record<string, string> = {};
const problems: string[] = [];
const reportAs =
  (promise: string) =>
  (name: string, line: string, failures: readonly string[]): void => {
    process.stdout.write(`${failures.length === 0 ? 'ok  ' : 'FAIL'} ${name}: ${line}\n`);
    figures[promise] = `killed ${line}: ${failures.length} problems`;
    problems.push(...failures.map((it) => `${name}: ${it}`));
  };

await killSqlite(TIMES, reportAs('kill-sqlite'));
if (noPostgres === undefined) {
  const postgres = await startPostgres();
  try {
    await killPostgres(postgres, TIMES, reportAs('kill-postgres'));
  } finally {
    await postgres.stop();
  }
} else process.stdout.write(`PostgreSQL is not measured: ${noPostgres}\n`);
clearTimeout(limit);
for (const problem of problems) process.stderr.write(`${problem}\n`);
writeResults('kill', { figures });
process.exitCode = problems.length === 0 ? 0 : 1;
