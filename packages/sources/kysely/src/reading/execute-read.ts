import type { FilterCondition } from '@linkage/core';
import { type Awaitable, andThen, assertNotAborted, orElse, recordRejection } from '@linkage/core/internal';
import type { SourceCall } from '@linkage/server';
import type { CompiledQuery, QueryResult } from 'kysely';
import { dialectOf } from '../dialects/dialect-of.ts';
import { executeDirectly } from '../dialects/direct-statements.ts';
import { canCancel } from '../dialects/later-kysely.ts';
import { namedError, nameOf } from '../dialects/named-statements.ts';
import { noteMissingIndexes } from '../dialects/reported-statements.ts';
import { sendingBy } from '../dialects/sent-statements.ts';
import type { Table } from '../mapping/table.ts';
import { runAgain } from '../statements/faults.ts';
import { inCall } from '../statements/in-call.ts';
import {
  type BuiltStatement,
  type KeptStatement,
  keptStatement,
  recordingFailure,
  withValues,
} from '../statements/kept-statements.ts';
import type { MEMBER, Row } from '../statements/selected-columns.ts';
import type { SentRead } from '../statements/sent-parameter.ts';
import type { Shape } from '../statements/shape.ts';
import { type Executor, runAsUser, transactionOf } from '../statements/transaction.ts';
import { readErrorOf } from '../statements/violation.ts';

/** The intention of a transaction: whether it changes rows and keeps their ids, or can delete them. */
export type RowLock = 'change' | 'delete';

/** The run of the statements of one call. */
export interface Run {
  readonly executor: Executor;
  /** The call whose end cancels the statements. Undefined within a write, which is not canceled. */
  readonly call: Pick<SourceCall, 'signal' | 'context'> | undefined;
  /** Conditions on rows that are read by id, or as members. */
  readonly conditions: readonly FilterCondition[] | undefined;
  /** The lock of the rows. */
  readonly lock: RowLock | undefined;
}

/** Returns a run that locks its rows for the write of a call. */
export function locking(run: Run, { keepsRecords }: SourceCall): Run {
  return { ...run, lock: keepsRecords === true ? 'change' : 'delete' };
}

/** A statement that can lock its rows. */
interface Lockable<Rows> {
  readonly forUpdate: (of?: never) => Rows;
  readonly forNoKeyUpdate: (of?: never) => Rows;
}

/**
 * Locks the rows of a statement against other writes. In PostgreSQL, rows that reference a changed row can still be written; a row that can
 * be deleted must not be referenced any more.
 *
 * @param alias The table to lock, of several: PostgreSQL cannot lock rows that an outer join may not find. MariaDB locks all of them.
 */
export function lockedFor<Rows extends Lockable<Rows>>(
  rows: Rows,
  { dialect }: Pick<Table, 'dialect'>,
  lock: RowLock,
  alias?: typeof MEMBER,
): Rows {
  if (dialect.locking !== 'rows') return rows.forUpdate();
  return lock === 'change' ? rows.forNoKeyUpdate(alias as never) : rows.forUpdate(alias as never);
}

/** Whether two transactions can run at the same time. If not, as in SQLite, rows do not have to be locked. */
export function canOverlap(executor: Executor): boolean {
  if (!executor.isTransaction || dialectOf(executor).locking === 'database') return false;
  return executor.getExecutor().adapter.supportsMultipleConnections !== false;
}

/** Adapters of drivers that cannot cancel a statement. */
const uncancelable = new WeakSet<object>();
/** Adapters of databases whose statements the application does not cancel. */
const neverCanceled = new WeakSet<object>();

/** Keeps statements of a database running after their calls were aborted. */
export function neverCancel(db: Pick<Executor, 'getExecutor'>): void {
  neverCanceled.add(db.getExecutor().adapter);
}

/** Executes a statement until a signal aborts: its wait for a connection ends, and the driver cancels the statement. */
function executeUntil(
  signal: AbortSignal,
  statement: CompiledQuery<Row>,
  executor: Executor,
): Promise<QueryResult<Row>> {
  const own = executor.getExecutor();
  const { adapter } = own;
  const name = nameOf(adapter, statement);
  let end: Promise<unknown> | undefined;
  const quiet = own.withConnectionProvider(
    sendingBy(own, {
      name,
      signal,
      onStart: (started) => {
        end = started;
      },
    }),
  );
  const strategy = neverCanceled.has(adapter) ? {} : ({ inflightQueryAbortStrategy: 'cancel query' } as const);
  return quiet.executeQuery<Row>(statement, { signal, ...strategy }).catch(async (error: unknown) => {
    // While `rollback` waited behind the statement, Kysely would cancel neither.
    if (executor.isTransaction && signal.aborted) await end;
    if (name !== undefined) throw namedError(adapter, error);
    // Kysely throws this error before it runs the statement.
    if (!(error instanceof Error) || !error.message.includes('inflightQueryAbortStrategy')) throw error;
    uncancelable.add(adapter);
    return executeDirectly(executor, statement);
  });
}

/**
 * Executes a statement that reads. If its call is aborted and the driver can cancel statements, the statement is canceled. The signal of a call
 * exists only if something reads it: a driver that blocks the thread cannot notice it, and a listener takes longer than some statements.
 */
function executeRead(
  statement: CompiledQuery<Row>,
  { executor, call }: Run,
  { dialect }: Table,
): Awaitable<QueryResult<Row>> {
  if (call !== undefined) assertNotAborted(call);
  const isCancelable =
    call !== undefined && dialect.isAsync && canCancel && !uncancelable.has(executor.getExecutor().adapter);
  return isCancelable ? executeUntil(call.signal, statement, executor) : executeDirectly(executor, statement);
}

/** The rows of a statement, and their columns. */
export interface RowsRead<Columns> {
  readonly rows: readonly Row[];
  readonly columns: Columns;
}

/** Executes a kept statement that reads, with the values of one execution. */
export function executeKept(
  run: Run,
  table: Table,
  kept: KeptStatement<unknown>,
  values: readonly unknown[],
): Awaitable<QueryResult<Row>> {
  const statement = withValues(kept, values);
  return recordingFailure(run.executor, statement, () => executeRead(statement, run, table));
}

/**
 * Reads rows by the statement of a shape, with the values of the shape. Returns the rows, and the columns that `build`
 * returned.
 *
 * @param build Builds the statement, if it is not kept yet.
 * @param missingIndexes Returns the indexes that the statement lacks. Called if the statements of the database are reported.
 */
export function readRows<Columns>(
  run: Run,
  table: Table,
  shape: Shape,
  build: () => BuiltStatement<Columns>,
  missingIndexes?: () => readonly string[],
): Awaitable<RowsRead<Columns>> {
  const kept = keptStatement(table, shape, build);
  if (missingIndexes !== undefined)
    noteMissingIndexes(run.executor.getExecutor().adapter, kept.compiled, missingIndexes);
  return andThen(executeKept(run, table, kept, shape.values), ({ rows }) => ({ rows, columns: kept.columns }));
}

/**
 * Returns a function that runs the statements of reads of a table: again after a conflict, and with the settings of the user.
 *
 * @param hasSettings Whether statements outside of transactions run with such settings.
 */
export function readerOf(db: Executor, table: Table, hasSettings: boolean) {
  return <Result>(
    call: SourceCall,
    sent: SentRead,
    run: (how: Run) => Awaitable<Result>,
    of: Table = table,
  ): Awaitable<Result> => {
    const begun = call.transaction === undefined ? db : transactionOf(db, call);
    const work = (on = begun): Awaitable<Result> => {
      const executor = table.usesCall || table.variesByRequest ? inCall(on, table, call) : on;
      return run({ executor, call, conditions: call.conditions, lock: undefined });
    };
    const once = !hasSettings || begun.isTransaction ? work : () => runAsUser(db, call, work);
    return orElse(once, async (reason) => {
      try {
        if (begun.isTransaction) throw reason;
        return await runAgain(db, call, once, 'read', reason);
      } catch (error) {
        throw recordRejection(readErrorOf(error, of, sent));
      }
    });
  };
}
