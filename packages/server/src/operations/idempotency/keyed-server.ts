import type { JsonApiResponse } from '../../http.ts';
import type { AnySource } from '../../sources/any-source.ts';
import type { Awaitable, SourceCall } from '../../sources/data-source.ts';

/** Runs a request in a transaction. */
export type RunResponse = (
  run: (call: SourceCall) => Promise<JsonApiResponse>,
  call: SourceCall,
) => Promise<JsonApiResponse>;

/** The parts of the server that keys require. */
export interface KeyedServer {
  /** The sources without access rules. */
  readonly sourceOf: (type: string) => AnySource | undefined;
  /**
   * Returns the transaction of a store, within the time limit of the request.
   *
   * @throws {TypeError} If the request was sent from within such a transaction.
   */
  readonly limited: (begin: RunResponse, scope: unknown) => RunResponse;
  /** Whether a source has written something that no transaction has undone. */
  readonly hasWritten: () => boolean;
  /** Converts a thrown value to a response. */
  readonly fail: (thrown: unknown) => Awaitable<JsonApiResponse>;
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
  answer(keyed: object, server: KeyedServer, context?: Context): Promise<JsonApiResponse>;
}
