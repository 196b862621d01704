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
