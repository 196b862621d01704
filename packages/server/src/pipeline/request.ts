import type { Api } from '@linkage/core';
import type { AppliedPlugIns } from '../extensions/applied-plug-ins.ts';
import type { JsonApiRequest } from '../http.ts';
import type { ExecutingRequest } from '../operations/context.ts';
import type { SettledRules } from '../request/pagination/page-rules.ts';
import type { OmittedDocument } from '../response/headers/application-headers.ts';
import { sourceAsSeen, type VisibleSource } from '../rules/permitted.ts';
import type { RequestAccess } from '../rules/request-access.ts';
import type { Scope } from '../rules/scope.ts';
import type { Awaitable } from '../sources/port/data-source.ts';
import type { RequestMonitor } from './request-monitor.ts';
import type { ServerSetup } from './server-setup.ts';

/** One request of HTTP. The layers on the left read it. Only the pipeline sets the members that are not known at the beginning. */
export class Request implements ExecutingRequest {
  readonly server: ServerSetup;
  readonly received: JsonApiRequest;
  readonly monitor: RequestMonitor;
  context: unknown = undefined;
  api: Api;
  rules: RequestAccess | undefined = undefined;
  applied: AppliedPlugIns;
  omitted: OmittedDocument | undefined = undefined;

  constructor(server: ServerSetup, received: JsonApiRequest, monitor: RequestMonitor) {
    this.server = server;
    this.received = received;
    this.monitor = monitor;
    this.api = server.api;
    this.applied = server.plugIns.base;
  }

  /** Sets what the caller can see. The rules are those of all calls of the request. */
  see(access: RequestAccess): void {
    this.rules = access;
    this.api = access.visibleApi;
    this.monitor.rules = access;
  }

  withoutRules(): Request {
    const own = new Request(this.server, this.received, this.monitor);
    own.context = this.context;
    own.applied = this.applied;
    return own;
  }

  sourceOf(type: string): VisibleSource | undefined {
    return sourceAsSeen(this.rules, type, this.server);
  }

  scopeOf(type: string): Awaitable<Scope> {
    return this.rules === undefined ? 'all' : this.rules.scopeOf(type);
  }

  pageRules(types: readonly string[]): SettledRules {
    return this.server.pageRules(types, this.applied.strategy);
  }
}
