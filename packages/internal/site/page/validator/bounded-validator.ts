import { type WorkerLike as AnyWorker, type Ask, createBoundedWorker } from '../shared/bounded-worker.ts';
import type { Question, Validation } from './check-text.ts';

/** A validation ends after this number of milliseconds. */
export const TIME_LIMIT = 10_000;

/** The part of a worker that the validator uses. */
export type WorkerLike = AnyWorker<Question, Validation>;

/** Validates a document. A newer question ends those before it, whose answers are `undefined`. */
export type Validate = Ask<Question, Validation>;

/** Creates a validator with one worker at a time. */
export function createValidator(start: () => WorkerLike, timeLimit: number = TIME_LIMIT): Validate {
  return createBoundedWorker<Question, Validation>(start, {
    timeLimit,
    late: (seconds) => ({ failure: `The validation took more than ${seconds} seconds, and was stopped.` }),
    broken: () => ({ failure: 'The validator could not read the document.' }),
  });
}
