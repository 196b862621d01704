import type { AccessControl } from '../access/access-control.ts';
import type { QuerySetup } from '../request/query-setup.ts';
import type { Route } from '../request/route.ts';
import type { ResponseSetup, SharedResponse } from '../response/response-context.ts';
import type { AnySource } from '../source/any-source.ts';
import type { Awaitable } from '../source/data-source.ts';

/** The parts of a server that operations require. */
export interface OperationSetup extends ResponseSetup, QuerySetup {
  readonly baseUrl: string;
  /** The types whose collections are streamed if a request has no page parameter. */
  readonly streamed: ReadonlySet<string>;
  /** Undefined if everything is allowed. */
  readonly access: AccessControl | undefined;
  /** Whether the caller can read any resources of a type. */
  readonly canRead: (type: string) => Awaitable<boolean>;
}

/** The parts that every request has. */
export interface SharedContext extends Omit<SharedResponse, 'setup'> {
  readonly setup: OperationSetup;
}

/** One request to an operation. */
export interface OperationContext<Kind extends Route['kind'] = Route['kind']> extends SharedContext {
  readonly route: Route & { readonly kind: Kind };
  readonly source: AnySource;
  /** The request document: text, bytes, or a parsed value. */
  readonly body: unknown;
}
