import type { Preference } from '../../request/preference.ts';
import type { Route } from '../../request/route.ts';
import type { LoadingContext, LoadingSetup } from '../loading-context.ts';
import type { Preconditions } from './preconditions.ts';

/** The part of the server's setup that preconditions and writes require. */
export interface ConditionalSetup extends LoadingSetup {
  /** The types whose resources can only be written with `If-Match`. */
  readonly requireIfMatch: ReadonlySet<string>;
}

/** The part of a request that preconditions and writes require. */
export interface ConditionalContext<Kind extends Route['kind'] = Route['kind']> extends LoadingContext {
  readonly setup: ConditionalSetup;
  readonly route: Route & { readonly kind: Kind };
  readonly conditions: Preconditions;
  readonly preference: Preference | undefined;
}
