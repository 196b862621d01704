import type { AccessControl } from '../access/access-control.ts';
import type { QuerySetup } from '../request/query-setup.ts';
import type { Route } from '../request/route.ts';
import type { ResponseSetup, SharedResponse } from '../response/response-exchange.ts';
import type { AnySource } from '../source/any-source.ts';

/** What operations take of a server. */
export interface OperationSetup extends ResponseSetup, QuerySetup {
  readonly baseUrl: string;
  /** Undefined when everything is allowed. */
  readonly access: AccessControl | undefined;
}

/** What has been read of a request whatever it is for. */
export interface SharedExchange extends Omit<SharedResponse, 'setup'> {
  readonly setup: OperationSetup;
}

/** One request on its way through an operation. */
export interface Exchange<Kind extends Route['kind'] = Route['kind']> extends SharedExchange {
  readonly route: Route & { readonly kind: Kind };
  readonly source: AnySource;
  /** The request document: text, bytes, or a value that was parsed before. */
  readonly body: unknown;
}
