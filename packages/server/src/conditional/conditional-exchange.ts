import type { LoadingExchange, LoadingSetup } from '../loading/loading-exchange.ts';
import type { Preference } from '../request/preference.ts';
import type { Route } from '../request/route.ts';
import type { Conditions } from './conditions.ts';

/** The part of the server's setup that preconditions and writes require. */
export interface ConditionalSetup extends LoadingSetup {
  /** The types whose resources can only be written with `If-Match`. */
  readonly requireIfMatch: ReadonlySet<string>;
}

/** The part of a request that preconditions and writes require. */
export interface ConditionalExchange<Kind extends Route['kind'] = Route['kind']> extends LoadingExchange {
  readonly setup: ConditionalSetup;
  readonly route: Route & { readonly kind: Kind };
  readonly conditions: Conditions;
  readonly preference: Preference | undefined;
}
