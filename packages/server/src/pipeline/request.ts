import type { Api } from '@linkage/core';
import { andThen, isPromise, logFailure } from '@linkage/core/internal';
import type { AppliedPlugIns } from '../extensions/applied-plug-ins.ts';
import type { ReadRequest } from '../http.ts';
import type { ExecutingRequest } from '../operations/context.ts';
import type { SettledRules } from '../request/pagination/page-rules.ts';
import type { Route } from '../request/route.ts';
import { routeTemplate } from '../request/route-template.ts';
import type { OmittedDocument } from '../response/headers/application-headers.ts';
import type { AccessFilter } from '../rules/access-filter.ts';
import { sourceAsSeen, type VisibleSource } from '../rules/permitted.ts';
import type { RequestAccess } from '../rules/request-access.ts';
import { type CallWatch, endOf, type SafeSpan } from '../sources/gateway/call-watch.ts';
import type { Awaitable, SourceCall } from '../sources/port/data-source.ts';
import { RequestCall } from '../sources/port/source-call.ts';
import { Deadline } from './deadline.ts';
import { Observation } from './observe/observation.ts';
import type { ServerSetup } from './server-setup.ts';

/**
 * One request of HTTP: what its user sees, its time limit, its hooks, and its source calls. The layers on the left read it. Only the
 * pipeline sets the members that are not known at the beginning.
 */
export class Request extends Deadline implements ExecutingRequest, CallWatch {
  readonly server: ServerSetup;
  readonly runsApplication: boolean;
  /** The request whose calls these are: another one for work without access rules. */
  monitor: Request = this;
  context: unknown = undefined;
  api: Api;
  rules: RequestAccess | undefined = undefined;
  applied: AppliedPlugIns;
  omitted: OmittedDocument | undefined = undefined;
  /** The route, once it is known. */
  route: Route | undefined = undefined;
  /** The name of the operation, once it is known. */
  operation: string | undefined = undefined;
  /** Undefined if the application does not observe requests. */
  readonly #observation: Observation | undefined;
  #rejection: string | undefined = undefined;
  #failure: unknown = undefined;
  /** The transactions that have written. Undefined stands for writes outside of transactions. */
  #written: Set<unknown> | undefined = undefined;

  /** @param runsApplication Whether code of the application runs in transactions. */
  constructor(server: ServerSetup, received: ReadRequest, runsApplication: boolean = server.runsApplication) {
    super(received, server.limits.requestTime);
    this.server = server;
    this.runsApplication = runsApplication;
    this.api = server.api;
    this.applied = server.plugIns.base;
    this.#observation = server.isObserved ? new Observation(server.options) : undefined;
  }

  /** Sets what the user can see. The rules are those of all calls of the request. */
  see(access: RequestAccess): void {
    this.rules = access;
    this.api = access.visibleApi;
  }

  /** Creates the context of the application, and the call that sources receive. */
  createCall(): Awaitable<SourceCall> {
    const { context } = this.server.options;
    if (context === undefined) return new RequestCall(this);
    return andThen(context(this.received), (value) => {
      this.context = value;
      return new RequestCall(this);
    });
  }

  withoutRules(): Request {
    const own = new Request(this.server, this.received);
    own.monitor = this.monitor;
    own.context = this.context;
    own.applied = this.applied;
    return own;
  }

  sourceOf(type: string): VisibleSource | undefined {
    return sourceAsSeen(this.rules, type, this.server);
  }

  accessFilterOf(type: string): Awaitable<AccessFilter> {
    return this.rules === undefined ? 'all' : this.rules.accessFilterOf(type);
  }

  pageRules(types: readonly string[]): SettledRules {
    return this.server.pageRules(types, this.applied.strategy);
  }

  /** Calls the start hooks, once. The route is among their facts. */
  start(): void {
    const { method, headers, framework } = this.received;
    this.#observation?.start({
      method,
      route: this.route && routeTemplate(this.server, this.route),
      headers,
      framework,
    });
  }

  /** Records why access rules rejected the request. */
  onRejection(reason: string): void {
    this.#rejection = reason;
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
  runHook(type: string, name: string, where: string, run: () => Awaitable<unknown>): Awaitable<unknown> {
    this.check();
    const span = this.#observation?.startSpan(type, name);
    const limited = (): Awaitable<unknown> => {
      const work = span === undefined ? run() : span.run(run);
      return isPromise(work) ? this.wait(work, this.server.limits.sourceTime, where) : work;
    };
    return span === undefined ? limited() : endOf(span, limited);
  }

  /** Logs a failure of the server with the id in its response. */
  log(failure: unknown, id: string): unknown {
    const log = this.server.options.onError ?? this.received.logFailure ?? logFailure;
    return log(failure, id, this.received as never);
  }

  /** Reports a failure that the client does not notice. Ignores errors of the hook of the application. */
  report(failure: unknown): void {
    new Promise((resolve) => resolve(this.log(failure, crypto.randomUUID()))).catch(() => undefined);
  }

  /** Ends the request: releases its place and its timers, and calls the end hooks. */
  end(status: number): void {
    this.release();
    if (this.#observation === undefined) return;
    this.start();
    const type = this.route?.type.name;
    const [operation, rejection, failure] = [this.operation, this.#rejection, this.#failure];
    this.#observation.end({ status, operation, type, rejection, failure });
  }
}
