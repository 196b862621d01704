import { DatabaseSync } from 'node:sqlite';
import { entityKind } from 'drizzle-orm';
import { SQLiteSyncDialect, withReplicas } from 'drizzle-orm/sqlite-core';
import { type Kysely, sql as kyselySql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { otherDrivers, overNodeSqlite, places } from '../../test/databases.ts';
import { createDrizzleDialect, type DrizzleDatabase } from './drizzle-dialect.ts';
import { kyselyOf, transactionOf } from './kysely-of.ts';
import { toSql } from './to-sql.ts';

const written = (text: string, parameters: readonly unknown[], style: 'numbered' | 'marked') =>
  new SQLiteSyncDialect().sqlToQuery(toSql(text, parameters, style));

test.each([
  ['select $1, $2', [1, 'b'], 'numbered', 'select ?, ?'],
  [`select '$1', "a$1""$2", $1`, [1], 'numbered', `select '$1', "a$1""$2", ?`],
  [
    `select '?''?', "a?", \`b?\`, ? from t where x = ?`,
    [1, null],
    'marked',
    `select '?''?', "a?", \`b?\`, ? from t where x = ?`,
  ],
  ['select 1', [], 'marked', 'select 1'],
] as const)('%s', (text, parameters, style, expected) => {
  expect(written(text, parameters, style)).toMatchObject({ sql: expected, params: [...parameters] });
});

test('a text with another number of parameters is a TypeError', () => {
  expect(() => toSql('select ?', [], 'marked')).toThrow('The statement has 1 places for 0 parameters.');
});

test.each([
  ['D1Database', 'it has no transactions that a request can keep open'],
  ['NeonHttpDatabase', 'it has no transactions that a request can keep open'],
  ['SqliteRemoteDatabase', 'its rows do not have the names of columns'],
  ['SomethingElse', 'The database must be one of Drizzle'],
])('the driver of %s is an error at start', (name, reason) => {
  class Database {
    readonly session = {};
  }
  Object.assign(Database, { [entityKind]: name });
  const db = new Database();
  expect(() => createDrizzleDialect(db as never)).toThrow(reason);
});

describe.each([...places, ...otherDrivers])('$title', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'statements', () => {
    test('transactions commit, roll back, and end after a failed statement; errors are those of the driver', async () => {
      const { db, exec, close } = await open();
      try {
        await exec('create table counter (id integer primary key, n integer not null)');
        const kysely = kyselyOf(db) as unknown as Kysely<{ counter: { id: number; n: number } }>;
        const rows = () => kysely.selectFrom('counter').selectAll().orderBy('id').execute();
        await kysely.transaction().execute(async (it) => {
          await it.insertInto('counter').values({ id: 1, n: 1 }).execute();
          const tx = await transactionOf(db, { transaction: it });
          expect(tx === db).toBe((db as { resultKind?: string }).resultKind === 'sync');
        });
        const stop = new Error('stop');
        const failing = kysely.transaction().execute(async (it) => {
          await it.insertInto('counter').values({ id: 2, n: 2 }).execute();
          throw stop;
        });
        await expect(failing).rejects.toBe(stop);
        const taken = kysely.transaction().execute(async (it) => {
          await it.insertInto('counter').values({ id: 3, n: 3 }).execute();
          await it.insertInto('counter').values({ id: 1, n: 1 }).execute();
        });
        await expect(taken).rejects.toSatisfy((it: Error) => !it.message.startsWith('Failed query'));
        expect(await rows()).toEqual([{ id: 1, n: 1 }]);
        // PostgreSQL would roll back at `commit`, without an error.
        const caught = kysely.transaction().execute(async (it) => {
          await it.updateTable('counter').set({ n: 1 }).execute();
          const again = it.insertInto('counter').values({ id: 1, n: 1 }).execute();
          await again.catch(() => undefined);
        });
        if (name === 'PostgreSQL') await expect(caught).rejects.toMatchObject({ code: '25P02' });
        else await caught;
        const { numUpdatedRows } = await kysely.updateTable('counter').set({ n: 5 }).executeTakeFirstOrThrow();
        expect(numUpdatedRows).toBe(1n);
        const { rows: read } = await kyselySql<{ n: number }>`select n from counter`.execute(kysely);
        expect(read).toEqual([{ n: 5 }]);
        expect(await transactionOf(db, {})).toBe(db);
      } finally {
        await close();
      }
    }, 60_000);
  });
});

test('a transaction of another database is not used', async () => {
  const [one, other] = [0, 1].map(() => overNodeSqlite(new DatabaseSync(':memory:')));
  if (one === undefined || other === undefined) return;
  await kyselyOf(one)
    .transaction()
    .execute(async (it) => expect(await transactionOf(other, { transaction: it })).toBe(other));
});

test('of a database with replicas, the primary one runs all statements', () => {
  const [primary, replica] = [0, 1].map(() => overNodeSqlite(new DatabaseSync(':memory:')));
  const both = withReplicas(primary as never, [replica as never]) as unknown as DrizzleDatabase;
  expect(kyselyOf(both)).toBe(kyselyOf(primary as DrizzleDatabase));
});

test('rows are not streamed', async () => {
  const kysely = kyselyOf(overNodeSqlite(new DatabaseSync(':memory:'))) as unknown as Kysely<{ t: { a: number } }>;
  const stream = kysely.selectFrom('t').selectAll().stream();
  await expect(stream.next()).rejects.toThrow('does not stream');
});
