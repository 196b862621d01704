import type { ServerDescription } from '../extensions/describe/description.ts';
import type { JsonApiRequest, JsonApiResponse } from '../http.ts';

/**
 * A server: a function from request to response. Both are plain values. `Request` is the type of the requests that the
 * server requires: with `HostedRequest<FastifyHost>`, only the adapter for Fastify can mount the server.
 */
export interface Server<Request extends JsonApiRequest = JsonApiRequest> {
  /** The `baseUrl` option, or undefined if it was not set. */
  readonly baseUrl: string | undefined;
  /** The maximum size of a request document in bytes. Adapters stop reading there. */
  readonly bodyLimit: number;
  /** Responds to a request. Never rejects: every error becomes an error document. */
  readonly handle: (request: Request) => Promise<JsonApiResponse>;
}

/** A server that can describe itself. */
export interface DescribingServer<Request extends JsonApiRequest = JsonApiRequest, Context = unknown>
  extends Server<Request> {
  /**
   * Returns the server as data: its types, fields, endpoints, pages, and limits.
   *
   * @param context The result of `context(request)` for a caller: the description then contains only the fields that the
   * caller can read. Without an argument, the description contains all fields; with `undefined`, those of a caller whose
   * context is undefined.
   */
  readonly describe: (...context: readonly [context?: Context]) => Promise<ServerDescription>;
}
