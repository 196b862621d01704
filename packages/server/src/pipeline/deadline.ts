import type { JsonApiError } from '@linkage/core';
import { rejection } from '@linkage/core/internal';
import type { JsonApiRequest } from '../http.ts';
import type { CallDeadline } from '../sources/gateway/call-watch.ts';

/** The longest time of a timer in milliseconds, about 25 days. A longer time means no limit. */
const MAX_TIMER = 2 ** 31 - 1;

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
  const cause = new Error(`${what} took longer than ${milliseconds} ms.`);
  return rejection('TIMED_OUT.server', {}, undefined, { cause });
}

function clientGone(): JsonApiError {
  return rejection('CLIENT_GONE.closed', {});
}

/** A timer of the host. */
export type Timer = ReturnType<typeof setTimeout>;

/** Starts a timer; returns undefined for a time that means no limit. */
export function startTimer(run: () => void, milliseconds: number): Timer | undefined {
  return milliseconds > 0 && milliseconds <= MAX_TIMER ? setTimeout(run, milliseconds) : undefined;
}

/** Calls a function of the application or the host whose errors must not affect the request. */
function ignoreFailure(run: () => void): void {
  try {
    run();
  } catch {
    // A listener of the signal threw, or the signal is not an `AbortSignal`. The request already fails for another reason.
  }
}

/** A call of a source that the request waits for. */
interface WaitingCall {
  readonly giveUp: (reason: JsonApiError) => void;
  /** The end of its time, in milliseconds of `performance.now()`; Infinity without a limit. */
  readonly end: number;
  readonly milliseconds: number;
  readonly what: string;
}

/** Starts the time limit of a request. Its signal aborts if the client disconnects. */
export function startDeadline(request: Pick<JsonApiRequest, 'signal' | 'connection'>, requestTime: number): Deadline {
  // Created on first use: a source in memory never uses it, and a controller costs as much as a small request.
  let controller: InstanceType<typeof AbortController> | undefined;
  let over: JsonApiError | undefined;
  let listening = false;
  let hasEnded = false;
  const waiting = new Set<WaitingCall>();
  let client: AbortSignal | undefined;

  const giveUp = (reason: JsonApiError): void => {
    if (over !== undefined) return;
    over = reason;
    for (const call of waiting) call.giveUp(reason);
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
  // One timer for all calls: a timer for each costs more than the rest of this file.
  let callTimer: Timer | undefined;
  let timedUntil = Infinity;
  const timeUntil = (end: number): void => {
    if (end >= timedUntil) return;
    if (callTimer !== undefined) clearTimeout(callTimer);
    timedUntil = end;
    callTimer = startTimer(onCallTimer, Math.max(1, end - performance.now()));
  };
  const onCallTimer = (): void => {
    [callTimer, timedUntil] = [undefined, Infinity];
    const now = performance.now();
    const late = [...waiting].find(({ end }) => end <= now);
    if (late !== undefined) giveUp(timedOut(late.what, late.milliseconds));
    else for (const { end } of waiting) timeUntil(end);
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
        const isLimited = milliseconds > 0 && milliseconds <= MAX_TIMER;
        const end = isLimited ? performance.now() + milliseconds : Infinity;
        const giveUpWaiting = (reason: JsonApiError): void => {
          waiting.delete(call);
          reject(reason);
        };
        const call = { giveUp: giveUpWaiting, end, milliseconds, what };
        waiting.add(call);
        timeUntil(end);
        // Wrap the thenable in a promise: its `then` may pass on another promise.
        Promise.resolve(work).then(
          (result) => {
            waiting.delete(call);
            resolve(result);
          },
          (failure) => {
            waiting.delete(call);
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
      if (callTimer !== undefined) clearTimeout(callTimer);
      ignoreFailure(() => client?.removeEventListener('abort', onAbort));
      // One of several parallel calls has failed, so nothing waits for the others.
      if (waiting.size > 0) giveUp(clientGone());
      hasEnded = true;
    },
  };
}
