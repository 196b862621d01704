import { type ErrorDocument, JSON_API_MEDIA_TYPE, JsonApiError, problem } from '@linkage/core';
import type { JsonApiResponse } from '../http.ts';
import { jsonapiObject } from './jsonapi.ts';

/** Hears of unexpected failures, with the id that the client gets. */
type Report = (error: unknown, id: string) => void;

/** What a client may know of a failure that nobody expected: that it happened, and an id to ask about. */
function unexpected(error: unknown, report: Report | undefined): JsonApiError {
  const id = crypto.randomUUID();
  try {
    report?.(error, id);
  } catch {
    // A hook that fails must not keep the client from its answer.
  }
  return new JsonApiError({ id, ...problem('INTERNAL_ERROR', 'The failure has been recorded under this id.') });
}

/**
 * Turns whatever was thrown into a response. An error document is built from the members of a `JsonApiError` alone;
 * anything else becomes a bare 500.
 *
 * @see https://jsonapi.org/format/1.1/#errors
 */
export function errorResponse(thrown: unknown, most: number, report: Report | undefined): JsonApiResponse {
  const error = JsonApiError.is(thrown) ? thrown : unexpected(thrown, report);
  const document: ErrorDocument = { jsonapi: jsonapiObject(), errors: error.errors.slice(0, most) };
  return {
    status: error.status,
    headers: {
      ...error.headers,
      'Content-Type': JSON_API_MEDIA_TYPE,
      Vary: 'Accept',
      'Cache-Control': 'no-store',
    },
    body: JSON.stringify(document),
  };
}
