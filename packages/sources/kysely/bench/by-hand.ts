/**
 * Compares Linkage over SQL sources with handlers that are written by hand: the same statements, the same documents. Prints
 * requests per second and their ratio for SQLite and, if it is installed, PostgreSQL: over HTTP with Fastify, and the
 * statements of the sources alone.
 *
 * Run: `node packages/sources/kysely/bench/by-hand.ts [rounds]`
 */
import type { Awaitable } from '@linkage/server';
import type { Kysely } from 'kysely';
import { wholeNumber } from '../../../../scripts/command-line/option-values.ts';
import { readScriptOptions } from '../../../../scripts/command-line/script-options.ts';
import { median } from '../../../internal/bench/src/measuring/statistics.ts';
import { noPostgres, startPostgres } from '../test/postgres.ts';
import { readArticle, readArticles, readAuthors } from './fastify-by-hand.ts';
import { connectPostgres, createSources, fillPostgres, openSqlite, type Tables } from './library.ts';
import { compareOverSockets } from './sockets.ts';

async function rateOf(run: () => Awaitable<unknown>, milliseconds: number): Promise<number> {
  let count = 0;
  const begin = performance.now();
  while (performance.now() < begin + milliseconds) {
    await run();
    count += 1;
  }
  return (count * 1000) / (performance.now() - begin);
}

async function compareStatements(name: string, db: Kysely<Tables>, rounds: number): Promise<void> {
  const sources = createSources(db);
  const call = { context: undefined, signal: new AbortController().signal };
  const whole = {
    attributes: new Set(['title', 'body', 'words'] as const),
    relationships: new Set(['author'] as const),
  };
  const named = { attributes: new Set(['name'] as const), relationships: new Set(['articles'] as const) };
  const page = { filter: [], sort: [], page: { offset: 0, limit: 51 }, selection: whole, total: false };
  const pairs = {
    'statements of one resource': [() => sources.articles.find(['10007'], whole, call), () => readArticle(db, '10007')],
    'statements of the list': [
      async () => {
        const { records } = await sources.articles.list(page, call);
        return sources.people.find([...new Set(records.map(({ author }) => String(author)))], named, call);
      },
      async () => readAuthors(db, (await readArticles(db, 0, 50)).slice(0, 50)),
    ],
  } as const;
  for (const [what, [ours, theirs]] of Object.entries(pairs)) {
    await rateOf(ours, 500);
    await rateOf(theirs, 500);
    const ratios: number[] = [];
    const rates: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const rate = await rateOf(ours, 300);
      ratios.push(rate / (await rateOf(theirs, 300)));
      rates.push(rate);
    }
    process.stdout.write(
      `${name}, ${what}: ${median(rates).toFixed()} per second, ${median(ratios).toFixed(2)} of by hand\n`,
    );
  }
}

const { rounds } = readScriptOptions({ command: 'npm run bench:sql --', positionals: { rounds: wholeNumber(7) } });
await compareOverSockets('SQLite', undefined, rounds);
const sqlite = await openSqlite();
await compareStatements('SQLite', sqlite, rounds);
await sqlite.destroy();
if (noPostgres === undefined) {
  const postgres = await startPostgres();
  await fillPostgres(postgres.connection);
  await compareOverSockets('PostgreSQL', postgres.connection, rounds);
  const db = connectPostgres(postgres.connection);
  await compareStatements('PostgreSQL', db, rounds);
  await db.destroy();
  await postgres.stop();
} else process.stdout.write(`PostgreSQL: ${noPostgres}\n`);
