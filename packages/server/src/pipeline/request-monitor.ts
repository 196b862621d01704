import type { Api } from '@linkage/core';
import type { JsonApiRequest } from '../http.ts';
import type { Place } from '../request/overload/admission.ts';
import type { Route } from '../request/route.ts';
import { routeTemplate } from '../request/route-template.ts';
import type { RequestAccess } from '../rules/request-access.ts';
import type { CallWatch, SafeSpan } from '../sources/gateway/call-watch.ts';
import type { Awaitable, SourceCall } from '../sources/port/data-source.ts';
import { Deadline } from './deadline.ts';
import { Observation } from './observe/observation.ts';
import type { ServerSetup } from './server-setup.ts';

/** Monitors one request: its time limit, its hooks, and its source calls. */
export class RequestMonitor implements CallWatch {
  readonly deadline: Deadline;
  readonly api: Api;
  readonly sourceTime: number;
  readonly runsApplication: boolean;
  readonly isObserved: boolean;
  /** The access of the caller, once it is known: see `RuledRequest`. */
  rules: RequestAccess | undefined = undefined;
  /** The route, once it is known. */
  route: Route | undefined = undefined;
  /** The name of the operation, once it is known. */
  operation: string | undefined = undefined;
  readonly #server: ServerSetup;
  readonly #received: JsonApiRequest;
  /** Undefined if the application does not observe requests. */
  readonly #observation: Observation | undefined;
  #refusal: string | undefined = undefined;
  #failure: unknown = undefined;
  /** The transactions that have written. Undefined stands for writes outside of transactions. */
  #written: Set<unknown> | undefined = undefined;

  /** @param runsApplication Whether code of the application runs in transactions for another reason than the options. */
  constructor(server: ServerSetup, received: JsonApiRequest, place: Place | undefined, runsApplication = false) {
    const { options, limits, access, hooks, plugIns } = server;
    this.deadline = new Deadline(received, limits.requestTime, place);
    this.api = server.api;
    this.sourceTime = limits.sourceTime;
    this.runsApplication =
      runsApplication || hooks !== undefined || access !== undefined || plugIns.endpoints.length > 0;
    this.#server = server;
    this.#received = received;
    this.isObserved = options.onRequest !== undefined || options.tracing !== undefined;
    this.#observation = this.isObserved ? new Observation(options) : undefined;
  }

  #start(observation: Observation): void {
    const { method, headers, framework } = this.#received;
    observation.start({ method, route: this.route && routeTemplate(this.#server, this.route), headers, framework });
  }

  /** Records the route and calls the start hooks. */
  onRoute(found: Route): void {
    this.route = found;
    if (this.#observation !== undefined) this.#start(this.#observation);
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
    return this.#observation === undefined ? work() : this.#observation.run(work);
  }

  startCall(type: string, method: string): SafeSpan | undefined {
    return this.#observation?.startCall(type, method);
  }

  /** Runs a hook of a write within the time limit of source calls, and with a span of its own. */
  async runHook(type: string, name: string, where: string, run: () => Awaitable<unknown>): Promise<unknown> {
    this.deadline.check();
    const span = this.#observation?.startSpan(type, name);
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

  /** Ends the request: releases timers, and calls the end hooks. */
  end(status: number): void {
    this.deadline.end();
    if (this.#observation === undefined) return;
    this.#start(this.#observation);
    const type = this.route?.type.name;
    const [operation, refusal, failure] = [this.operation, this.#refusal, this.#failure];
    this.#observation.end({ status, operation, type, refusal, failure });
  }
}
