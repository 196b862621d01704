import { errorObject, JsonApiError } from '@linkage/core';
import type { JsonApiRequest } from '../http.ts';
import type { CallDeadline } from '../sources/call-watch.ts';

/** The longest time of a timer in milliseconds, about 25 days. A longer time means no limit. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The time limit of one request, and whether its client still waits for the response. */
export interface Deadline extends CallDeadline {
  /** Aborts if the time is over, the client disconnects, or the request fails while a call is still running. */
  readonly signal: () => AbortSignal;
  /** Waits for the request within its time limit. If a rollback is quick, it finishes before the request fails. */
  readonly finish: <Result>(request: Promise<Result>) => Promise<Result>;
  /** Begins another time limit for the rest of the request, which is a stream. */
  readonly restart: (milliseconds: number) => void;
  /** Aborts the signal: the host reports that the client disconnected. */
  readonly leave: () => void;
  /** Removes timers and listeners. */
  readonly end: () => void;
}

function timedOut(what: string, milliseconds: number): JsonApiError {
  const error = errorObject('TIMED_OUT', 'The server did not finish the request within its time limit.');
  return new JsonApiError(error, { cause: new Error(`${what} took longer than ${milliseconds} ms.`) });
}

function clientGone(): JsonApiError {
  return new JsonApiError(errorObject('CLIENT_GONE', 'The client closed the connection before the server responded.'));
}

/** A timer of the host. */
export type Timer = ReturnType<typeof setTimeout>;

/** Starts a timer; returns undefined for a time that means no limit. */
export function startTimer(run: () => void, milliseconds: number): Timer | undefined {
  return milliseconds > 0 && milliseconds <= LONGEST_TIMER ? setTimeout(run, milliseconds) : undefined;
}

/** Calls a function of the application or the host whose errors must not affect the request. */
function ignoreFailure(run: () => void): void {
  try {
    run();
  } catch {
    // A listener of the signal threw, or the signal is not an `AbortSignal`. The request already fails for another reason.
  }
}

/** Starts the time limit of a request. Its signal aborts if the client disconnects. */
export function startDeadline(request: Pick<JsonApiRequest, 'signal' | 'connection'>, requestTime: number): Deadline {
  // Created on first use: a source in memory never uses it, and a controller costs as much as a small request.
  let controller: InstanceType<typeof AbortController> | undefined;
  let over: JsonApiError | undefined;
  let listening = false;
  let hasEnded = false;
  const waiting = new Set<(reason: JsonApiError) => void>();
  let client: AbortSignal | undefined;

  const giveUp = (reason: JsonApiError): void => {
    if (over !== undefined) return;
    over = reason;
    for (const giveUpWaiting of waiting) giveUpWaiting(reason);
    ignoreFailure(() => controller?.abort(reason));
  };
  const onAbort = (): void => giveUp(clientGone());
  const listen = (): void => {
    if (listening) return;
    listening = true;
    const { connection } = request;
    if (connection !== undefined) {
      if (connection.isGone()) onAbort();
      else connection.onGone(() => hasEnded || onAbort());
      return;
    }
    client = request.signal;
    if (client === undefined) return;
    if (client.aborted) onAbort();
    else client.addEventListener('abort', onAbort, { once: true });
  };
  let rejectRequest: ((reason: unknown) => void) | undefined;
  let timer = startTimer(() => {
    giveUp(timedOut('The request', requestTime));
    // The calls were just aborted: this turn lets their transactions roll back.
    timer = setTimeout(() => rejectRequest?.(over), 0);
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
      const { connection } = request;
      // Reading the signal creates it.
      if (connection === undefined ? request.signal?.aborted === true : connection.isGone()) onAbort();
      if (over !== undefined) throw over;
    },
    wait(work, milliseconds, what) {
      listen();
      return new Promise((resolve, reject) => {
        let callTimer: Timer | undefined;
        const settle = (): void => {
          waiting.delete(giveUpWaiting);
          if (callTimer !== undefined) clearTimeout(callTimer);
        };
        const giveUpWaiting = (reason: JsonApiError): void => {
          settle();
          reject(reason);
        };
        callTimer = startTimer(() => giveUp(timedOut(what, milliseconds)), milliseconds);
        waiting.add(giveUpWaiting);
        // Wrap the thenable in a promise: its `then` may pass on another promise.
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
        if (over !== undefined) giveUpWaiting(over);
      });
    },
    finish(request) {
      return new Promise((resolve, reject) => {
        rejectRequest = reject;
        request.then(resolve, reject);
      });
    },
    restart(milliseconds) {
      if (timer !== undefined) clearTimeout(timer);
      timer = startTimer(() => giveUp(timedOut('The stream', milliseconds)), milliseconds);
    },
    leave: onAbort,
    end() {
      if (timer !== undefined) clearTimeout(timer);
      ignoreFailure(() => client?.removeEventListener('abort', onAbort));
      // One of several parallel calls has failed, so nothing waits for the others.
      if (waiting.size > 0) giveUp(clientGone());
      hasEnded = true;
    },
  };
}
