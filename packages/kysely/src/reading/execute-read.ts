import type { FilterCondition } from '@linkage/core';
import type { AbortableQueryOptions } from 'kysely';
import { dialectOf } from '../dialects/dialect-of.ts';
import type { Row } from '../statements/selected-columns.ts';
import type { Executor } from '../statements/transaction.ts';

/** How statements of one call are run. */
export interface Run {
  readonly executor: Executor;
  readonly signal: AbortSignal | undefined;
  /** What the rows that are read by id, or as members, must meet. */
  readonly conditions: readonly FilterCondition[] | undefined;
}

/** A statement that can be executed. */
export interface Statement {
  readonly execute: (options?: AbortableQueryOptions) => Promise<readonly unknown[]>;
}

/** Adapters of drivers that cannot cancel a statement. */
const uncancelable = new WeakSet<object>();

/** Keeps statements of a database running, even if nobody waits for them any more. */
export function neverCancel(db: Pick<Executor, 'getExecutor'>): void {
  uncancelable.add(db.getExecutor().adapter);
}

/** Executes a statement that reads. It is cancelled when nobody waits for it any more, where the driver can do that. */
export async function executeRead(statement: Statement, { executor, signal }: Run): Promise<readonly Row[]> {
  signal?.throwIfAborted();
  // A driver that blocks the thread cannot notice the signal, and to listen costs more than some statements.
  if (signal === undefined || !dialectOf(executor).isAsync) return (await statement.execute()) as readonly Row[];
  const { adapter } = executor.getExecutor();
  if (!uncancelable.has(adapter)) {
    try {
      return (await statement.execute({ signal, inflightQueryAbortStrategy: 'cancel query' })) as readonly Row[];
    } catch (error) {
      // Kysely says so before it runs the statement.
      if (!(error instanceof Error) || !error.message.includes('inflightQueryAbortStrategy')) throw error;
      uncancelable.add(adapter);
    }
  }
  return (await statement.execute({ signal })) as readonly Row[];
}
