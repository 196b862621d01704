import type { Api } from '@linkage/core';
import { pickMembers } from '@linkage/core/internal';
import type { JsonApiRequest } from '../http.ts';
import type { Place } from '../request/overload/admission.ts';
import type { Route } from '../request/route.ts';
import { routeTemplate } from '../request/route-template.ts';
import type { CallWatch, SafeSpan } from '../sources/gateway/call-watch.ts';
import { gatewayOf } from '../sources/gateway/gateway.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import type { Awaitable, SourceCall } from '../sources/port/data-source.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { holdPlace } from './hold-place.ts';
import type { RequestEnd, RequestSpan, Span, SpanEnd } from './observe/observers.ts';
import type { ServerSetup } from './server-setup.ts';

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

/** Monitors one request: its time limit, its hooks, and its source calls. */
export class RequestMonitor implements CallWatch {
  readonly deadline: Deadline;
  readonly api: Api;
  readonly sourceTime: number;
  readonly runsApplication: boolean;
  /** The route, once it is known. */
  route: Route | undefined = undefined;
  readonly #server: ServerSetup;
  readonly #received: JsonApiRequest;
  /** The begin of the request. Undefined if the application does not observe requests. */
  readonly #started: number | undefined;
  #operation: string | undefined = undefined;
  #refusal: string | undefined = undefined;
  #failure: unknown = undefined;
  #span: OpenSpan | undefined = undefined;
  #onEnd: unknown = undefined;
  #isStarted = false;
  #sourceCalls = 0;
  /** The transactions that have written. Undefined stands for writes outside of transactions. */
  #written: Set<unknown> | undefined = undefined;

  /** @param runsApplication Whether code of the application runs in transactions for another reason than the options. */
  constructor(server: ServerSetup, received: JsonApiRequest, place: Place | undefined, runsApplication = false) {
    const { options, limits, access, hooks, plugIns } = server;
    const deadline = startDeadline(received, limits.requestTime);
    this.deadline = place === undefined ? deadline : holdPlace(place, deadline, limits.requestTime);
    this.api = server.api;
    this.sourceTime = limits.sourceTime;
    this.runsApplication =
      runsApplication || hooks !== undefined || access !== undefined || plugIns.endpoints.length > 0;
    this.#server = server;
    this.#received = received;
    const isObserved = options.onRequest !== undefined || options.tracing !== undefined;
    this.#started = isObserved ? performance.now() : undefined;
  }

  #start(): void {
    if (this.#isStarted || this.#started === undefined) return;
    this.#isStarted = true;
    const { onRequest, tracing } = this.#server.options;
    const { method, headers, framework } = this.#received;
    const facts = { method, route: this.route && routeTemplate(this.#server, this.route), headers, framework };
    this.#onEnd = safely(() => onRequest?.(facts));
    this.#span = safely(() => readSpan(tracing?.startRequest(facts)));
  }

  #startSpan(type: string, name: string): SafeSpan | undefined {
    const startCall = this.#span?.startCall;
    if (startCall === undefined) return undefined;
    const callSpan = safely(() => readSpan(startCall(type, name)));
    if (callSpan === undefined) return undefined;
    const end = (result: SpanEnd): void => void safely(() => callSpan.end?.(result as never));
    return { run: (work) => runWithin(callSpan, work), end };
  }

  /** Records the route and calls the start hooks. */
  onRoute(found: Route): void {
    this.route = found;
    this.#start();
  }

  onOperation(chosen: { readonly name: string }): void {
    this.#operation = chosen.name;
  }

  /** Records why access rules refused the request. */
  onRefusal(reason: string): void {
    this.#refusal = reason;
  }

  /** Records the failure of the server because of which the request fails. */
  onFailure(thrown: unknown): void {
    this.#failure = thrown;
  }

  onWrite({ transaction }: SourceCall): void {
    this.#written ??= new Set();
    this.#written.add(transaction);
  }

  onRollback({ transaction }: SourceCall): void {
    this.#written?.delete(transaction);
  }

  /** Whether a source has written something that no transaction has undone. */
  hasWritten(): boolean {
    return this.#written !== undefined && this.#written.size > 0;
  }

  /** Runs the request inside its span. */
  run<Result>(work: () => Result): Result {
    return runWithin(this.#span, work);
  }

  startCall(type: string, method: string): SafeSpan | undefined {
    this.#sourceCalls++;
    return this.#startSpan(type, method);
  }

  /** Runs a hook of a write within the time limit of source calls, and with a span of its own. */
  async runHook(type: string, name: string, where: string, run: () => Awaitable<unknown>): Promise<unknown> {
    this.deadline.check();
    const span = this.#startSpan(type, name);
    const work = async () => (span === undefined ? run() : span.run(run));
    let failed = true;
    try {
      const result = await this.deadline.wait(work(), this.sourceTime, where);
      failed = false;
      return result;
    } finally {
      span?.end({ failed });
    }
  }

  sourceOf(type: string): AnySource | undefined {
    const source = this.#server.sourceOf(type);
    return source && gatewayOf(this, type, source);
  }

  /** Ends the request: calls the end hooks and releases timers. */
  end(status: number): void {
    this.deadline.end();
    if (this.#started === undefined) return;
    this.#start();
    const onEnd = this.#onEnd;
    const end: RequestEnd = {
      status,
      operation: this.#operation,
      type: this.route?.type.name,
      duration: performance.now() - this.#started,
      sourceCalls: this.#sourceCalls,
      refusal: this.#refusal,
      failure: this.#failure,
    };
    safely(() => (typeof onEnd === 'function' ? (onEnd(end) as unknown) : undefined));
    safely(() => this.#span?.end?.(end));
  }
}
