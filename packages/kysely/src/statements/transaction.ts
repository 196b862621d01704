import type { SourceCall } from '@linkage/server';
import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../mapping/table.ts';

export type Executor = Kysely<AnyDatabase>;

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

/** Runs statements completely or not at all: in the call's transaction, or in a new one. */
export function runInTransaction<Result>(
  db: Executor,
  call: SourceCall,
  run: (transaction: Executor) => Promise<Result>,
): Promise<Result> {
  const begun = db.isTransaction ? db : ownTransaction(db, call.transaction);
  if (begun !== undefined) return run(begun);
  return db.transaction().execute((transaction) => {
    databases.set(transaction, db);
    return run(transaction);
  });
}
