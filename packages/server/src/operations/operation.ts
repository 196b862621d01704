import type { AnySource, Exchange, Outcome } from '../exchange.ts';
import type { Route } from '../request/route.ts';

/** One thing a server does for a method on a kind of URL. A new operation is one file with one of these. */
export interface Operation<Kind extends Route['kind'] = Route['kind']> {
  /** As hooks and traces call it: `fetch-collection`. */
  readonly name: string;
  readonly kind: Kind;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The methods a source needs for it, any one of them. */
  readonly needs: readonly (keyof AnySource)[];
  readonly run: (exchange: Exchange<Kind>) => Promise<Outcome>;
}
