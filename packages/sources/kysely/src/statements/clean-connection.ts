import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../dialects/dialect-of.ts';
import type { AnyDatabase } from '../mapping/table.ts';

type Executor = Kysely<AnyDatabase>;

/** Whether no transaction is open after `rollback`: the server has carried it out, or the connection is gone. */
async function rollsBack(one: Executor): Promise<boolean> {
  try {
    await sql`rollback`.execute(one);
    return true;
  } catch (error) {
    // Errors of the server have a state. A node of a cluster without a majority rejects `rollback`, too.
    return (Object(error) as { readonly sqlState?: unknown }).sqlState === undefined;
  }
}

/** Closes a connection, so that the server rolls back, and the pool opens another one. No statement runs that could be killed. */
async function closeConnection(one: Executor): Promise<void> {
  const executor = one.getExecutor();
  await executor.provideConnection(async (connection) =>
    connection.killSession?.((consumer) => executor.provideConnection(consumer)),
  );
}

/**
 * Uses one connection. In MySQL, it goes back to the pool only without a transaction: another request would write into an open
 * one, and its write would be lost.
 *
 * @param isOver Whether the transaction is over if `run` fails in this way.
 */
export function onCleanConnection<Result>(
  db: Executor,
  run: (on: Executor) => Promise<Result>,
  isOver: (error: unknown) => boolean,
): Promise<Result> {
  if (!dialectOf(db).keepsTransactions) return run(db);
  return db.connection().execute(async (one) => {
    try {
      return await run(one);
    } catch (error) {
      if (!isOver(error) && !(await rollsBack(one))) await closeConnection(one);
      throw error;
    }
  });
}
