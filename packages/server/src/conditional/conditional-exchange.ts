import type { LoadingExchange, LoadingSetup } from '../loading/loading-exchange.ts';
import type { Preference } from '../request/preference.ts';
import type { Route } from '../request/route.ts';
import type { Conditions } from './conditions.ts';

/** What conditions and writes take of a server. */
export interface ConditionalSetup extends LoadingSetup {
  /** The types whose resources are written with `If-Match` only. */
  readonly requireIfMatch: ReadonlySet<string>;
}

/** What conditions and writes take of a request. */
export interface ConditionalExchange<Kind extends Route['kind'] = Route['kind']> extends LoadingExchange {
  readonly setup: ConditionalSetup;
  readonly route: Route & { readonly kind: Kind };
  readonly conditions: Conditions;
  readonly preference: Preference | undefined;
}
