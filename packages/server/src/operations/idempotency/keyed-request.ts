import type { Turn, TurnKind } from '../../door/turn.ts';
import type { JsonApiResponse } from '../../http.ts';

/** A request that can have an idempotency key. */
export interface KeyedRequest<Kind extends TurnKind = TurnKind> {
  /** The method after an override. */
  readonly method: string;
  readonly turn: Turn<Kind>;
  /** The types that the request can write to. */
  readonly types: readonly string[];
  run(turn: Turn<Kind>): Promise<JsonApiResponse>;
}
