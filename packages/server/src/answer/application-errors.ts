import { errorObject, JsonApiError } from '@linkage/core';

/**
 * Creates the error for a request without valid credentials: 401 with `WWW-Authenticate`.
 *
 * @param challenge The value of `WWW-Authenticate`, such as `Bearer`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.2
 */
export function unauthorized(challenge: string, detail: string = 'Valid credentials are required.'): JsonApiError {
  return new JsonApiError(errorObject('UNAUTHORIZED', detail), { headers: { 'WWW-Authenticate': challenge } });
}

/**
 * Creates the error for a caller who has sent too many requests: 429 with `Retry-After`.
 *
 * @param seconds The number of seconds after which the client can send the request again.
 * @throws {TypeError} If `seconds` is not a whole number of 0 or more.
 * @see https://www.rfc-editor.org/rfc/rfc6585#section-4
 */
export function tooManyRequests(seconds: number, detail?: string): JsonApiError {
  if (!Number.isSafeInteger(seconds) || seconds < 0) {
    throw new TypeError(`tooManyRequests: \`seconds\` must be a whole number of 0 or more, but it is ${seconds}.`);
  }
  const text = detail ?? `Send the request again after ${seconds} seconds.`;
  return new JsonApiError(errorObject('TOO_MANY_REQUESTS', text), { headers: { 'Retry-After': String(seconds) } });
}
