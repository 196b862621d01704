import type { FilterCondition } from '@linkage/core';
import type { ConnectionProvider, DatabaseConnection } from 'kysely';
import { canCancel } from '../dialects/later-kysely.ts';
import { noteMissingIndexes } from '../dialects/reported-statements.ts';
import type { Table } from '../mapping/table.ts';
import {
  type BuiltStatement,
  type ExecutableStatement,
  keptStatement,
  withValues,
} from '../statements/kept-statements.ts';
import type { Row } from '../statements/selected-columns.ts';
import type { Shape } from '../statements/shape.ts';
import type { Executor } from '../statements/transaction.ts';

/** Returns a connection whose statements do not fail after the signal aborts. */
function quietConnection(connection: DatabaseConnection, signal: AbortSignal): DatabaseConnection {
  const { cancelQuery, collectSessionInfo, killSession } = connection;
  return {
    async executeQuery(query, options) {
      try {
        return await connection.executeQuery(query, options);
      } catch (error) {
        if (signal.aborted) return { rows: [] };
        throw error;
      }
    },
    streamQuery: (query, size, options) => connection.streamQuery(query, size, options),
    ...(cancelQuery !== undefined && { cancelQuery: cancelQuery.bind(connection) }),
    ...(collectSessionInfo !== undefined && { collectSessionInfo: collectSessionInfo.bind(connection) }),
    ...(killSession !== undefined && { killSession: killSession.bind(connection) }),
  };
}

/**
 * Returns connections for a statement with an abort signal. When the signal aborts, Kysely rejects at once, and writes the error with which
 * the canceled statement ends to `console.error`. The server has responded by then, so this error is not needed.
 */
function quietAfter(signal: AbortSignal, connections: ConnectionProvider): ConnectionProvider {
  return {
    provideConnection: (consumer, options) =>
      connections.provideConnection((connection) => consumer(quietConnection(connection, signal)), options),
  };
}

/** The run of the statements of one call. */
export interface Run {
  readonly executor: Executor;
  readonly signal: AbortSignal | undefined;
  /** Conditions on rows that are read by id, or as members. */
  readonly conditions: readonly FilterCondition[] | undefined;
}

/** Adapters of drivers that cannot cancel a statement. */
const uncancelable = new WeakSet<object>();

/** Keeps statements of a database running after their calls were aborted. */
export function neverCancel(db: Pick<Executor, 'getExecutor'>): void {
  uncancelable.add(db.getExecutor().adapter);
}

/** Executes a statement that the driver can cancel. */
async function executeCancelable(
  statement: ExecutableStatement,
  executor: Executor,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const own = executor.getExecutor();
  const { adapter } = own;
  const quiet = own.withConnectionProvider(quietAfter(signal, own));
  if (!uncancelable.has(adapter)) {
    try {
      return await statement.execute({ signal, inflightQueryAbortStrategy: 'cancel query' }, quiet);
    } catch (error) {
      // Kysely throws this error before it runs the statement.
      if (!(error instanceof Error) || !error.message.includes('inflightQueryAbortStrategy')) throw error;
      uncancelable.add(adapter);
    }
  }
  return statement.execute({ signal }, quiet);
}

/** Executes a statement that reads. If its call is aborted and the driver can cancel statements, the statement is canceled. */
function executeRead(
  statement: ExecutableStatement,
  { executor, signal }: Run,
  { dialect }: Table,
): Promise<readonly Row[]> {
  signal?.throwIfAborted();
  // A driver that blocks the thread cannot notice the signal, and a listener takes longer than some statements.
  if (signal !== undefined && dialect.isAsync && canCancel) return executeCancelable(statement, executor, signal);
  return statement.execute();
}

/**
 * Reads rows by the statement of a shape, with the values of the shape. Returns the rows, and the columns that `build`
 * returned.
 *
 * @param build Builds the statement, if it is not kept yet.
 * @param missingIndexes Returns the indexes that the statement lacks. Called if the statements of the database are reported.
 */
export async function readRows<Columns>(
  run: Run,
  table: Table,
  shape: Shape,
  build: () => BuiltStatement<Columns>,
  missingIndexes?: () => readonly string[],
): Promise<{ readonly rows: readonly Row[]; readonly columns: Columns }> {
  const kept = keptStatement(table, shape, build);
  if (missingIndexes !== undefined)
    noteMissingIndexes(run.executor.getExecutor().adapter, kept.compiled, missingIndexes);
  return { rows: await executeRead(withValues(kept, run.executor, shape), run, table), columns: kept.columns };
}
