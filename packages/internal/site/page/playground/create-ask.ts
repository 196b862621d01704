import { createBoundedWorker } from '../shared/bounded-worker.ts';
import { startSandboxed } from '../shared/sandbox.ts';
import type { Answer, Question } from './model/question.ts';
import type { AskPlayground } from './playground.tsx';
import worker from './worker/playground-worker.ts?worker&url';

/** A calculation ends after this number of milliseconds. */
const TIME_LIMIT = 5_000;

/**
 * Creates the function that asks the worker of the playground.
 *
 * @param isLimited Whether a question has the time limit. Default: each has.
 */
export function createAsk(isLimited?: (question: Question) => boolean): AskPlayground {
  return createBoundedWorker<Question, Answer>(() => startSandboxed(worker), {
    timeLimit: TIME_LIMIT,
    ...(isLimited && { isLimited }),
    late: (seconds) => ({ failure: `The calculation took more than ${seconds} seconds, and was stopped.` }),
    broken: () => ({ failure: 'The worker of the playground failed.' }),
  });
}
