import type { JsonApiResponse } from '../../http.ts';
import type { Turn, TurnKind } from '../../pipeline/turn.ts';

/** A request that can have an idempotency key. */
export interface KeyedRequest<Kind extends TurnKind = TurnKind> {
  /** The method after an override. */
  readonly method: string;
  readonly turn: Turn<Kind>;
  /** The types that the request can write to. */
  readonly types: readonly string[];
  /** The type to which the URL belongs. Undefined for endpoints of extensions and of the application. */
  readonly own: string | undefined;
  run(turn: Turn<Kind>): Promise<JsonApiResponse>;
}
