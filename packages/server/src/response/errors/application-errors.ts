import { errorObject, JsonApiError } from '@linkage/core';
import { errorOf } from '@linkage/core/internal';

/**
 * Creates the error for a request without valid credentials: 401 with `WWW-Authenticate`.
 *
 * @param challenge The value of `WWW-Authenticate`, such as `Bearer`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.2
 */
export function unauthorized(challenge: string, detail?: string): JsonApiError {
  const error = detail === undefined ? errorOf('UNAUTHORIZED.credentials', {}) : errorObject('UNAUTHORIZED', detail);
  return new JsonApiError(error, { headers: { 'WWW-Authenticate': challenge } });
}

/**
 * Creates the error for a user who has sent too many requests: 429 with `Retry-After`.
 *
 * @param seconds The number of seconds after which the client can send the request again.
 * @throws {TypeError} If `seconds` is not a whole number of 0 or more.
 * @see https://www.rfc-editor.org/rfc/rfc6585#section-4
 */
export function tooManyRequests(seconds: number, detail?: string): JsonApiError {
  if (!Number.isSafeInteger(seconds) || seconds < 0) {
    throw new TypeError(`tooManyRequests: \`seconds\` must be a whole number of 0 or more, but it is ${seconds}.`);
  }
  const error =
    detail === undefined ? errorOf('TOO_MANY_REQUESTS.seconds', { seconds }) : errorObject('TOO_MANY_REQUESTS', detail);
  return new JsonApiError(error, { headers: { 'Retry-After': String(seconds) } });
}
