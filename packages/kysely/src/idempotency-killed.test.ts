import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { createServer, idempotencyKeys } from '@linkage/server';
import { afterAll, describe, expect, test } from 'vitest';
import { api, openDatabase, sqliteTables } from '../test/atomic-world.ts';
import { orderRequest } from '../test/keyed-order.ts';
import { createIdempotencyTable, createKyselyIdempotencyStore } from './idempotency-store.ts';
import { createNodeSqliteDialect } from './node-sqlite.ts';

const program = fileURLToPath(new URL('../test/killed-write.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'linkage-killed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a process that is killed', () => {
  test.each(['before', 'after'])('%s its commit: the repeated request makes it one write', async (moment) => {
    const file = join(folder, `${moment}.db`);
    const database = new DatabaseSync(file);
    database.exec(sqliteTables);
    const { sources, db, dump, close } = openDatabase(createNodeSqliteDialect(database));
    await createIdempotencyTable(db as NonNullable<typeof db>);
    const signal = await new Promise((resolve) => {
      execFile(process.execPath, [program, file, moment], (error) => resolve(error?.signal));
    });
    expect(signal).toBe('SIGKILL');

    const store = createKyselyIdempotencyStore(db as NonNullable<typeof db>);
    const server = createServer(api, sources, { idempotency: idempotencyKeys({ store, scope: () => 'ada' }) });
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
    const [orders] = (await dump()) as { readonly reference: string }[][];
    expect(orders?.filter(({ reference }) => reference === 'killed')).toHaveLength(1);
    await close();
  });
});
