import type { JsonApiResponse } from '../http.ts';
import { errorResponse } from '../response/error-response.ts';

/** Errors of one response that comes from outside of a server; further ones are cut. */
const MAX_ERRORS = 20;

/** No hook of a server is called for an error outside of it. */
const OUTSIDE = { method: 'GET', url: '/', headers: {} } as const;

/**
 * Creates the response to an error that the host or one of its middlewares threw before or after the server: an error
 * document. The document contains the errors of a `JsonApiError`. Any other value becomes a generic 500 error.
 *
 * @param report Receives any value that is not a `JsonApiError`, and the `id` of the error object in the response.
 */
export function respondToError(thrown: unknown, report: (error: unknown, id: string) => unknown): JsonApiResponse {
  return errorResponse(thrown, OUTSIDE, { most: MAX_ERRORS, report });
}
