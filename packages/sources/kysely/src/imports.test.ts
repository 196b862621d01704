import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHost } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { atomicOperations, createServer, idempotencyKeys } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { toNodeHandler } from '../../../adapters/node/src/index.ts';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';
import { operate } from '../../../server/test/atomic-request.ts';
import { api, mariadbTables, openDatabase, postgresTables, sqliteTables } from '../test/atomic-world.ts';
import { type DatabaseName, databases } from '../test/databases.ts';
import { createIdempotencyTable, createKyselyIdempotencyStore } from './idempotency-store.ts';

const program = fileURLToPath(new URL('../test/import-process.ts', import.meta.url));
const tables: Readonly<Record<DatabaseName, string>> = {
  ...{ SQLite: sqliteTables, PGlite: postgresTables, PostgreSQL: postgresTables, MariaDB: mariadbTables },
};
const ROWS = 400;

/** Runs the process until it has printed this many lines, and kills it then. Returns the last line. */
async function runUntil(child: ChildProcess, lines: number): Promise<string> {
  const end = once(child, 'exit');
  let last = '';
  let count = 0;
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    last = line;
    // In the middle: two requests are on their way.
    if (++count === lines) child.kill('SIGKILL');
    if (count >= lines) break;
  }
  await end;
  return last;
}

describe.each(databases)('an import, on $name', ({ name, missing, open }) => {
  test.skipIf(missing !== undefined || !isLong)(
    `whose process is killed three times loses no row and writes none twice ${missing ?? skippedInShort}`,
    async () => {
      const { dialect, exec, close } = await open();
      await exec(tables[name]);
      const place = openDatabase(dialect);
      const db = place.db as NonNullable<typeof place.db>;
      await createIdempotencyTable(db);
      const idempotency = { keys: idempotencyKeys({ store: createKyselyIdempotencyStore(db) }), user: () => 'ada' };
      const server = createServer(api, place.sources, { idempotency, extensions: [atomicOperations()] });
      const host = createHost(toNodeHandler(server)).listen(0, '127.0.0.1');
      await once(host, 'listening');
      const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;

      let progress = '';
      for (const lines of [3, 1, 7, Number.POSITIVE_INFINITY]) {
        const child = spawn(process.execPath, [program, url, progress, String(ROWS)], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        progress = (await runUntil(child, lines)) || progress;
        expect(child.signalCode).toBe(lines === Number.POSITIVE_INFINITY ? null : 'SIGKILL');
      }
      expect(JSON.parse(progress)).toEqual({ done: ROWS, batchSize: 10 });

      const [orders = [], lines = []] = (await place.dump()) as {
        readonly reference: string;
        readonly product: string;
      }[][];
      const wanted = Array.from({ length: ROWS }, (_, at) => `imported-${at}`).sort();
      expect(
        orders
          .map((it) => it.reference)
          .filter((it) => it.startsWith('imported'))
          .sort(),
      ).toEqual(wanted);
      expect(
        lines
          .map((it) => it.product)
          .filter((it) => it.startsWith('imported'))
          .sort(),
      ).toEqual(wanted);
      host.closeAllConnections();
      host.close();
      await place.close();
      await close();
    },
    60_000,
  );

  test.skipIf(missing !== undefined)(`upserts create and update in one transaction ${missing ?? ''}`, async () => {
    const { dialect, exec, close } = await open();
    await exec(tables[name]);
    const place = openDatabase(dialect);
    const server = createServer(api, place.sources, { extensions: [atomicOperations({ upsert: true })] });
    const upsert = (id: string, label: string) => ({
      ...{ op: 'add', data: { type: 'labels', id, attributes: { name: label } }, meta: { upsert: true } },
    });
    const first = await operate(server, [upsert('new', 'Newer'), upsert('third', 'Third'), upsert('third', 'Again')]);
    expect(first.results.map(({ data }) => data?.attributes.name)).toEqual(['Newer', 'Third', 'Again']);
    // All of one request, or none of it: the rows never have values of different requests.
    const at = (label: string) => operate(server, [upsert('left', label), upsert('right', label)]);
    const statuses = (await Promise.all(['a', 'b', 'c', 'd'].map(at))).map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.every((it) => it === 200 || it === 409)).toBe(true);
    const [, , pair] = (await place.dump()) as readonly { readonly id: string; readonly name: string }[][];
    const names = pair?.filter(({ id }) => id === 'left' || id === 'right').map((it) => it.name) ?? [];
    expect([names.length, new Set(names).size]).toEqual([2, 1]);
    await operate(
      server,
      ['left', 'right'].map((id) => ({ op: 'remove', ref: { type: 'labels', id } })),
    );
    const failed = await operate(server, [upsert('old', 'Older'), { ...upsert('new', 'X'), meta: {} }]);
    expect([failed.status, failed.problems]).toEqual([409, ['RESOURCE_EXISTS /atomic:operations/1/data/id']]);
    const [, , labels] = (await place.dump()) as readonly unknown[];
    expect(labels).toEqual([
      { id: 'new', name: 'Newer' },
      { id: 'old', name: 'Old' },
      { id: 'third', name: 'Again' },
    ]);
    await place.close();
    await close();
  });
});
