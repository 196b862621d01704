import type { SourceCall } from '@linkage/server';
import type { Kysely } from 'kysely';
import { dialectOf } from '../dialects/dialect-of.ts';
import type { AnyDatabase } from '../mapping/table.ts';
import { recordRollback, withRetries } from './faults.ts';
import { TransactionEnd } from './transaction-end.ts';

export type Executor = Kysely<AnyDatabase>;

/** Whether a database has the statements of MySQL. */
export function isMysql(db: Pick<Executor, 'getExecutor'>): boolean {
  return dialectOf(db).name === 'mysql';
}

/** The database of each transaction. Sources over another database must not use it. */
const databases = new WeakMap<object, Executor>();

function ownTransaction(db: Executor, transaction: unknown): Executor | undefined {
  if (typeof transaction !== 'object' || transaction === null) return undefined;
  return databases.get(transaction) === db ? (transaction as Executor) : undefined; // sabotage: another-transaction-used-database
}

/** Returns the executor of a call's statements: its transaction, if it belongs to this database. */
export function executorOf(db: Executor, call: SourceCall): Executor {
  return ownTransaction(db, call.transaction) ?? db;
}

/**
 * Returns the transactions of a database. In MySQL, each statement sees what is committed when it begins, as in PostgreSQL:
 * otherwise, statements after one that waited for a lock would read rows as they were before it waited.
 */
function builderOf(db: Executor): ReturnType<Executor['transaction']> {
  return isMysql(db) ? db.transaction().setIsolationLevel('read committed') : db.transaction();
}

/**
 * Runs statements completely or not at all: in the call's transaction, or in a new one, which runs again if it conflicts
 * with another one.
 */
export function runInTransaction<Result>(
  db: Executor,
  call: SourceCall,
  run: (transaction: Executor) => Promise<Result>,
): Promise<Result> {
  const begun = db.isTransaction ? db : ownTransaction(db, call.transaction);
  if (begun !== undefined) return run(begun);
  return withRetries(db, call, async () => {
    let failure: { readonly reason: unknown; readonly thrown: Error } | undefined;
    try {
      return await builderOf(db).execute(async (begun) => {
        const end = new TransactionEnd();
        const transaction = begun.withPlugin(end);
        databases.set(transaction, db);
        try {
          return await run(transaction);
        } catch (reason) {
          // Kysely looks at the error before it rolls back. A thrown value whose members throw would leave the transaction open.
          failure = { reason, thrown: new Error('The transaction is rolled back.') };
          throw failure.thrown;
        } finally {
          end.end();
        }
      });
    } catch (error) {
      if (failure === undefined) throw error;
      // If the rollback fails as well, for example because the connection is lost, Kysely throws the error of the rollback.
      if (error === failure.thrown) recordRollback(db, failure.reason);
      throw failure.reason;
    }
  });
}

/** Runs one statement; outside of a transaction it runs again if it met another one. */
export function runStatement<Result>(
  db: Executor,
  call: SourceCall,
  run: (executor: Executor) => Promise<Result>,
  kind: 'read' | 'write' = 'write',
): Promise<Result> {
  const executor = executorOf(db, call);
  return executor.isTransaction ? run(executor) : withRetries(db, call, () => run(executor), kind);
}
