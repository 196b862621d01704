import type { Api, TypeName } from '@linkage/core';
import { type OptionTable, optionTable } from '@linkage/core/internal';
import type { Answer, SavedAnswer } from './answer.ts';
import type { AttributeDates } from './attribute-dates.ts';
import type { RequestChecks } from './checks.ts';
import type { GetQuery } from './query.ts';
import type { HeadersInit, Setup } from './setup.ts';

/** The function `create` of a client, without the types of an API. */
export type Create = (type: string, input: object, options?: WriteOptions) => Promise<Answer<unknown>>;

/** The code of transactions, which a bundle contains only if you pass it. Create it with `atomicRequests`. */
export interface AtomicFeature {
  /** Returns the functions that a client has instead of its own, and `atomic`. */
  readonly extend: (setup: Setup, create: Create) => { readonly atomic: unknown; readonly create: Create };
}

/** Options of `createClient`. */
export interface ClientOptions {
  /** The URL below which the API begins, such as `https://example.com/api`. In a browser, it can be relative: `/api`. */
  readonly baseUrl: string;
  /**
   * Sends a request. Must pass on the `Request` that it receives, because the client follows redirects itself. A handler of `toFetchHandler` calls a server in the same process without a socket. Default: the
   * `fetch` function of the platform.
   */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Returns more headers for each request, such as `Authorization`. Called again for each repetition. */
  readonly headers?: (() => HeadersInit | Promise<HeadersInit>) | undefined;
  /**
   * How often a request is sent again after a network failure, or after a status of `retryOn` with `Retry-After`. Only reads, and writes
   * with an idempotency key, are sent again. `Infinity` does not end. Default: 2.
   */
  readonly retry?: number | undefined;
  /** The statuses after which a request is sent again, if the response has `Retry-After`. Default: 429 and 503. */
  readonly retryOn?: readonly number[] | undefined;
  /**
   * Called after a 401, for example to get another token. The request is then sent once more, with the result of `headers`. Requests that
   * fail at the same time wait for one call. If it rejects, the request rejects with its error.
   */
  readonly refresh?: (() => unknown) | undefined;
  /** Whether each write has an idempotency key of its own. Default: only a write with the option `idempotencyKey`. */
  readonly idempotencyKeys?: boolean | undefined;
  /**
   * Returns the path below the base URL of a collection, of a resource with an `id`, or of what is below it with a `name`: `author`,
   * `relationships/author`, `-actions/close`. The id and the name are encoded. Default: the three, with a slash before each.
   */
  readonly urls?: ((type: string, id?: string, name?: string) => string) | undefined;
  /** `atomicRequests()`, if the server supports transactions. The client then has `atomic`. */
  readonly atomic?: AtomicFeature | undefined;
  /** `requestChecks(api)`: checks each write with the schemas of the declaration before it is sent. Default: only the server checks. */
  readonly checks?: RequestChecks | undefined;
  /** `attributeDates(api)`: answers contain a Date where the output of a schema is one. Default: the text of the document. */
  readonly dates?: AttributeDates | undefined;
  /** The path of the total in the `meta` of a page. Default: `page.total`. */
  readonly totalName?: string | undefined;
  /**
   * How many pages an iteration reads at most, and how many calls of `next` can follow each other. Then it throws a
   * `ClientError` of the kind `rejected`. `Infinity` reads all pages. Default: 10,000.
   */
  readonly maxPages?: number | undefined;
  /**
   * Whether the client also reads JSON:API documents of the media type `application/json`, and not only of
   * `application/vnd.api+json`. For servers that name the wrong one. Default: false.
   */
  readonly plainJson?: boolean | undefined;
  /** URIs of profiles to request in `Accept`. */
  readonly profiles?: readonly string[] | undefined;
}

export const clientOptions: OptionTable = optionTable({
  baseUrl: 'string',
  fetch: 'function',
  headers: 'function',
  retry: 'number',
  idempotencyKeys: 'boolean',
  urls: 'function',
  retryOn: 'array',
  refresh: 'function',
  atomic: 'object',
  checks: 'function',
  dates: 'object',
  totalName: 'string',
  maxPages: 'number',
  plainJson: 'boolean',
  profiles: 'array of strings',
});

/** Options of a call that reads. */
export interface ReadOptions<Result = unknown> {
  readonly signal?: AbortSignal | undefined;
  /**
   * An earlier answer to the same call. If the server responds with 304, the result is this answer with `notModified:
   * true`.
   */
  readonly previous?: Result | SavedAnswer<Result> | undefined;
}

export const readOptionTable: OptionTable = optionTable({ signal: 'object', previous: 'object' });

/** Options of a call that writes. */
export interface WriteOptions {
  /**
   * The entity tag that the resource must still have: `etag` of an answer. Otherwise, the server responds with 412. If it is undefined
   * although it is given, the call is rejected: the write would not have a condition.
   */
  readonly ifMatch?: string | undefined;
  /**
   * The key by which the server recognizes a repetition of the request. With `true`, the client creates one for the call.
   * The client can send a request with a key again.
   */
  readonly idempotencyKey?: string | true | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Options of a call that creates or updates a resource: `include` and `fields` determine what the response contains of it. */
export type ResourceWriteOptions<A extends Api, Type extends TypeName<A>> = WriteOptions &
  Pick<GetQuery<A, Type>, 'include' | 'fields'>;

const kinds = { ifMatch: 'string', idempotencyKey: 'any', signal: 'object' } as const;
export const writeOptionTable: OptionTable = optionTable(kinds);
export const resourceWriteTable: OptionTable = optionTable({ ...kinds, include: 'array', fields: 'object' });
