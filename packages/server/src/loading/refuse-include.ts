import { errorObject, JsonApiError } from '@linkage/core';

/** Creates the error for an `include` value that the server cannot satisfy. */
export function refuseInclude(code: 'INCLUDED_TOO_MANY' | 'RELATIONSHIP_PATH_UNKNOWN', detail: string): JsonApiError {
  return new JsonApiError(errorObject(code, detail, { source: { parameter: 'include' } }));
}
