import type { ServerCosts } from '../extensions/describe/describe-costs.ts';
import type { ServerDescription } from '../extensions/describe/description.ts';
import type { JsonApiRequest, JsonApiResponse } from '../http.ts';
import type { TransactionCall } from '../sources/port/data-source.ts';
import type { AnyWrites } from '../writing/server-writes.ts';

/**
 * A server: a function from request to response. Both are plain values. `Request` is the type of the requests that the
 * server requires: with `FrameworkRequest<FastifyFramework>`, only the adapter for Fastify can mount the server.
 */
export interface Server<Request extends JsonApiRequest = JsonApiRequest> {
  /** The `baseUrl` option, or undefined if it was not set. */
  readonly baseUrl: string | undefined;
  /** The maximum size of a request document in bytes. Adapters stop reading there. */
  readonly bodyLimit: number;
  /** Responds to a request. Never rejects: every error becomes an error document. */
  readonly handle: (request: Request) => Promise<JsonApiResponse>;
}

/** The user of a transaction of the application, and the types that it writes. */
export interface TransactionOptions<Context = unknown, Type extends string = string> {
  /** The context that sources, access rules, and hooks receive, like the result of `context(request)`. */
  readonly context: Context;
  /** The types that the transaction writes. Their sources must share transactions. Default: all types whose sources have transactions. */
  readonly types?: readonly Type[] | undefined;
  /** Ends the transaction when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** An open transaction of the application. */
export interface ApplicationTransaction<Context = unknown, Writes = AnyWrites, Transaction = unknown> {
  readonly writes: Writes;
  /** The call for sources, to read in the transaction. */
  readonly call: TransactionCall<Context, Transaction>;
}

/** A server that can describe itself. */
export interface DescribingServer<Request extends JsonApiRequest = JsonApiRequest, Context = unknown>
  extends Server<Request> {
  /**
   * Returns the server as data: its types, fields, endpoints, pages, and limits.
   *
   * @param context The result of `context(request)` for a user: the description then contains only the fields that the
   * user can read. Without an argument, the description contains all fields; with `undefined`, those of a user whose
   * context is undefined.
   */
  readonly describe: (...context: readonly [context?: Context]) => Promise<ServerDescription>;
  /** Returns why requests of each type take more calls and statements than they could, in sentences for developers: for a log at start, or a test. */
  readonly costs: () => Promise<ServerCosts>;
}

/** A server whose application can write without requests: the result of `createServer`. `Declared` contains the type of the transactions of its sources. */
export interface ApplicationServer<
  Request extends JsonApiRequest = JsonApiRequest,
  Context = unknown,
  Type extends string = string,
  Writes = AnyWrites,
  Declared extends { readonly transaction: unknown } = { readonly transaction: unknown },
> extends DescribingServer<Request, Context> {
  /**
   * Runs work of the application in one transaction, for example of a background job: completely or not at all. The work can run again
   * if the source repeats the transaction. The time limit of requests applies.
   *
   * @throws {TypeError} If the sources of the types do not share transactions, or within another transaction of these sources.
   */
  transaction<Result>(
    options: TransactionOptions<Context, Type>,
    run: (inside: ApplicationTransaction<Context, Writes, Declared['transaction']>) => Promise<Result>,
  ): Promise<Result>;
}
