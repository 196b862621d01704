import { JsonApiError } from '@linkage/core';
import { outageError } from '../failures/outage.ts';
import { retryLater } from '../failures/source-errors.ts';
import type { CommonStatements } from './model-statements.ts';

/** The maximum number of runs of a transaction. */
const MAX_RUNS = 8;

/**
 * Runs a transaction, again if it conflicts with another one.
 *
 * @throws {JsonApiError} 409 if each run conflicts, 503 if the transaction cannot begin or end because there is no connection.
 */
export async function runTransaction<Executor, Result>(
  { transaction, isConflict }: CommonStatements<Executor>,
  signal: AbortSignal,
  run: (on: Executor) => Promise<Result>,
): Promise<Result> {
  for (let runs = 1; ; runs++) {
    let isOfRun = false;
    const attempt = async (on: Executor): Promise<Result> => {
      try {
        return await run(on);
      } catch (error) {
        isOfRun = true;
        throw error;
      }
    };
    try {
      return await transaction(attempt);
    } catch (error) {
      // Errors within the transaction can be those of the application.
      if (!isOfRun && outageError(error) !== error) throw outageError(error);
      if (isConflict === undefined || JsonApiError.is(error) || !isConflict(error)) throw error;
      if (signal.aborted) throw error;
      if (runs === MAX_RUNS) throw retryLater('WRITE_CONFLICT', error);
      // If all transactions waited equally long, they would conflict again.
      await new Promise<void>((resolve) => setTimeout(() => resolve(), Math.random() * 2 ** runs));
    }
  }
}
