/**
 * Compares an import through the API with `COPY` of PostgreSQL: the same rows into the same table. Prints rows per second, their
 * ratio, the number of requests, and the growth of the heap.
 *
 * Run: `npm run bench:imports -- 100000`
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atomicOperations, createServer, idempotencyKeys } from '@linkage/server';
import { PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { wholeNumber } from '../../../scripts/command-line/option-values.ts';
import { readScriptOptions } from '../../../scripts/command-line/script-options.ts';
import { atomicOperations as clientOperations, createClient, importRows } from '../../client/src/index.ts';
import { toFetchHandler } from '../../fetch/src/index.ts';
import { createIdempotencyTable, createKyselyIdempotencyStore } from '../src/index.ts';
import { api, openDatabase, postgresTables } from '../test/atomic-world.ts';
import { noPostgres, startPostgres } from '../test/postgres.ts';

const BATCH = 500;
const { rows } = readScriptOptions({
  command: 'npm run bench:imports --',
  positionals: { rows: wholeNumber(100_000) },
});
if (noPostgres !== undefined) throw new Error(noPostgres);

const referenceOf = (at: number): string => `row-${at}`;
function* references(): Generator<string> {
  for (let at = 0; at < rows; at++) yield referenceOf(at);
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), 'linkage-import-'));
chmodSync(folder, 0o755);
const postgres = await startPostgres();
const pool = new Pool({ ...postgres.connection, max: 8 });
try {
  await pool.query(postgresTables);
  const place = openDatabase(new PostgresDialect({ pool }));
  const db = place.db as NonNullable<typeof place.db>;
  await createIdempotencyTable(db);
  const rateOf = async (run: () => Promise<unknown>): Promise<number> => {
    await sql`truncate purchase cascade`.execute(db);
    const begin = performance.now();
    await run();
    const seconds = (performance.now() - begin) / 1000;
    const { rows: found } = await sql<{ count: string }>`select count(*) as count from purchase`.execute(db);
    if (Number(found[0]?.count) !== rows) throw new Error(`The table has ${found[0]?.count} rows instead of ${rows}.`);
    return rows / seconds;
  };

  const file = join(folder, 'rows.csv');
  writeFileSync(file, [...references()].join('\n'), { mode: 0o644 });
  const copied = await rateOf(() => pool.query(`copy purchase (reference) from '${file}' (format csv)`));
  print(`COPY: ${copied.toFixed()} rows per second`);

  for (const hasKeys of [true, false]) {
    const idempotency = idempotencyKeys({ store: createKyselyIdempotencyStore(db), scope: () => 'importer' });
    const server = createServer(api, place.sources, {
      extensions: [atomicOperations({ limit: BATCH })],
      ...(hasKeys ? { idempotency } : {}),
    });
    const handler = toFetchHandler(server);
    let requests = 0;
    const client = createClient<typeof api>({
      baseUrl: 'http://localhost',
      atomic: clientOperations(),
      fetch(request) {
        requests++;
        return handler(request);
      },
    });
    const before = process.memoryUsage().heapUsed;
    let peak = 0;
    const rate = await rateOf(async () => {
      const options = { key: crypto.randomUUID(), batchSize: BATCH };
      for await (const { done } of importRows(client, references(), {
        ...options,
        write: (it, reference) => it.add('orders', { attributes: { reference } }),
      }))
        if (done % 10_000 === 0) peak = Math.max(peak, process.memoryUsage().heapUsed);
    });
    const growth = ((peak - before) / 2 ** 20).toFixed();
    print(
      `importRows, ${hasKeys ? 'with' : 'without'} keys: ${rate.toFixed()} rows per second, ${(rate / copied).toFixed(3)} of COPY, ${requests} requests, heap +${growth} MiB`,
    );
  }
  await place.close();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
