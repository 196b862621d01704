import { pickMembers } from '@linkage/core/internal';
import type { JsonApiRequest } from '../http.ts';
import type { Place } from '../request/overload/admission.ts';
import type { Route } from '../request/route.ts';
import { routeTemplate } from '../request/route-template.ts';
import type { AnySource } from '../sources/any-source.ts';
import type { CallWatch } from './call-watch.ts';
import { startDeadline } from './deadline.ts';
import { holdPlace } from './hold-place.ts';
import type { RequestEnd, RequestSpan, Span, SpanEnd } from './observe/hooks.ts';
import type { ServerOptions } from './server-options.ts';
import type { ServerSetup } from './setup.ts';
import { watchSource } from './watch-source.ts';

/** Monitors one request: its time limit, its hooks, and its source calls. */
export interface RequestMonitor extends CallWatch {
  /** Records the route and calls the start hooks. */
  readonly onRoute: (route: Route) => void;
  /** The route, once it is known. */
  readonly route: () => Route | undefined;
  readonly onOperation: (operation: { readonly name: string }) => void;
  /** Records why access rules refused the request. */
  readonly onRefusal: (reason: string) => void;
  /** Records the failure of the server because of which the request fails. */
  readonly onFailure: (thrown: unknown) => void;
  /** Whether a source has written something that no transaction has undone. */
  readonly hasWritten: () => boolean;
  /** Runs the request inside its span. */
  readonly run: <Result>(work: () => Result) => Result;
  readonly sourceOf: (type: string) => AnySource | undefined;
  /** Ends the request: calls the end hooks and releases timers. */
  readonly end: (status: number) => void;
}

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
  let done:
    | { readonly failed: false; readonly result: Result }
    | { readonly failed: true; readonly failure: unknown }
    | undefined;
  const once = (): Result => {
    if (done === undefined) {
      try {
        done = { failed: false, result: work() };
      } catch (failure) {
        done = { failed: true, failure };
      }
    }
    if (done.failed) throw done.failure;
    return done.result;
  };
  safely(() => run(once));
  return once();
}

/** Starts to monitor a request. */
export function monitorRequest(
  setup: ServerSetup,
  options: ServerOptions,
  request: JsonApiRequest,
  place: Place | undefined,
): RequestMonitor {
  const { onRequest, tracing } = options;
  const isObserved = onRequest !== undefined || tracing !== undefined;
  const started = isObserved ? performance.now() : 0;
  const { requestTime } = setup.limits;
  const requestDeadline = startDeadline(request, requestTime);
  const deadline = place === undefined ? requestDeadline : holdPlace(place, requestDeadline, requestTime);
  let route: Route | undefined;
  let operation: string | undefined;
  let refusal: string | undefined;
  let failure: unknown;
  let span: OpenSpan | undefined;
  let onEnd: unknown;
  let isStarted = false;
  let sourceCalls = 0;
  // The transactions that have written. Undefined stands for writes outside of transactions.
  const written = new Set<unknown>();

  const start = (): void => {
    if (isStarted || !isObserved) return;
    isStarted = true;
    const { method, headers, host } = request;
    const facts = { method, route: route === undefined ? undefined : routeTemplate(setup, route), headers, host };
    onEnd = safely(() => onRequest?.(facts));
    span = safely(() => readSpan(tracing?.startRequest(facts)));
  };
  const monitor: RequestMonitor = {
    deadline,
    sourceTime: setup.limits.sourceTime,
    runsApplication: setup.hasHooks || setup.access !== undefined || setup.plugIns.endpoints.length > 0,
    onRoute(found) {
      route = found;
      start();
    },
    route: () => route,
    onOperation(chosen) {
      operation = chosen.name;
    },
    onRefusal(reason) {
      refusal = reason;
    },
    onFailure(thrown) {
      failure = thrown;
    },
    onWrite: ({ transaction }) => void written.add(transaction),
    onRollback: ({ transaction }) => void written.delete(transaction),
    hasWritten: () => written.size > 0,
    run: (work) => runWithin(span, work),
    startCall(type, method) {
      sourceCalls++;
      const startCall = span?.startCall;
      if (startCall === undefined) return undefined;
      const callSpan = safely(() => readSpan(startCall(type, method)));
      if (callSpan === undefined) return undefined;
      const end = (result: SpanEnd): void => void safely(() => callSpan.end?.(result as never));
      return { run: (work) => runWithin(callSpan, work), end };
    },
    sourceOf(type) {
      const source = setup.sourceOf(type);
      return source && watchSource(monitor, type, source);
    },
    end(status) {
      deadline.end();
      if (!isObserved) return;
      start();
      const duration = performance.now() - started;
      const type = route?.type.name;
      const end: RequestEnd = { status, operation, type, duration, sourceCalls, refusal, failure };
      safely(() => (typeof onEnd === 'function' ? (onEnd(end) as unknown) : undefined));
      safely(() => span?.end?.(end));
    },
  };
  return monitor;
}
