/**
 * Breaks databases under load and checks what clients are told: `npm run faults -- [seconds for each fault]`. Exits with 1 if
 * an answer is 500, a write is half done, a confirmed write is lost, or the first success comes later than 2 s after the return
 * of the database.
 */
import { noPostgres, startPostgres } from '../packages/kysely/test/postgres.ts';
import { killSqlite } from './faults/kill-sqlite.ts';
import { postgresFaults } from './faults/postgres-faults.ts';

const seconds = Number(process.argv[2] ?? 4);
const problems: string[] = [];
const report = (name: string, line: string, failures: readonly string[]): void => {
  process.stdout.write(`${failures.length === 0 ? 'ok  ' : 'FAIL'} ${name}: ${line}\n`);
  problems.push(...failures.map((it) => `${name}: ${it}`));
};

await killSqlite(20, report);
if (noPostgres === undefined) {
  const postgres = await startPostgres();
  try {
    for (const fault of postgresFaults) await fault(postgres, seconds, report);
  } finally {
    await postgres.stop();
  }
} else process.stdout.write(`PostgreSQL: ${noPostgres}\n`);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
