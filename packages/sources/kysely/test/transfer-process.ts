/**
 * A process that moves amounts between two counters of an SQLite file, each time in one transaction, and prints the number of
 * each transfer that was confirmed. Its parent kills it at any moment. Argument: the file.
 */
import { DatabaseSync } from 'node:sqlite';
import { createNodeSqliteDialect } from '../src/index.ts';
import { serveCounters, transfer } from './counters.ts';

const database = new DatabaseSync(process.argv[2] ?? '');
database.exec('pragma journal_mode = wal; pragma synchronous = normal');
const { counters } = serveCounters(createNodeSqliteDialect(database));
for (let done = 1; ; done++) {
  await transfer(counters, 1);
  process.stdout.write(`${done}\n`);
}
