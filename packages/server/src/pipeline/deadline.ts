import { errorObject, JsonApiError } from '@linkage/core';

/** The longest time of a timer in milliseconds, about 25 days. A longer time means no limit. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The time limit of one request, and whether its client still waits for the response. */
export interface Deadline {
  /** Aborts if the time is over, the client disconnects, or the request fails while a call is still running. */
  readonly signal: () => AbortSignal;
  /** Throws if the request was aborted, so that no new work starts. */
  readonly check: () => void;
  /**
   * Waits for a source call for at most this many milliseconds (0: no limit), and never beyond the time limit of the
   * request. Ignores a result that arrives later.
   */
  readonly wait: <Result>(work: PromiseLike<Result>, milliseconds: number, what: string) => Promise<Result>;
  /** Waits for the request within its time limit. If a rollback is quick, it finishes before the request fails. */
  readonly finish: <Result>(request: Promise<Result>) => Promise<Result>;
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

type Timer = ReturnType<typeof setTimeout>;

/** Calls a function of the application whose errors must not affect the request. */
function ignoreFailure(run: () => void): void {
  try {
    run();
  } catch {
    // A listener of the signal threw. The request already fails for another reason.
  }
}

/** A call that is still running. */
interface RunningCall {
  readonly refuse: (reason: JsonApiError) => void;
  readonly what: string;
  readonly milliseconds: number;
  /** The time at which the call is over; infinite if it has no limit. */
  readonly end: number;
}

function isLimit(milliseconds: number): boolean {
  return milliseconds > 0 && milliseconds <= LONGEST_TIMER;
}

/**
 * Starts the time limit of a request. `client` aborts if the client disconnects. One timer serves the request and its calls: a
 * timer for each call takes as long as the rest of waiting for it.
 *
 * @param callTime The time limit of most calls, or 0 if they do not have one.
 */
export function startDeadline(client: AbortSignal | undefined, requestTime: number, callTime: number): Deadline {
  // Created on first use: a source in memory never uses it, and a controller costs as much as a small request.
  let controller: InstanceType<typeof AbortController> | undefined;
  let over: JsonApiError | undefined;
  let listening = false;
  const running = new Set<RunningCall>();
  const requestEnd = isLimit(requestTime) ? performance.now() + requestTime : Number.POSITIVE_INFINITY;

  const giveUp = (reason: JsonApiError): void => {
    if (over !== undefined) return;
    over = reason;
    for (const { refuse } of running) refuse(reason);
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
  let timer: Timer | undefined;
  /** The time at which the timer ends. It is never later than the end of the request, or of a call. */
  let timerEnd = Number.POSITIVE_INFINITY;
  const startTimer = (end: number, milliseconds: number): void => {
    if (end >= timerEnd) return;
    if (timer !== undefined) clearTimeout(timer);
    timerEnd = end;
    timer = setTimeout(onTime, milliseconds);
  };
  const onTime = (): void => {
    const now = performance.now();
    timerEnd = Number.POSITIVE_INFINITY;
    if (now >= requestEnd) {
      giveUp(timedOut('The request', requestTime));
      // The calls were just aborted: this turn lets their transactions roll back.
      timer = setTimeout(() => refuseRequest?.(over), 0);
      return;
    }
    let end = requestEnd;
    for (const call of running) {
      if (now >= call.end) giveUp(timedOut(call.what, call.milliseconds));
      end = Math.min(end, call.end);
    }
    if (end > now && end < Number.POSITIVE_INFINITY) startTimer(end, end - now);
    else startTimer(requestEnd, requestEnd - now);
  };
  if (requestEnd < Number.POSITIVE_INFINITY) {
    // The first timer also ends no later than the first call.
    const first = isLimit(callTime) ? Math.min(callTime, requestTime) : requestTime;
    startTimer(requestEnd - requestTime + first, first);
  }

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
        const end = isLimit(milliseconds) ? performance.now() + milliseconds : Number.POSITIVE_INFINITY;
        const refuse = (reason: JsonApiError): void => {
          running.delete(call);
          reject(reason);
        };
        const call: RunningCall = { refuse, what, milliseconds, end };
        if (over === undefined) startTimer(end, milliseconds);
        running.add(call);
        // Wrap the thenable in a promise: its `then` may pass on another promise.
        Promise.resolve(work).then(
          (result) => {
            running.delete(call);
            resolve(result);
          },
          (failure) => {
            running.delete(call);
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
      if (running.size === 0) return;
      // One of several parallel calls has failed, so nothing waits for the others.
      giveUp(clientGone());
    },
  };
}
