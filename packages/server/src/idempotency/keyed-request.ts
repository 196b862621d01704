import type { JsonApiRequest, JsonApiResponse } from '../http.ts';
import type { SharedContext } from '../operations/operation-context.ts';
import type { AnySource } from '../source/any-source.ts';
import type { Awaitable } from '../source/data-source.ts';

/** A request that can have an idempotency key. */
export interface KeyedRequest {
  readonly request: JsonApiRequest;
  readonly method: string;
  readonly shared: SharedContext;
  /** The types that the request can write to. */
  readonly types: readonly string[];
  readonly run: (shared: SharedContext) => Promise<JsonApiResponse>;
}

/** Converts a thrown value to a response. */
export type Fail = (thrown: unknown) => Awaitable<JsonApiResponse>;

/** The idempotency keys of one request. */
export interface StartedKeys {
  /** The sources of the request. Use them instead of the original sources. */
  readonly sourceOf: (type: string) => AnySource | undefined;
  readonly answer: (keyed: KeyedRequest, fail: Fail) => Promise<JsonApiResponse>;
}

/** The result of `idempotencyKeys`. Pass it to `createServer`. */
export interface IdempotencyKeys<in Context = never> {
  /** The types whose requests ignore keys. */
  readonly exempt: readonly string[];
  /** The number of hours for which the server keeps keys. */
  readonly hours: number;
  /** The methods that require a key. */
  readonly required: readonly string[];
  /** Called by the server for each request. */
  start(sourceOf: (type: string) => AnySource | undefined, context?: Context): StartedKeys;
}
