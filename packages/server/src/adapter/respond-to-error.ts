import { readHostError } from '@linkage/core/internal';
import type { JsonApiResponse } from '../http.ts';
import { errorResponse } from '../response/errors/error-response.ts';

/** Errors of one response that comes from outside of a server; further ones are omitted. */
const MAX_ERRORS = 20;

/** No hook of a server is called for an error outside of it. */
const OUTSIDE = { method: 'GET', url: '/', headers: {} } as const;

/**
 * Creates the response to an error that the framework or one of its middlewares threw before or after the server: an error
 * document. The document contains the errors of a `JsonApiError`. Any other value becomes a generic 500 error.
 *
 * @param report Receives any value that is not a `JsonApiError`, and the cause of a `JsonApiError` with a status from 500 on, with the
 * `id` of the error object in the response.
 * @param titles Titles by status, such as `STATUS_CODES` of `node:http`. With them, an error with a status from 400 to 599,
 * such as those of `http-errors`, keeps its status and headers, and `report` receives it only from 500 on.
 */
export function respondToError(
  thrown: unknown,
  report: (error: unknown, id: string) => unknown,
  titles?: Readonly<Record<number, string | undefined>>,
): JsonApiResponse {
  const error = titles === undefined ? thrown : readHostError(thrown, titles);
  return errorResponse(error, OUTSIDE, { most: MAX_ERRORS, report });
}
