import { type Awaitable, andThen, orElse, recordRejection } from '@linkage/core/internal';
import type { SourceCall } from '@linkage/server';
import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../dialects/dialect-of.ts';
import { beginDirectly } from '../dialects/direct-statements.ts';
import { reportsAbortedCommits } from '../dialects/later-kysely.ts';
import { commitError } from '../failures/violation-error.ts';
import type { AnyDatabase } from '../mapping/table.ts';
import { onCleanConnection } from './clean-connection.ts';
import { recordRollback, withRetries } from './faults.ts';
import { violationReaderOf } from './raised-errors.ts';
import { hasSession, settingsOf } from './request-session.ts';
import { TransactionEnd } from './transaction-end.ts';

export type Executor = Kysely<AnyDatabase>;

type Settings = ReturnType<typeof settingsOf>;

/** The member of a transaction with its database. Sources over another database must not use it. A weak map would cost each write more. */
const databaseOf = Symbol('database');

type Marked = Executor & { [databaseOf]?: Executor };

function transactionOn(db: Executor, transaction: unknown): Executor | undefined {
  if (typeof transaction !== 'object' || transaction === null) return undefined;
  return (transaction as Marked)[databaseOf] === db ? (transaction as Executor) : undefined;
}

/**
 * Returns what runs statements in the transaction of a call, for statements of your own: the transaction, or the database outside of one. A
 * statement of the database itself would wait for the transaction where there is one connection, as in SQLite.
 *
 * @example
 * await sql`insert into audit (text) values ('An article was created.')`.execute(transactionOf(db, call));
 */
export function transactionOf<Database>(db: Kysely<Database>, call: Pick<SourceCall, 'transaction'>): Kysely<Database> {
  return (transactionOn(db as unknown as Executor, call.transaction) as Kysely<Database> | undefined) ?? db;
}

/**
 * Returns the transactions of a database. In MySQL, each statement sees what is committed when it begins, as in PostgreSQL:
 * otherwise, statements after one that waited for a lock would read rows as they were before it waited.
 */
function builderOf(db: Executor): ReturnType<Executor['transaction']> {
  return dialectOf(db).locking === 'ranges' ? db.transaction().setIsolationLevel('read committed') : db.transaction();
}

/** Fails if a statement of the transaction has failed: PostgreSQL would roll back at the commit, and older Kysely would not report it. */
async function assertNotAborted(one: Executor): Promise<void> {
  if (!reportsAbortedCommits && dialectOf(one).abortsTransactions) await sql`select 1`.execute(one);
}

/** Runs a transaction from `begin` to `commit`. The first error is that of the work, also if the rollback fails as well. */
async function runThroughKysely<Result>(
  db: Executor,
  run: (transaction: Executor) => Awaitable<Result>,
  settings: Settings,
): Promise<Result> {
  let failure: { readonly reason: unknown; readonly thrown: Error } | undefined;
  try {
    const execute = async (begun: Executor): Promise<Result> => {
      const end = new TransactionEnd();
      const transaction = begun.withPlugin(end);
      (transaction as Marked)[databaseOf] = db;
      try {
        if (settings !== undefined) await dialectOf(begun).setLocally?.(settings).execute(begun);
        const result = await run(transaction);
        await assertNotAborted(begun);
        return result;
      } catch (reason) {
        // Kysely looks at the error before it rolls back. A thrown value whose members throw would leave the transaction open.
        failure = { reason, thrown: new Error('The transaction is rolled back.') };
        throw failure.thrown;
      } finally {
        end.end();
      }
    };
    return await onCleanConnection(
      db,
      (on) => builderOf(on).execute(execute),
      (error) => failure !== undefined && error === failure.thrown,
    );
  } catch (error) {
    // The commit failed: a constraint can be deferred until then.
    if (failure === undefined) throw commitError(error, violationReaderOf(db));
    // If the rollback fails as well, for example because the connection is lost, Kysely throws the error of the rollback.
    if (error === failure.thrown) recordRollback(db, failure.reason);
    throw failure.reason;
  }
}

/** Runs a transaction like `runThroughKysely`, at once if the driver and the work allow it. */
function runWithin<Result>(
  db: Executor,
  run: (transaction: Executor) => Awaitable<Result>,
  settings: Settings,
): Awaitable<Result> {
  const begun = settings === undefined ? beginDirectly<AnyDatabase>(db) : undefined;
  if (begun === undefined) return runThroughKysely(db, run, settings);
  const { transaction, end } = begun;
  (transaction as Marked)[databaseOf] = db;
  const work = orElse(
    () => run(transaction),
    (reason) => {
      try {
        end(false);
        recordRollback(db, reason);
      } catch {
        // The driver rolls back before the next statement.
      }
      throw reason;
    },
  );
  return andThen(work, (result) => {
    try {
      end(true);
    } catch (error) {
      throw commitError(error, violationReaderOf(db));
    }
    return result;
  });
}

/** Runs statements once, in a transaction with the role and the settings of the call. */
export function runAsUser<Result>(
  db: Executor,
  call: SourceCall,
  run: (transaction: Executor) => Awaitable<Result>,
): Awaitable<Result> {
  return runWithin(db, run, settingsOf(db, call));
}

/**
 * Runs statements completely or not at all: in the call's transaction, or in a new one, which runs again if it conflicts
 * with another one. `account`: with the rights of the connection, and not of the user.
 */
export function runInTransaction<Result>(
  db: Executor,
  call: SourceCall,
  run: (transaction: Executor) => Promise<Result>,
  by?: 'user' | 'account',
): Promise<Result>;
export function runInTransaction<Result>(
  db: Executor,
  call: SourceCall,
  run: (transaction: Executor) => Awaitable<Result>,
  by?: 'user' | 'account',
): Awaitable<Result>;
export function runInTransaction<Result>(
  db: Executor,
  call: SourceCall,
  run: (transaction: Executor) => Awaitable<Result>,
  by: 'user' | 'account' = 'user',
): Awaitable<Result> {
  const begun = db.isTransaction ? db : transactionOn(db, call.transaction);
  if (begun !== undefined) return run(begun);
  return withRetries(db, call, () => runWithin(db, run, by === 'user' ? settingsOf(db, call) : undefined));
}

/** Runs one statement that writes; outside of a transaction it runs again if it met another one. */
export function runStatement<Result>(
  db: Executor,
  call: SourceCall,
  run: (executor: Executor) => Awaitable<Result>,
): Awaitable<Result> {
  const executor = transactionOf(db, call);
  if (executor.isTransaction) return run(executor);
  return withRetries(db, call, () => (hasSession(db) ? runAsUser(db, call, run) : run(executor)));
}

/** Returns a write of a source, which rejects like its reads: the errors that it makes for clients are known as such. */
export function recording<Given extends readonly unknown[], Result>(
  write: (...given: Given) => Awaitable<Result>,
): (...given: Given) => Awaitable<Result> {
  const reject = (reason: unknown): Promise<never> => Promise.reject(recordRejection(reason));
  return (...given) => orElse(() => write(...given), reject);
}
