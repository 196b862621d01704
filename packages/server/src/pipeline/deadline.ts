import type { JsonApiError } from '@linkage/core';
import { rejection } from '@linkage/core/internal';
import type { ReadRequest } from '../http.ts';
import type { Place } from '../request/overload/admission.ts';
import type { CallDeadline } from '../sources/gateway/call-watch.ts';

/** The longest time of a timer in milliseconds, about 25 days. A longer time means no limit. */
const MAX_TIMER = 2 ** 31 - 1;

function timedOut(what: string, milliseconds: number): JsonApiError {
  const cause = new Error(`${what} took longer than ${milliseconds} ms.`);
  return rejection('TIMED_OUT.server', {}, undefined, { cause });
}

type Timer = ReturnType<typeof setTimeout>;

function isLimit(milliseconds: number): boolean {
  return milliseconds > 0 && milliseconds <= MAX_TIMER;
}

/** Calls a listener of the signal, or a signal of the host, which can throw: the request already fails for another reason. */
function ignoreFailure(run: () => void): void {
  try {
    run();
  } catch {}
}

/** A call that the request waits for, and the end of its time in milliseconds of `performance.now()`; Infinity without a limit. */
interface WaitingCall {
  readonly giveUp: (reason: JsonApiError) => void;
  readonly until: number;
  readonly late: () => JsonApiError;
}

/**
 * The time limit of one request, whether its client still waits for the response, and its place among the requests of the server. Timers,
 * the signal, and its listener exist only if something waits or asks for them: a source in memory answers at once.
 */
export class Deadline implements CallDeadline {
  readonly received: ReadRequest;
  readonly #requestTime: number;
  /** Set before the request starts. */
  place: Place | undefined = undefined;
  readonly #started: number = performance.now();
  #controller: InstanceType<typeof AbortController> | undefined = undefined;
  #over: JsonApiError | undefined = undefined;
  /** Listens to the client. Undefined if nothing has asked for it. */
  #onGone: (() => unknown) | undefined = undefined;
  #hasEnded = false;
  #timer: Timer | undefined = undefined;
  /** The calls that the request waits for. */
  #waiting: Set<WaitingCall> | undefined = undefined;
  /** The number of calls that have not ended. The request can have given up on them. */
  #pending = 0;
  /** One timer for all calls: a timer for each costs more than the rest of this file. */
  #callTimer: Timer | undefined = undefined;
  #timedUntil: number = Infinity;

  constructor(received: ReadRequest, requestTime: number) {
    this.received = received;
    this.#requestTime = requestTime;
  }

  #giveUp(reason: JsonApiError): void {
    if (this.#over !== undefined) return;
    this.#over = reason;
    for (const call of this.#waiting ?? []) call.giveUp(reason);
    ignoreFailure(() => this.#controller?.abort(reason));
  }

  /** Aborts the signal: the host reports that the client disconnected. */
  leave(): void {
    this.#giveUp(rejection('CLIENT_GONE.closed', {}));
  }

  #listen(): void {
    if (this.#onGone !== undefined) return;
    this.#onGone = () => this.#hasEnded || this.leave();
    if (this.received.isGone()) this.leave();
    else if (this.received.connection !== undefined) this.received.connection.onGone(this.#onGone);
    else this.received.signal?.addEventListener('abort', this.#onGone, { once: true });
  }

  /** Returns a signal that aborts if the time is over, the client disconnects, or the request fails while a call is still running. */
  signal(): AbortSignal {
    this.#listen();
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#over !== undefined) this.#controller.abort(this.#over);
    }
    return this.#controller.signal;
  }

  check(): void {
    if (this.received.isGone()) this.leave();
    if (this.#over !== undefined) throw this.#over;
  }

  #timeUntil(end: number): void {
    clearTimeout(this.#callTimer);
    this.#timedUntil = end;
    this.#callTimer = setTimeout(() => this.#onCallTimer(), Math.max(1, end - performance.now()));
  }

  #onCallTimer(): void {
    this.#timedUntil = Infinity;
    const [now, waiting] = [performance.now(), [...(this.#waiting ?? [])]];
    const late = waiting.find(({ until }) => until <= now);
    if (late !== undefined) this.#giveUp(late.late());
    else for (const { until } of waiting) if (until < this.#timedUntil) this.#timeUntil(until);
  }

  #freePlace(): void {
    clearTimeout(this.#timer);
    this.place?.leave();
  }

  wait<Result>(work: PromiseLike<Result>, milliseconds: number, what: string): Promise<Result> {
    this.#listen();
    this.#pending++;
    this.#waiting ??= new Set();
    const waiting = this.#waiting;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const giveUp = (reason: JsonApiError): void => {
      waiting.delete(call);
      reject(reason);
    };
    const until = isLimit(milliseconds) ? performance.now() + milliseconds : Infinity;
    const call = { giveUp, until, late: () => timedOut(what, milliseconds) };
    waiting.add(call);
    if (until < this.#timedUntil) this.#timeUntil(until);
    // Wrap the thenable in a promise: its `then` may pass on another promise, or start its work again.
    Promise.resolve(work).then(
      (result) => this.#settle(call, () => resolve(result)),
      (failure) => this.#settle(call, () => reject(this.#over ?? failure)),
    );
    if (this.#over !== undefined) giveUp(this.#over);
    return promise;
  }

  /** Frees the place when the request and all its calls have ended: the work of a call still loads the server. */
  #settle(call: WaitingCall, answer: () => void): void {
    this.#waiting?.delete(call);
    this.#pending--;
    if (this.#hasEnded && this.#pending === 0) this.#freePlace();
    answer();
  }

  /** Waits for the request within its time limit. If a rollback is quick, it finishes before the request fails. */
  finish<Result>(request: Promise<Result>): Promise<Result> {
    if (!isLimit(this.#requestTime)) return request;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const onTime = (): void => {
      this.#giveUp(timedOut('The request', this.#requestTime));
      // The calls were just aborted: this turn lets their transactions roll back.
      this.#timer = setTimeout(() => reject(this.#over), 0);
    };
    this.#timer = setTimeout(onTime, Math.max(1, this.#started + this.#requestTime - performance.now()));
    request.then(resolve, reject);
    return promise;
  }

  /** Begins another time limit for the rest of the request, which is a stream. */
  restart(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (isLimit(milliseconds))
      this.#timer = setTimeout(() => this.#giveUp(timedOut('The stream', milliseconds)), milliseconds);
  }

  /**
   * Removes timers and listeners when the request ends. A call that is still running keeps the place, at the latest until the time limit of the
   * request, so that a source that never responds does not occupy it for good.
   */
  release(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#callTimer);
    const onGone = this.#onGone;
    const signal = onGone === undefined || this.received.connection !== undefined ? undefined : this.received.signal;
    if (signal !== undefined) ignoreFailure(() => signal.removeEventListener('abort', onGone as () => unknown));
    // One of several parallel calls has failed, so nothing waits for the others.
    if (this.#waiting !== undefined && this.#waiting.size > 0) this.leave();
    this.#hasEnded = true;
    const rest = this.#requestTime - (performance.now() - this.#started);
    // The timer of the request can fire up to a millisecond early.
    if (this.#pending === 0 || (isLimit(this.#requestTime) && rest < 1)) this.place?.leave();
    else if (this.place !== undefined && isLimit(this.#requestTime))
      this.#timer = setTimeout(() => this.#freePlace(), rest);
  }
}
