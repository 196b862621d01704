import type { JsonApiRequest } from '../http.ts';

/** What is known of a request when it starts. No ids, no query. */
export interface RequestStart {
  readonly method: string;
  /**
   * The URL with its ids left out: `/articles/{id}/relationships/comments`. Undefined when the URL names nothing, or cannot
   * be read.
   */
  readonly route: string | undefined;
  /** As the request has them: a trace context is among them, and credentials may be. */
  readonly headers: JsonApiRequest['headers'];
}

/** What is known of a request when it has been answered. */
export interface RequestEnd {
  /** The status of the answer. 499: the client went away. */
  readonly status: number;
  /** `fetch-collection`, `create-resource`; undefined for a request that was none the server offers. */
  readonly operation: string | undefined;
  /** The resource type that the URL begins with. */
  readonly type: string | undefined;
  /** Milliseconds from the request to its answer. */
  readonly duration: number;
  /** Calls to sources, transactions left out. */
  readonly sourceCalls: number;
}

/** Told of the end of a request. */
export type RequestEndHook = (end: RequestEnd) => void;

/** A piece of work in a trace. */
export interface Span<End> {
  /** Runs work so that what it starts belongs to the span; it gives what the work gives. Default: runs it. */
  readonly run?: (<Result>(work: () => Result) => Result) | undefined;
  readonly end: (end: End) => void;
}

/** How a call to a source ended. */
export interface SpanEnd {
  readonly failed: boolean;
}

/** The span of a request, which can have a span for each call to a source. */
export interface RequestSpan extends Span<RequestEnd> {
  /** Starts the span of a call, such as `articles` and `list`. */
  readonly startCall?: ((type: string, method: string) => Span<SpanEnd> | undefined) | undefined;
}

/** Follows requests through the server. What it throws changes nothing. */
export interface Tracing {
  readonly startRequest: (start: RequestStart) => RequestSpan | undefined;
}
