import { createBoundedWorker } from '../bounded-worker.ts';
import { startSandboxed } from '../sandbox.ts';
import type { AskPlayground } from './playground.tsx';
import worker from './playground-worker.ts?worker&url';
import type { Answer, Question } from './question.ts';

/** A calculation ends after this number of milliseconds. */
const TIME_LIMIT = 5_000;

/** Creates the function that asks the worker of the playground. */
export function createAsk(): AskPlayground {
  return createBoundedWorker<Question, Answer>(() => startSandboxed(worker), {
    timeLimit: TIME_LIMIT,
    late: (seconds) => ({ failure: `The calculation took more than ${seconds} seconds, and was stopped.` }),
    broken: () => ({ failure: 'The worker of the playground failed.' }),
  });
}
