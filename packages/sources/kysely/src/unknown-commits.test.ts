/** Writes of which it is unknown whether they were committed: they run once, and the response is 503. */

import { defineApi, JsonApiError } from '@linkage/core';
import { createServer, idempotencyKeys } from '@linkage/server';
import { CompiledQuery, type DatabaseConnection, type Dialect, type Driver, Kysely } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type DatabaseName, databases } from '../test/databases.ts';
import { createIdempotencyTable, createKyselyIdempotencyStore, createKyselySources } from './index.ts';

const api = defineApi({ counters: { attributes: { value: z.number() } } });
const lost = { code: 'ECONNRESET', syscall: 'read' };

/** The errors that a driver reports although the database completed the statement, and the status of the response. */
const errors: Readonly<Record<DatabaseName, readonly (readonly [error: object, status: number])[]>> = {
  SQLite: [[{ code: 'ERR_SQLITE_ERROR', errcode: 10 }, 503]],
  // Has the errors of PostgreSQL.
  PGlite: [],
  PostgreSQL: [
    [{ code: '40003' }, 503],
    [{ code: '08007' }, 503],
    [{ code: '08006' }, 503],
    [{ code: '57P01' }, 503],
    [lost, 503],
  ],
  MariaDB: [
    [{ code: 'PROTOCOL_CONNECTION_LOST' }, 503],
    [{ code: 'ER_ERROR_DURING_COMMIT', errno: 1180 }, 503],
    [lost, 503],
  ],
};

/** A dialect that completes a statement and then reports an error: at each commit, or after each `insert` outside of a transaction. */
function failingAfter(
  dialect: Dialect,
  place: 'commit' | 'insert',
  error: object,
  count: (sql: string) => void,
): Dialect {
  const failed = () => Object.assign(new Error('the outcome is unknown'), error);
  const watch = (connection: DatabaseConnection): DatabaseConnection => ({
    ...{ streamQuery: connection.streamQuery.bind(connection) },
    async executeQuery(query, ...rest) {
      const result = await connection.executeQuery(query, ...rest);
      if (/^insert into .?counter/.test(query.sql)) {
        count(query.sql);
        if (place === 'insert') throw failed();
      }
      return result as never;
    },
  });
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver() {
      const driver = dialect.createDriver();
      const own = new WeakMap<DatabaseConnection, DatabaseConnection>();
      const inner = (connection: DatabaseConnection) => own.get(connection) ?? connection;
      return {
        init: (...given) => driver.init(...given),
        async acquireConnection(...given) {
          const connection = await driver.acquireConnection(...given);
          const watched = watch(connection);
          own.set(watched, connection);
          return watched;
        },
        beginTransaction: (connection, settings) => driver.beginTransaction(inner(connection), settings),
        async commitTransaction(connection) {
          await driver.commitTransaction(inner(connection));
          if (place === 'commit') throw failed();
        },
        // The transaction is over.
        rollbackTransaction: async (connection) =>
          place === 'commit' ? undefined : driver.rollbackTransaction(inner(connection)),
        releaseConnection: (connection, ...given) => driver.releaseConnection(inner(connection), ...given),
        destroy: (...given) => driver.destroy(...given),
      } as Driver;
    },
  };
}

describe.each(databases.filter(({ name }) => errors[name].length > 0))('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'a write whose commit is unknown', () => {
    const hooks = { counters: { create: { before: () => undefined } } };
    test.each(errors[name])(
      '%j: %i',
      async (error, status) => {
        for (const [place, options] of [
          ['insert', {}],
          ['commit', { hooks }],
          ['commit', { hasKeys: true }],
        ] as const) {
          // A database without returned rows writes in a transaction.
          const isCommit = place === 'commit' || name === 'MariaDB';
          const database = await open();
          onTestFinished(() => database.close());
          await database.exec(
            `create table counter (id ${name === 'MariaDB' ? 'integer auto_increment' : name === 'SQLite' ? 'integer' : 'serial'} primary key, value integer not null)`,
          );
          let inserts = 0;
          const dialect = failingAfter(database.dialect, isCommit ? 'commit' : 'insert', error, () => {
            inserts += 1;
          });
          const db = new Kysely<never>({ dialect });
          onTestFinished(() => db.destroy());
          const hasKeys = 'hasKeys' in options;
          if (hasKeys) await createIdempotencyTable(db).catch(() => undefined);
          const failures: unknown[] = [];
          const { counters } = createKyselySources(api, db, { counters: { table: 'counter', idType: 'integer' } });
          const server = createServer(
            api,
            { counters },
            {
              ...('hooks' in options && ({ hooks: options.hooks } as object)),
              ...(hasKeys && {
                idempotency: {
                  keys: idempotencyKeys({ store: createKyselyIdempotencyStore(db) }),
                  user: () => 'all',
                },
              }),
              onError: (failure) => void failures.push(failure),
            },
          );
          const type = 'application/vnd.api+json';
          const input = { type: 'counters', attributes: { value: 1 }, relationships: {} } as const;
          const call = { context: undefined, signal: new AbortController().signal };
          const write = async (): Promise<number> => {
            if (place === 'commit') {
              const headers = { 'content-type': type, ...(hasKeys && { 'idempotency-key': 'k' }) };
              const body = JSON.stringify({ data: { type: 'counters', attributes: { value: 1 } } });
              return (await server.handle({ method: 'POST', url: '/counters', headers, body })).status;
            }
            const thrown = await Promise.resolve(counters.create(input, call)).catch((it: unknown) => it);
            failures.push(thrown);
            return JsonApiError.is(thrown) ? Number(thrown.status) : 500;
          };
          const written = await write();
          const { rows } = await db.executeQuery<{ n: number | string }>(
            CompiledQuery.raw('select count(*) as n from counter'),
          );
          expect([place, options, written, inserts, Number(rows[0]?.n), failures.length]).toEqual([
            ...[place, options, status, 1, 1, 1],
          ]);
        }
      },
      60_000,
    );
  });
});
