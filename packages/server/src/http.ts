import { describeValue } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';

/** A request as plain values. */
export interface JsonApiRequest {
  readonly method: string;
  /** The path and query below the root of the API, such as `/articles?page[size]=5`. It must begin with a slash. */
  readonly url: string;
  /** Header fields by name, in any letter case. Several lines of one field are an array, or joined by commas. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The payload; absent or empty if the request has none. */
  readonly body?: string | Uint8Array | undefined;
  /** Aborts when the client disconnects. Can be an accessor: the server reads it when a source or a hook needs it. */
  readonly signal?: AbortSignal | undefined;
  /** Returns whether the client has disconnected. Adapters set it, because the server then rarely needs the signal. */
  readonly isGone?: (() => boolean) | undefined;
  /** The part of the request that comes from the host, such as the request of the framework. Adapters set it. */
  readonly host?: unknown;
  /**
   * Whether the host sends the `stream` of a response. Adapters set it. Default false: the server waits for the complete document, and
   * returns it in `body`.
   */
  readonly canStream?: boolean | undefined;
  /**
   * Receives failures of the server, with the id in the response and this request, if the server does not have the option
   * `onError`. Adapters set it to the logger of the host.
   */
  readonly logFailure?: ((error: unknown, id: string, request: never) => unknown) | undefined;
}

/**
 * A request with a typed `host`. `Host` is the type of an adapter: `FastifyHost`, `KoaHost`, `NodeHost`, or `FetchHost`. The
 * host contains the request of the framework, and so its user, session, logger, and request id.
 */
export interface HostedRequest<Host> extends JsonApiRequest {
  readonly host: Host;
}

/** A response as plain values. */
export interface JsonApiResponse {
  readonly status: number;
  /** Header fields, without duplicates. */
  readonly headers: Readonly<Record<string, string>>;
  /** The document as text; absent if the response has none. */
  readonly body?: string;
  /** The document in place of `body`, if it is created while it is sent. Only for requests with `canStream`. */
  readonly stream?: ResponseStream;
}

/**
 * The chunks of a document. A host must read them once, or call `return` of the iterator. If reading fails, the host must destroy the
 * connection, so that the client notices that the document is not complete.
 */
export interface ResponseStream extends AsyncIterable<string> {
  /** Aborts if the stream fails, also while the host waits for its client. */
  readonly signal: AbortSignal;
}

/** Reads the members of a request: its own, or those of its class, but not those of `Object.prototype`. */
export function readRequest(request: JsonApiRequest): JsonApiRequest {
  return {
    method: request.method,
    url: request.url,
    headers: request.headers,
    body: fieldOf(request, 'body') as JsonApiRequest['body'],
    // An adapter creates the signal when it is read.
    get signal() {
      return fieldOf(request, 'signal') as JsonApiRequest['signal'];
    },
    isGone: fieldOf(request, 'isGone') as JsonApiRequest['isGone'],
    host: fieldOf(request, 'host'),
    canStream: fieldOf(request, 'canStream') as JsonApiRequest['canStream'],
    logFailure: fieldOf(request, 'logFailure') as JsonApiRequest['logFailure'],
  };
}

function wrongMember(name: keyof JsonApiRequest, expected: string, value: unknown): TypeError {
  return new TypeError(`server.handle: \`${name}\` must be ${expected}, but it is ${describeValue(value)}.`);
}

/**
 * Checks the members that every request has. A wrong member is a mistake of the application, not of the client.
 *
 * @throws {TypeError} If the method or the URL is not a string, or the header fields are not members of an object.
 */
export function assertRequest({ method, url, headers }: JsonApiRequest): void {
  if (typeof method !== 'string') throw wrongMember('method', 'a string, such as "GET"', method);
  if (typeof url !== 'string') throw wrongMember('url', 'a string, such as "/articles"', url);
  // A `Headers` object, a map, or an array does not have header fields as members, so each request would have none.
  if (typeof headers === 'object' && headers !== null && typeof fieldOf(headers, 'entries') !== 'function') return;
  throw wrongMember('headers', 'an object whose members are header fields, not `Headers`, a map, or an array', headers);
}
