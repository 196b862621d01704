import type { ResponseSetup, SharedResponse } from '../answer/response-context.ts';
import type { QuerySetup } from '../request/query-setup.ts';
import type { Route } from '../request/route.ts';
import type { AccessControl } from '../rules/access-control.ts';
import type { Scope } from '../rules/scope.ts';
import type { AnySource } from '../sources/any-source.ts';
import type { Awaitable } from '../sources/data-source.ts';
import type { ParameterRules } from './unapplied-parameters.ts';

/** The parts of a server that operations require. */
export interface OperationSetup extends ResponseSetup, QuerySetup {
  readonly baseUrl: string;
  /** The types whose collections are streamed if a request has no page parameter. */
  readonly streamed: ReadonlySet<string>;
  /** The declared query parameters, and what sources state about them. */
  readonly parameterRules: ParameterRules;
  /** Undefined if everything is allowed. */
  readonly access: AccessControl | undefined;
  /** Returns which resources of a type the caller can read. */
  readonly scopeOf: (type: string) => Awaitable<Scope>;
}

/** The parts that every request has. */
export interface SharedContext extends Omit<SharedResponse, 'setup'> {
  readonly setup: OperationSetup;
  /** With an idempotency key: the types that must not occur in the response, because the server stores it. */
  readonly neverStored?: ReadonlySet<string> | undefined;
}

/** One request to an operation. */
export interface OperationContext<Kind extends Route['kind'] = Route['kind']> extends SharedContext {
  readonly route: Route & { readonly kind: Kind };
  readonly source: AnySource;
  /** The request document: text, bytes, or a parsed value. */
  readonly body: unknown;
}
