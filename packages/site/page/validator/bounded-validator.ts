/** Asks a worker, and starts another one if it does not answer in time. */
import type { Question, Validation } from './check-text.ts';

/** A validation ends after this number of milliseconds. */
export const TIME_LIMIT = 10_000;

/** The part of a worker that the validator uses. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<Validation & { readonly id: number }>) => unknown) | null;
  onerror: ((event: ErrorEvent) => unknown) | null;
  postMessage: (message: Question & { readonly id: number }) => void;
  terminate: () => void;
}

/** A worker that is busy for longer than this number of milliseconds is replaced for the next question. */
const PATIENCE = 300;

/** Validates a document. A newer question ends those before it, whose answers are `undefined`. */
export type Validate = (question: Question) => Promise<Validation | undefined>;

/** Creates a validator with one worker at a time. */
export function createValidator(start: () => WorkerLike, timeLimit: number = TIME_LIMIT): Validate {
  let worker: WorkerLike | undefined;
  let count = 0;
  let startedAt = 0;
  let leave: (answer: Validation | undefined, isWorkerUsable: boolean) => void = () => undefined;
  return (question) => {
    leave(undefined, performance.now() - startedAt < PATIENCE);
    startedAt = performance.now();
    const id = ++count;
    return new Promise((resolve) => {
      const current = worker ?? start();
      worker = current;
      const timer = setTimeout(() => {
        leave({ failure: `The validation took more than ${timeLimit / 1000} seconds, and was stopped.` }, false);
      }, timeLimit);
      leave = (answer, isWorkerUsable) => {
        clearTimeout(timer);
        leave = () => undefined;
        if (!isWorkerUsable) {
          // A worker cannot be interrupted: the next question gets a new one.
          current.terminate();
          worker = undefined;
        }
        resolve(answer);
      };
      current.onmessage = ({ data: { id: answered, ...answer } }) => {
        if (answered === id) leave(answer, true);
      };
      current.onerror = () => leave({ failure: 'The validator could not read the document.' }, false);
      current.postMessage({ id, ...question });
    });
  };
}
