import type { SourceCall } from '@linkage/server';
import type { Kysely } from 'kysely';
import { dialectOf } from '../dialects/dialect-of.ts';
import type { AnyDatabase } from '../mapping/table.ts';
import { withRetries } from './faults.ts';

export type Executor = Kysely<AnyDatabase>;

/** Whether a database has the statements of MySQL. */
export function isMysql(db: Pick<Executor, 'getExecutor'>): boolean {
  return dialectOf(db).name === 'mysql';
}

/** The database of each transaction. Sources over another database must not use it. */
const databases = new WeakMap<object, Executor>();

function ownTransaction(db: Executor, transaction: unknown): Executor | undefined {
  if (typeof transaction !== 'object' || transaction === null) return undefined;
  return databases.get(transaction) === db ? (transaction as Executor) : undefined;
}

/** Returns the executor of a call's statements: its transaction, if it belongs to this database. */
export function executorOf(db: Executor, call: SourceCall): Executor {
  return ownTransaction(db, call.transaction) ?? db;
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
    let failure: { readonly reason: unknown } | undefined;
    try {
      return await db.transaction().execute((transaction) => {
        databases.set(transaction, db);
        return run(transaction).catch((reason: unknown) => {
          failure = { reason };
          throw reason;
        });
      });
    } catch (error) {
      // If the rollback fails as well, for example because the connection is lost, Kysely throws the error of the rollback.
      throw failure === undefined ? error : failure.reason;
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
