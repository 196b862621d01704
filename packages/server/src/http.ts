import { describeValue, memberOf } from '@linkage/core/internal';

/** Whether the client of a request is connected. */
export interface ClientConnection {
  /** Returns whether the client has disconnected. */
  isGone(): boolean;
  /** Calls a function when the client disconnects. */
  onGone(listener: () => void): void;
}

/** A request as plain values. */
export interface JsonApiRequest {
  readonly method: string;
  /** The path and query below the root of the API, such as `/articles?page[size]=5`. It must begin with a slash. */
  readonly url: string;
  /** Headers by name, in any letter case. Several lines of one field are an array, or joined by commas. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body; absent or empty if the request has none. */
  readonly body?: string | Uint8Array | undefined;
  /** Aborts when the client disconnects. In the requests that your functions receive, it is created when it is read. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the client is connected. Adapters set it in place of `signal`, because most requests do not need a signal. */
  readonly connection?: ClientConnection | undefined;
  /** The objects of the framework, such as its request. Adapters set it. */
  readonly framework?: unknown;
  /**
   * Whether the framework sends the `stream` of a response. Adapters set it. Default false: the server waits for the complete document, and
   * returns it in `body`.
   */
  readonly canStream?: boolean | undefined;
  /**
   * Receives failures of the server, with the id in the response and this request, if the server does not have the option
   * `onError`. Adapters set it to the logger of the framework.
   */
  readonly logFailure?: ((error: unknown, id: string, request: never) => unknown) | undefined;
}

/**
 * A request with a typed `framework`. `Framework` is the type of an adapter: `FastifyFramework`, `KoaFramework`, `NodeFramework`, or
 * `FetchFramework`. It contains the request of the framework, and so its user, session, logger, and request id.
 */
export interface FrameworkRequest<Framework> extends JsonApiRequest {
  readonly framework: Framework;
}

/** A response as plain values. */
export interface JsonApiResponse {
  readonly status: number;
  /** Headers, without duplicates. */
  readonly headers: Readonly<Record<string, string>>;
  /** The document as text; absent if the response has none. */
  readonly body?: string | undefined;
  /** The document in place of `body`, if it is created while it is sent. Only for requests with `canStream`. */
  readonly stream?: ResponseStream | undefined;
}

/**
 * The chunks of a document. A framework must read them once, or call `return` of the iterator. If reading fails, the framework must destroy the
 * connection, so that the client notices that the document is not complete.
 */
export interface ResponseStream extends AsyncIterable<string> {
  /** Aborts if the stream fails, also while the framework waits for its client. */
  readonly signal: AbortSignal;
}

/** Returns a response with all members. */
export function responseOf(
  status: number,
  headers: JsonApiResponse['headers'],
  body: string | undefined = undefined,
): JsonApiResponse {
  return { status, headers, body, stream: undefined };
}

function signalOf(connection: ClientConnection): AbortSignal {
  const controller = new AbortController();
  if (connection.isGone()) controller.abort();
  else connection.onGone(() => controller.abort());
  return controller.signal;
}

/**
 * The members of a request: its own, or those of its class, but not those of `Object.prototype`. `signal` is an own member with one getter for all requests: a getter in an object literal gives every
 * object a hidden class of its own, which took a third of a request.
 */
export class ReadRequest implements JsonApiRequest {
  declare readonly signal: AbortSignal | undefined;
  readonly method: string;
  readonly url: string;
  readonly headers: JsonApiRequest['headers'];
  readonly body: JsonApiRequest['body'];
  readonly connection: ClientConnection | undefined;
  readonly framework: unknown;
  readonly canStream: boolean | undefined;
  readonly logFailure: JsonApiRequest['logFailure'];
  #signal: AbortSignal | undefined;
  static readonly #lateSignal: PropertyDescriptor & ThisType<ReadRequest> = {
    enumerable: true,
    get() {
      if (this.connection !== undefined) this.#signal ??= signalOf(this.connection);
      return this.#signal;
    },
  };

  constructor(request: JsonApiRequest) {
    this.method = request.method;
    this.url = request.url;
    this.headers = request.headers;
    this.body = memberOf(request, 'body') as JsonApiRequest['body'];
    this.connection = memberOf(request, 'connection') as JsonApiRequest['connection'];
    this.framework = memberOf(request, 'framework');
    this.canStream = memberOf(request, 'canStream') as JsonApiRequest['canStream'];
    this.logFailure = memberOf(request, 'logFailure') as JsonApiRequest['logFailure'];
    // As for `fetch`, null means that there is no signal.
    this.#signal = (memberOf(request, 'signal') as JsonApiRequest['signal'] | null) ?? undefined;
    Object.defineProperty(this, 'signal', ReadRequest.#lateSignal);
  }

  /** Whether the client has disconnected. Reading the signal of a request with a connection would create it. */
  isGone(): boolean {
    return this.connection === undefined ? this.#signal?.aborted === true : this.connection.isGone();
  }
}

function wrongMember(name: keyof JsonApiRequest, expected: string, value: unknown): TypeError {
  return new TypeError(`server.handle: \`${name}\` must be ${expected}, but it is ${describeValue(value)}.`);
}

/**
 * Checks the members that every request has. A wrong member is a mistake of the application, not of the client.
 *
 * @throws {TypeError} If the method or the URL is not a string, or the headers are not members of an object.
 */
export function assertRequest({ method, url, headers }: JsonApiRequest): void {
  if (typeof method !== 'string') throw wrongMember('method', 'a string, such as "GET"', method);
  if (typeof url !== 'string') throw wrongMember('url', 'a string, such as "/articles"', url);
  // A `Headers` object, a map, or an array does not have headers as members, so each request would have none.
  if (typeof headers === 'object' && headers !== null && typeof memberOf(headers, 'entries') !== 'function') return;
  throw wrongMember('headers', 'an object whose members are headers, not `Headers`, a map, or an array', headers);
}
