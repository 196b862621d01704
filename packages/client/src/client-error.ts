const BRAND = Symbol.for('linkage.ClientError');

/**
 * The reason for a `ClientError`. `network`: there was no response. `not-json-api`: the response is not a JSON:API
 * document, for example an HTML page of a proxy. `aborted`: the signal of the call was aborted. `rejected`: a link or a
 * redirect leads to another origin or contains a password, a write or a request with more headers in a browser is
 * redirected, or the links of pages form a circle or do not end.
 */
export type ClientErrorKind = 'network' | 'not-json-api' | 'aborted' | 'rejected';

/**
 * A request without a JSON:API document as its response. Recognize it with `ClientError.is`. If the server responds with
 * error objects, the client throws a `JsonApiError` instead.
 */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly kind: ClientErrorKind;
  /** The status of the response, if there was one. */
  readonly status: number | undefined;
  /** The text of a response that is not a JSON:API document. Not enumerable, so that logs do not contain it. */
  declare readonly body: string | undefined;

  constructor(kind: ClientErrorKind, message: string, cause?: unknown, status?: number, body?: string) {
    super(message, cause === undefined ? undefined : { cause });
    Object.defineProperties(this, { [BRAND]: { value: true }, body: { value: body } });
    this.kind = kind;
    this.status = status;
  }

  /** Whether a thrown value is a `ClientError` of any copy of the library. */
  static is(value: unknown): value is ClientError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
