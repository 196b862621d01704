/** A database of SQLite that another process has locked: the driver blocks the thread while it waits, so it waits once. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { isLong } from '../../../core/test/runs.ts';
import { counterTable, serveCounters } from '../test/counters.ts';
import { createNodeSqliteDialect } from './index.ts';

const timeouts = [
  // Without a wait in the driver, the sources wait without blocking, for a second.
  [0, 900],
  [50, 0],
  [400, 0],
] as const;

test.each(timeouts.filter(([timeout]) => isLong || timeout === 50))(
  'a timeout of %i ms: the sources wait %i ms for each write and each read',
  async (timeout, waits) => {
    const folder = mkdtempSync(join(tmpdir(), 'linkage-busy-'));
    const file = join(folder, 'counters.db');
    const other = new DatabaseSync(file);
    other.exec(`${counterTable}; insert into counter values ('1', 0); begin exclusive`);
    const database = new DatabaseSync(file, { timeout });
    const attempts: string[] = [];
    const counting = {
      prepare(sql: string) {
        const attempt = <Result>(work: () => Result): Result => {
          try {
            return work();
          } catch (error) {
            attempts.push(sql);
            throw error;
          }
        };
        // To prepare a statement, SQLite reads the schema, which is locked, too.
        const statement = attempt(() => database.prepare(sql));
        return {
          all: (...given: never[]) => attempt(() => statement.all(...given)),
          run: (...given: never[]) => attempt(() => statement.run(...given)),
          iterate: (...given: never[]) => statement.iterate(...given),
          columns: () => statement.columns(),
          setReturnArrays: (value: boolean) => statement.setReturnArrays(value),
          setReadBigInts: (value: boolean) => statement.setReadBigInts(value),
        };
      },
      close: () => database.close(),
      get isTransaction() {
        return database.isTransaction;
      },
    };
    const { send, db } = serveCounters(createNodeSqliteDialect(counting));
    onTestFinished(async () => {
      await db.destroy();
      other.close();
      rmSync(folder, { recursive: true });
    });
    const begun = performance.now();
    expect(await send('PATCH', '1', 1)).toMatchObject({ status: 409, code: 'WRITE_CONFLICT', retryAfter: '1' });
    expect(performance.now() - begun).toBeGreaterThan(waits);
    expect(new Set(attempts)).toEqual(new Set(['begin immediate']));
    expect(attempts.length > 8).toBe(waits > 0);
    if (waits === 0) expect(attempts).toHaveLength(1);
    attempts.length = 0;
    expect(await send('GET', '1')).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE', retryAfter: '1' });
    expect(attempts.length > 8).toBe(waits > 0);
    other.exec('commit');
    expect(await send('PATCH', '1', 2)).toMatchObject({ status: 200, value: 2 });
  },
);
