import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';

/** A request of `node:http`, of the compatibility API of `node:http2`, or of a framework that extends one of them. */
export type NodeRequest = IncomingMessage | Http2ServerRequest;

/** A response of `node:http`, of the compatibility API of `node:http2`, or of a framework that extends one of them. */
export type NodeResponse = ServerResponse | Http2ServerResponse;

/**
 * The part of a request that comes from Node. With Express, `NodeFramework<express.Request, express.Response>` has the members
 * that your middleware adds to the request, such as `user` and `session`.
 */
export interface NodeFramework<
  Request extends NodeRequest = NodeRequest,
  Response extends NodeResponse = NodeResponse,
> {
  readonly request: Request;
  readonly response: Response;
}

/** Continues with the next middleware of the framework, or with its error handler if an error is passed. */
export type NodeNext = (error?: unknown) => void;

/** The members that frameworks and body parsers add to a request. */
export interface HostRequest {
  /** The URL as the client sent it, if the framework removes the path of a router from `url`. */
  readonly originalUrl?: unknown;
  readonly rawBody?: unknown;
  readonly body?: unknown;
}
