import { JsonApiError } from '@linkage/core';
import { type Awaitable, orElse, recordReported, rejection } from '@linkage/core/internal';
import type { SourceCall } from '@linkage/server';
import type { Kysely } from 'kysely';
import { dialectOf } from '../dialects/dialect-of.ts';
import type { Fault } from '../dialects/failure.ts';
import { retryLater } from '../failures/source-errors.ts';
import { type DriverError, driverText } from '../failures/violation.ts';
import { parametersOfFailure } from './failed-statement.ts';
import { hasSession } from './request-session.ts';

/** The maximum number of runs of a transaction. */
const MAX_RUNS = 8;
/** Milliseconds before the second run. Each further wait can be twice as long. */
const FIRST_WAIT = 4;
const MAX_WAIT = 200;
/** Milliseconds of the longest wait for the lock of a file, which other processes hold for a short time. */
const MAX_WAIT_FOR_FILE = 16;
/** The number of milliseconds for which the runs of one transaction wait for another process, if the driver does not wait itself. */
const MAX_PATIENCE = 1000;
/** The number of milliseconds for which the runs of one transaction can block the thread before the last one. */
const MAX_BLOCK = 10;

const keys = {
  conflict: 'WRITE_CONFLICT.concurrent',
  unavailable: 'SERVICE_UNAVAILABLE.source',
  lost: 'SERVICE_UNAVAILABLE.source',
  timeout: 'TIMED_OUT.database',
} as const satisfies Record<Exclude<Fault, 'denied'>, string>;

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A value of a wrong form, and a setting that does not exist, or an object: only a statement that names one has a position. */
const unreadClaims: ReadonlySet<unknown> = new Set(['22P02', '42704']);

/** Whether a policy failed because the session of a call lacks a setting, or has one that the policy cannot read. No parameter of the statement did. */
function isUnreadClaim(db: Pick<Kysely<never>, 'getExecutor'>, error: DriverError): boolean {
  const { code, position } = error;
  if (!hasSession(db) || !unreadClaims.has(code) || driverText(position) !== undefined) return false;
  return dialectOf(db).violationOf(error)?.parameter === undefined;
}

/** Returns the error for a client if the database failed only temporarily, or rejected the account. Otherwise, returns the failure. */
function answerOf(error: Error, fault: Fault | undefined, kind: 'read' | 'write'): unknown {
  if (fault === undefined) return error;
  // The message of the database names the table.
  if (fault === 'denied') return rejection('FORBIDDEN.denied', {}, undefined, { cause: recordReported(error) });
  // A read cannot conflict with another request.
  return retryLater(keys[fault === 'conflict' && kind === 'read' ? 'unavailable' : fault], error);
}

/** Errors of the application, not of statements of the sources, within a transaction whose connection is not lost. */
const foreign = new WeakSet<object>();

/**
 * Records the error of a transaction that was rolled back. If the connection could roll back, it is not lost: an error of the
 * application that says so is about another service.
 */
export function recordRollback(db: Pick<Kysely<never>, 'getExecutor'>, error: unknown): void {
  if (!(error instanceof Error) || parametersOfFailure(error) !== undefined) return;
  if (dialectOf(db).faultOf(error as DriverError) === 'lost') foreign.add(error);
}

/**
 * Whether a transaction can run again after a conflict. A driver that waited for the other transaction would only block again. Where
 * another process locks the whole database, as in SQLite, 8 runs are over before a few of its transactions are.
 */
async function canRepeat(db: Kysely<never>, error: DriverError, runs: number, begun: number): Promise<boolean> {
  const { blockedBefore } = dialectOf(db);
  if (blockedBefore === undefined) return runs < MAX_RUNS;
  const blocked = await blockedBefore(error, db);
  if (blocked > 0) return runs < MAX_RUNS && blocked * runs < MAX_BLOCK;
  return performance.now() - begun < MAX_PATIENCE;
}

/**
 * Runs a statement, or a transaction from `begin` to `commit`. If it conflicts with a concurrent transaction, it runs again, at
 * most 8 times in total, or for a second if another process has locked a SQLite database without a `busy_timeout`. It does not run again after any other fault, because it can have been committed.
 *
 * @throws {JsonApiError} 409 if each run conflicts with another transaction (503 for a read), 503 if the database cannot be reached,
 * and 504 if a statement takes longer than the database allows: these have a `Retry-After` header. 403 if the account of the server lacks a right.
 */
export function withRetries<Result>(
  db: Pick<Kysely<never>, 'getExecutor'>,
  call: Pick<SourceCall, 'signal'>,
  run: () => Awaitable<Result>,
): Awaitable<Result> {
  return orElse(run, (reason) => runAgain(db, call, run, 'write', reason));
}

/** Runs a statement or a transaction again after its first run failed, if it can. */
export async function runAgain<Result>(
  db: Pick<Kysely<never>, 'getExecutor'>,
  call: Pick<SourceCall, 'signal'>,
  run: () => Awaitable<Result>,
  kind: 'read' | 'write',
  first: unknown,
): Promise<Result> {
  const begun = performance.now();
  let error = first;
  for (let runs = 1; ; runs++) {
    if (!(error instanceof Error) || JsonApiError.is(error) || foreign.has(error)) throw error;
    const known = dialectOf(db).faultOf(error as DriverError);
    const fault = known ?? (isUnreadClaim(db, error) ? 'denied' : undefined);
    const isOver = fault !== 'conflict' || call.signal.aborted;
    if (isOver || !(await canRepeat(db as Kysely<never>, error, runs, begun))) throw answerOf(error, fault, kind);
    // If all transactions waited equally long, they would conflict again.
    const longest = dialectOf(db).blockedBefore === undefined ? MAX_WAIT : MAX_WAIT_FOR_FILE;
    await wait(Math.random() * Math.min(longest, FIRST_WAIT * 2 ** runs));
    try {
      return await run();
    } catch (reason) {
      error = reason;
    }
  }
}
