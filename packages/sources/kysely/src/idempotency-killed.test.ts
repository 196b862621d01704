import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { createServer, idempotencyKeys } from '@linkage/server';
import { afterAll, describe, expect, test } from 'vitest';
import { isLong } from '../../../core/test/runs.ts';
import { api, mariadbTables, openDatabase, postgresTables, sqliteTables } from '../test/atomic-world.ts';
import { connectTo, type KilledDatabase } from '../test/connect-to.ts';
import { databases, type OpenDatabase } from '../test/databases.ts';
import { orderRequest } from '../test/keyed-order.ts';
import { createIdempotencyTable, createKyselyIdempotencyStore } from './idempotency-store.ts';

const program = fileURLToPath(new URL('../test/killed-write.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'linkage-killed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A database that two processes can open. */
async function openShared(name: KilledDatabase): Promise<Pick<OpenDatabase, 'connection' | 'exec' | 'close'>> {
  if (name !== 'SQLite') return (databases.find((it) => it.name === name) as (typeof databases)[number]).open();
  const file = join(folder, `${crypto.randomUUID()}.db`);
  const database = new DatabaseSync(file);
  const exec = async (script: string): Promise<void> => database.exec(script);
  return { connection: { file }, exec, close: async () => database.close() };
}

const tables: Readonly<Record<KilledDatabase, string>> = {
  SQLite: sqliteTables,
  PostgreSQL: postgresTables,
  MariaDB: mariadbTables,
};
const shared = databases.filter(({ name }) => name !== 'PGlite');

// Most of the time is spent waiting for leases.
describe.concurrent.each(shared)('a process that is killed, on $name', ({ name: given, missing }) => {
  const name = given as KilledDatabase;
  test.skipIf(missing !== undefined).each(isLong ? ['before', 'after'] : ['after'])(
    `%s its commit: the repeated request makes it one write ${missing ?? ''}`,
    async (moment) => {
      const { connection, exec, close } = await openShared(name);
      await exec(tables[name]);
      const place = openDatabase(connectTo(name, connection as object));
      const db = place.db as NonNullable<typeof place.db>;
      await createIdempotencyTable(db);
      const signal = await new Promise((resolve) => {
        const given = [program, name, JSON.stringify(connection), moment];
        execFile(process.execPath, given, (error) => resolve(error?.signal));
      });
      expect(signal).toBe('SIGKILL');

      const store = createKyselyIdempotencyStore(db);
      const idempotency = { keys: idempotencyKeys({ store }), user: () => 'ada' };
      const server = createServer(api, place.sources, { idempotency });
      let response = await server.handle(orderRequest);
      // Until the lease of the dead process runs out. On a slow machine, that can be before the first try.
      while (response.status === 409) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        response = await server.handle(orderRequest);
      }
      expect([response.status, response.headers['Idempotency-Replayed']]).toEqual([
        201,
        moment === 'after' ? 'true' : undefined,
      ]);
      const [orders] = (await place.dump()) as { readonly reference: string }[][];
      expect(orders?.filter(({ reference }) => reference === 'killed')).toHaveLength(1);
      await place.close();
      await close();
    },
  );
});
