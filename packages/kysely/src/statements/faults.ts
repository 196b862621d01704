import { errorObject, JsonApiError } from '@linkage/core';
import type { DriverError } from '@linkage/core/records';
import type { SourceCall } from '@linkage/server';
import type { Kysely } from 'kysely';
import { dialectOf } from '../dialects/dialect-of.ts';
import type { Fault } from '../dialects/failure.ts';

/** How often a transaction runs at most. */
const MAX_RUNS = 8;
/** Milliseconds before the second run; each further wait can be twice as long. */
const FIRST_WAIT = 4;
const LONGEST_WAIT = 200;

const answers: Readonly<Record<Fault, () => readonly [error: ReturnType<typeof errorObject>, retryAfter: string]>> = {
  conflict: () => [
    errorObject('WRITE_CONFLICT', 'Concurrent requests change the same data. Send the request again.'),
    '1',
  ],
  unavailable: () => [
    errorObject('SERVICE_UNAVAILABLE', 'The data source is temporarily unavailable. Send the request again later.'),
    '1',
  ],
  timeout: () => [errorObject('TIMED_OUT', 'The request exceeded the time limit of the database.'), '1'],
};

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** What a failure is to a client: an answer if the database could not do its work at the moment, else the failure. */
function answerOf(error: unknown, fault: Fault | undefined, kind: 'read' | 'write'): unknown {
  if (fault === undefined) return error;
  // A request that only reads has nothing that could conflict.
  const [object, retryAfter] = answers[fault === 'conflict' && kind === 'read' ? 'unavailable' : fault]();
  return new JsonApiError(object, { cause: error, headers: { 'Retry-After': retryAfter } });
}

/**
 * Runs what is whole in itself: a statement, or a transaction from `begin` to `commit`. If it met a concurrent transaction, it
 * runs again, at most 8 times.
 *
 * @throws {JsonApiError} 409 if it met another transaction each time (503 if it only reads), 503 if the database cannot be reached, and 504 if a
 * statement took longer than the database allows. Each has a `Retry-After`.
 */
export async function withRetries<Result>(
  db: Pick<Kysely<never>, 'getExecutor'>,
  { signal }: Pick<SourceCall, 'signal'>,
  run: () => Promise<Result>,
  kind: 'read' | 'write' = 'write',
): Promise<Result> {
  for (let runs = 1; ; runs++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Error) || JsonApiError.is(error)) throw error;
      const fault = dialectOf(db).faultOf(error as DriverError);
      if (fault !== 'conflict' || runs === MAX_RUNS || signal.aborted) throw answerOf(error, fault, kind);
      // Transactions that met once would meet again if all of them waited equally long.
      await wait(Math.random() * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** runs));
    }
  }
}
