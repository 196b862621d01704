import type { Api } from '@linkage/core';
import type { JsonApiRequest } from '../http.ts';
import type { SettledRules } from '../request/pagination/page-rules.ts';
import type { OmittedDocument } from '../response/headers/application-headers.ts';
import { sourceAsSeen, type VisibleSource } from '../rules/permitted.ts';
import type { RequestAccess } from '../rules/request-access.ts';
import type { Scope } from '../rules/scope.ts';
import type { Awaitable } from '../sources/port/data-source.ts';
import type { AppliedPlugIns } from './applied-plug-ins.ts';
import type { RequestMonitor } from './request-monitor.ts';
import type { ServerParts } from './server-parts.ts';

/**
 * One request of HTTP: the server, and what its caller sees of it. The layers on the left receive it as it is and read it. Only the
 * pipeline sets the members that are not known at the beginning.
 */
export class Request {
  readonly server: ServerParts;
  readonly received: JsonApiRequest;
  readonly monitor: RequestMonitor;
  /** The result of the option `context`, once it is known. */
  context: unknown = undefined;
  /** The API as the caller sees it: without access rules, with all fields. */
  api: Api;
  /** The access of the caller, once it is known. Undefined if everything is allowed. */
  rules: RequestAccess | undefined = undefined;
  /** The extensions and profiles that apply to the request. Before negotiation: those that always apply. */
  applied: AppliedPlugIns;

  /** The document that a 304 omits. */
  omitted: OmittedDocument | undefined = undefined;

  constructor(server: ServerParts, received: JsonApiRequest, monitor: RequestMonitor) {
    this.server = server;
    this.received = received;
    this.monitor = monitor;
    this.api = server.api;
    this.applied = server.plugIns.base;
  }

  /** The request without access rules, for work that the application itself does for its caller. */
  withoutRules(): Request {
    const own = new Request(this.server, this.received, this.monitor);
    own.context = this.context;
    own.applied = this.applied;
    return own;
  }

  /** Returns the source of a type as the caller sees it. */
  sourceOf(type: string): VisibleSource | undefined {
    return sourceAsSeen(this.rules, type, this.monitor);
  }

  /** Returns which resources of a type the caller can read. */
  scopeOf(type: string): Awaitable<Scope> {
    return this.rules === undefined ? 'all' : this.rules.scopeOf(type);
  }

  /** Returns the page rules of a collection of these types, with the pagination of the profiles that apply. */
  pageRules(types: readonly string[]): SettledRules {
    return this.server.pageRules(types, this.applied.strategy);
  }
}
