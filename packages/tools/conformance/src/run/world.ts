import type { LevelSource } from '../clauses/clauses.ts';
import type { Documents } from '../documents/judged.ts';
import type { TypeFacts } from '../facts/type-facts.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Samples } from '../samples/samples.ts';

/** The state that all cases of one run share. */
export interface World {
  /** Sends every request of the run. */
  readonly gateway: Gateway;
  readonly samples: Samples;
  readonly types: readonly TypeFacts[];
  /** The issues that the rules about documents found in the responses so far. */
  readonly documents: Documents;
  /** Whose levels the cases have. */
  readonly levels: LevelSource;
  /** Whether a collection has pagination links. */
  isPaged: boolean;
  /** Facts about the whole server that the report begins with. */
  readonly notices: Set<string>;
  /** Ends the cases. */
  readonly signal: AbortSignal | undefined;
  /** The version of the specification whose requirements count. */
  readonly specification: '1.0' | '1.1';
  /** The `version` of the jsonapi object, if the documents have one. */
  version: unknown;
}

/** Returns a type by its name. */
export function typeNamed(world: World, name: string): TypeFacts | undefined {
  return world.types.find((type) => type.name === name);
}
