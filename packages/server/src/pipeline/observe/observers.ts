import type { JsonApiRequest } from '../../http.ts';

/** The facts about a request when it starts, without ids and query. */
export interface RequestStart<Framework = unknown> {
  readonly method: string;
  /**
   * The URL without ids: `/articles/{id}/relationships/comments`. Undefined if the URL is malformed or does not
   * identify anything, or the server rejects the request because it is overloaded.
   */
  readonly route: string | undefined;
  /** The headers of the request. They can contain a trace context and credentials. */
  readonly headers: JsonApiRequest['headers'];
  /** The value that the adapter passed as `framework`; undefined if there is none. */
  readonly framework: Framework;
}

/** The facts about a request after the response. */
export interface RequestEnd {
  /** The status of the response. 499 if the client disconnected. */
  readonly status: number;
  /**
   * The operation, such as `fetch-collection` or `create-resource`; undefined if the server does not support the
   * request.
   */
  readonly operation: string | undefined;
  /** The resource type at the beginning of the URL. */
  readonly type: string | undefined;
  /** The number of milliseconds from the request to the response. */
  readonly duration: number;
  /** The number of calls to sources, without transactions. */
  readonly sourceCalls: number;
  /**
   * The reason why the access rules rejected the request, for logs, such as a rule that returned false; undefined if they
   * did not. The reason can name resources that the user cannot read: do not send it to clients.
   */
  readonly rejection: string | undefined;
  /**
   * The error because of which the server failed, for logs: the error that a source or the application threw, whose `cause` can be an
   * error of a driver. Undefined for all other requests, also for those that `limits.concurrency` rejects. Do not send it to clients.
   */
  readonly failure: unknown;
}

/** Called at the end of a request. */
export type RequestEndHook = (end: RequestEnd) => void;

/** A span of a trace. */
export interface Span<End> {
  /**
   * Runs work such that spans started by the work are children of this span. Must return the result of the work.
   * Default: runs the work.
   */
  readonly run?: (<Result>(work: () => Result) => Result) | undefined;
  readonly end: (end: End) => void;
}

/** The result of a call to a source. */
export interface SpanEnd {
  readonly failed: boolean;
}

/** The span of a request. It can create a span for each call to a source. */
export interface RequestSpan extends Span<RequestEnd> {
  /** Starts the span of a call, such as `articles` and `list`. */
  readonly startCall?: ((type: string, method: string) => Span<SpanEnd> | undefined) | undefined;
}

/** Traces requests. Errors that it throws do not affect the request. */
export interface Tracing {
  readonly startRequest: (start: RequestStart) => RequestSpan | undefined;
}
