/** Asks a worker, and starts another one if it does not answer in time. */

/** The part of a worker that is used. Questions and answers have a number. When a worker has loaded, it sends the number 0. */
export interface WorkerLike<Question, Answer> {
  onmessage: ((event: MessageEvent<Answer & { readonly id: number }>) => unknown) | null;
  onerror: ((event: ErrorEvent) => unknown) | null;
  postMessage: (message: Question & { readonly id: number }) => void;
  terminate: () => void;
}

/** The answers of a worker that cannot answer. */
export interface WorkerFailures<Question, Answer> {
  /** The time limit, in milliseconds. */
  readonly timeLimit: number;
  /** Whether a question has the time limit. Default: each has. */
  readonly isLimited?: (question: Question) => boolean;
  /** A worker that is busy for longer than this number of milliseconds is replaced for the next question. Default: 300. */
  readonly patience?: number;
  readonly late: (seconds: number) => Answer;
  readonly broken: () => Answer;
}

/** Asks a question. A newer question ends those before it, whose answers are `undefined`. */
export type Ask<Question, Answer> = (question: Question) => Promise<Answer | undefined>;

/** Creates a function that asks one worker at a time. The time in which a worker loads does not count: networks can be slow. */
export function createBoundedWorker<Question extends object, Answer extends object>(
  start: () => WorkerLike<Question, Answer>,
  { timeLimit, isLimited = () => true, patience = 300, late, broken }: WorkerFailures<Question, Answer>,
): Ask<Question, Answer> {
  let worker: WorkerLike<Question, Answer> | undefined;
  let isLoaded = false;
  let count = 0;
  let startedAt = 0;
  let leave: (answer: Answer | undefined, isWorkerUsable: boolean) => void = () => undefined;
  return (question) => {
    leave(undefined, !isLoaded || performance.now() - startedAt < patience);
    const id = ++count;
    return new Promise((resolve) => {
      if (worker === undefined) isLoaded = false;
      const current = worker ?? start();
      worker = current;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const send = (): void => {
        isLoaded = true;
        startedAt = performance.now();
        if (isLimited(question)) timer = setTimeout(() => leave(late(timeLimit / 1000), false), timeLimit);
        current.postMessage({ id, ...question });
      };
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
        if (answered === 0 && !isLoaded) send();
        else if (answered === id) leave(answer as unknown as Answer, true);
      };
      current.onerror = () => leave(broken(), false);
      if (isLoaded) send();
    });
  };
}
