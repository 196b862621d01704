import { pickMembers } from '@linkage/core/internal';
import type { SafeSpan } from '../../sources/gateway/call-watch.ts';
import type { RequestEnd, RequestEndHook, RequestSpan, RequestStart, Span, SpanEnd, Tracing } from './observers.ts';

/** Returns the result of a hook, or undefined if the hook throws or rejects. */
function safely<Result>(hook: () => Result): Result | undefined {
  try {
    const result = hook();
    if (result instanceof Promise) result.catch(() => undefined);
    return result;
  } catch {
    return undefined;
  }
}

/** A span of the application, with all members. */
type OpenSpan = { readonly [Name in keyof RequestSpan]-?: RequestSpan[Name] | undefined };

/** Reads a span of the application. Its functions can use `this`. */
function readSpan(given: RequestSpan | Span<SpanEnd> | null | undefined): OpenSpan | undefined {
  if (given === null || given === undefined) return undefined;
  const { run, startCall, end } = pickMembers(given as RequestSpan, ['run', 'startCall', 'end']);
  return { run: run?.bind(given), startCall: startCall?.bind(given), end: end?.bind(given) };
}

/** Runs a function inside a span exactly once, even if the span fails. */
function runWithin<Result>(span: OpenSpan | undefined, work: () => Result): Result {
  const run = span?.run;
  if (run === undefined) return work();
  let done: PromiseSettledResult<Result> | undefined;
  const once = (): Result => {
    if (done === undefined) {
      try {
        done = { status: 'fulfilled', value: work() };
      } catch (reason) {
        done = { status: 'rejected', reason };
      }
    }
    if (done.status === 'rejected') throw done.reason;
    return done.value;
  };
  safely(() => run(once));
  return once();
}

/** The functions of the application that observe requests. */
export interface Observers {
  readonly onRequest: ((start: RequestStart<never>) => RequestEndHook | undefined | undefined) | undefined;
  readonly tracing: Tracing | undefined;
}

/** One request as the application observes it. */
export class Observation {
  readonly #observers: Observers;
  readonly #started: number = performance.now();
  #span: OpenSpan | undefined = undefined;
  #onEnd: unknown = undefined;
  #isStarted = false;
  #sourceCalls = 0;

  constructor(observers: Observers) {
    this.#observers = observers;
  }

  /** Calls the start hooks, once. */
  start(facts: RequestStart): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const { onRequest, tracing } = this.#observers;
    this.#onEnd = safely(() => onRequest?.(facts as never));
    this.#span = safely(() => readSpan(tracing?.startRequest(facts)));
  }

  /** Runs the request inside its span. */
  run<Result>(work: () => Result): Result {
    return runWithin(this.#span, work);
  }

  startSpan(type: string, name: string): SafeSpan | undefined {
    const startCall = this.#span?.startCall;
    if (startCall === undefined) return undefined;
    const callSpan = safely(() => readSpan(startCall(type, name)));
    if (callSpan === undefined) return undefined;
    const end = (result: SpanEnd): void => void safely(() => callSpan.end?.(result as never));
    return { run: (work) => runWithin(callSpan, work), end };
  }

  startCall(type: string, method: string): SafeSpan | undefined {
    this.#sourceCalls++;
    return this.startSpan(type, method);
  }

  /** Calls the end hooks. */
  end(facts: Omit<RequestEnd, 'duration' | 'sourceCalls'>): void {
    const end: RequestEnd = {
      ...facts,
      duration: performance.now() - this.#started,
      sourceCalls: this.#sourceCalls,
    };
    const onEnd = this.#onEnd;
    safely(() => (typeof onEnd === 'function' ? (onEnd(end) as unknown) : undefined));
    safely(() => this.#span?.end?.(end));
  }
}
