import type { JsonApiResponse } from '../../http.ts';
import type { RequiredKeys } from '../../request/required-keys.ts';
import type { AnySource } from '../../sources/port/any-source.ts';
import type { Awaitable, SourceCall } from '../../sources/port/data-source.ts';

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
  readonly limited: (begin: RunResponse, group: unknown) => RunResponse;
  /** Whether a source has written something that no transaction has undone. */
  readonly hasWritten: () => boolean;
  /** Identifies the user: of the option `idempotency`. */
  readonly user: (context: unknown) => unknown;
  /** Converts a thrown value to a response. */
  readonly fail: (thrown: unknown) => Awaitable<JsonApiResponse>;
}

/** The result of `idempotencyKeys`, for the option `idempotency` of `createServer`. */
export interface IdempotencyKeys {
  /** The types whose requests ignore keys. */
  readonly exempt: readonly string[];
  /** The number of hours for which the server keeps keys. */
  readonly hours: number;
  /** The requests that require a key. */
  readonly required: RequiredKeys;
  /** Called by the server for each request. */
  answer(keyed: object, server: KeyedServer): Promise<JsonApiResponse>;
}

/** The option `idempotency` of `createServer`: keys, and whose they are. */
export interface UserKeys<in Context = never> {
  /** The result of `idempotencyKeys`. */
  readonly keys: IdempotencyKeys;
  /**
   * Identifies the user from the result of `context(request)`: keys of different users are independent. Include the
   * data that permissions depend on, so that the server does not repeat a response after the permissions have changed.
   * Returns a non-empty string. Anything else is an error of the server: the keys of all users could otherwise be one.
   */
  readonly user: (context: Context) => string;
}
