import { errorObject, JsonApiError } from '@linkage/core';

/** Timers hold no longer time, some 25 days; what is to wait so long waits for ever. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The time that one request has, and whether anybody still waits for its answer. */
export interface Deadline {
  /** Aborts when time is up, the client is gone, or the request failed while something is still going on. */
  readonly signal: () => AbortSignal;
  /** Throws when the request has been given up: nothing new is started then. */
  readonly check: () => void;
  /**
   * What a call comes to, within the time of the request and this many milliseconds, 0 for no end. What it comes to later
   * is ignored.
   */
  readonly wait: <Result>(work: PromiseLike<Result>, milliseconds: number, what: string) => Promise<Result>;
  /** What the request comes to, within its own time; a write that is taken back has been so by then, if it is quick. */
  readonly finish: <Result>(request: Promise<Result>) => Promise<Result>;
  /** Frees timers and listeners. */
  readonly end: () => void;
}

function timedOut(what: string, milliseconds: number): JsonApiError {
  const error = errorObject('TIMED_OUT', 'The server gave up waiting for the answer.');
  return new JsonApiError(error, { cause: new Error(`${what} took longer than ${milliseconds} ms.`) });
}

function clientGone(): JsonApiError {
  return new JsonApiError(errorObject('CLIENT_GONE', 'The connection was closed before the answer was there.'));
}

type Timer = ReturnType<typeof setTimeout>;

function startTimer(run: () => void, milliseconds: number): Timer | undefined {
  return milliseconds > 0 && milliseconds <= LONGEST_TIMER ? setTimeout(run, milliseconds) : undefined;
}

/** Runs a piece of the application that is to change nothing by throwing. */
function ignoreFailure(run: () => void): void {
  try {
    run();
  } catch {
    // Whoever listens to the signal has failed, which is no reason to fail the request in another way.
  }
}

/** Starts the time of a request; `client` aborts when the client goes away. */
export function startDeadline(client: AbortSignal | undefined, requestTime: number): Deadline {
  // Made when somebody asks: a source in memory never does, and a controller costs as much as a small request.
  let controller: InstanceType<typeof AbortController> | undefined;
  let over: JsonApiError | undefined;
  let listening = false;
  const waiting = new Set<(reason: JsonApiError) => void>();

  const giveUp = (reason: JsonApiError): void => {
    if (over !== undefined) return;
    over = reason;
    for (const refuse of waiting) refuse(reason);
    ignoreFailure(() => controller?.abort(reason));
  };
  const onAbort = (): void => giveUp(clientGone());
  const listen = (): void => {
    if (listening || client === undefined) return;
    listening = true;
    if (client.aborted) onAbort();
    else client.addEventListener('abort', onAbort, { once: true });
  };
  let refuseRequest: ((reason: unknown) => void) | undefined;
  let timer = startTimer(() => {
    giveUp(timedOut('The request', requestTime));
    // The calls have just been given up: what waits for them has this turn to take back what it wrote.
    timer = setTimeout(() => refuseRequest?.(over), 0);
  }, requestTime);

  return {
    signal() {
      listen();
      if (controller === undefined) {
        controller = new AbortController();
        if (over !== undefined) controller.abort(over);
      }
      return controller.signal;
    },
    check() {
      if (client?.aborted === true) onAbort();
      if (over !== undefined) throw over;
    },
    wait(work, milliseconds, what) {
      listen();
      return new Promise((resolve, reject) => {
        let own: Timer | undefined;
        const settle = (): void => {
          waiting.delete(refuse);
          if (own !== undefined) clearTimeout(own);
        };
        const refuse = (reason: JsonApiError): void => {
          settle();
          reject(reason);
        };
        own = startTimer(() => giveUp(timedOut(what, milliseconds)), milliseconds);
        waiting.add(refuse);
        // Through a promise of our own: what a strange `then` passes on may itself be a promise.
        Promise.resolve(work).then(
          (result) => {
            settle();
            resolve(result);
          },
          (failure) => {
            settle();
            reject(over ?? failure);
          },
        );
        if (over !== undefined) refuse(over);
      });
    },
    finish(request) {
      return new Promise((resolve, reject) => {
        refuseRequest = reject;
        request.then(resolve, reject);
      });
    },
    end() {
      if (timer !== undefined) clearTimeout(timer);
      if (listening) client?.removeEventListener('abort', onAbort);
      if (waiting.size === 0) return;
      // Others of several calls at once: one has failed, so nobody waits for them.
      giveUp(clientGone());
    },
  };
}
