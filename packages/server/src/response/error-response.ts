import { type ErrorDocument, type ErrorObject, JSON_API_MEDIA_TYPE, JsonApiError, problem } from '@linkage/core';
import type { JsonApiResponse } from '../http.ts';
import { jsonapiObject } from './jsonapi.ts';

/** Hears of unexpected failures, with the id that the client gets. */
type Report = (error: unknown, id: string) => unknown;

/** All that an error object may hold: whatever else was put on one stays inside. */
const members = ['id', 'links', 'status', 'code', 'title', 'detail', 'source', 'meta'] as const;

/** What a client may know of a failure that nobody expected: that it happened, and an id to ask about. */
function unexpected(error: unknown, report: Report | undefined): JsonApiError {
  const id = crypto.randomUUID();
  // A hook that fails, at once or later, must not keep the client from its answer.
  const ignore = (): void => undefined;
  try {
    Promise.resolve(report?.(error, id)).catch(ignore);
  } catch {
    ignore();
  }
  return new JsonApiError({ id, ...problem('INTERNAL_ERROR', 'The failure has been recorded under this id.') });
}

function errorObject(error: ErrorObject): ErrorObject {
  const known = members.filter((member) => error[member] !== undefined);
  return { status: '500', ...Object.fromEntries(known.map((member) => [member, error[member]])) };
}

function respond({ status, headers, errors }: JsonApiError, most: number): JsonApiResponse {
  const document: ErrorDocument = { jsonapi: jsonapiObject(), errors: errors.slice(0, most).map(errorObject) };
  return {
    status,
    headers: {
      ...headers,
      'Content-Type': JSON_API_MEDIA_TYPE,
      Vary: 'Accept',
      'Cache-Control': 'no-store',
    },
    body: JSON.stringify(document),
  };
}

/**
 * Turns whatever was thrown into a response. An error document is built from the members of a `JsonApiError` alone;
 * anything else becomes a bare 500.
 *
 * @see https://jsonapi.org/format/1.1/#errors
 */
export function errorResponse(thrown: unknown, most: number, report: Report | undefined): JsonApiResponse {
  try {
    if (JsonApiError.is(thrown)) return respond(thrown, most);
  } catch (failure) {
    // An error object that is no JSON, such as one with a bigint in its meta.
    return respond(unexpected(failure, report), most);
  }
  return respond(unexpected(thrown, report), most);
}
