import { errorObject, JsonApiError, type ResourceType } from '@linkage/core';

/** Creates the error for an `include` value that the server cannot satisfy. */
export function includeError(code: 'INCLUDED_TOO_MANY' | 'RELATIONSHIP_PATH_UNKNOWN', detail: string): JsonApiError {
  return new JsonApiError(errorObject(code, detail, { source: { parameter: 'include' } }));
}

/** Creates the error for a relationship with more members than a response can contain. */
export function tooManyMembers(name: string, most: number): JsonApiError {
  const detail = `The relationship \`${name}\` must have at most ${most} resource identifiers in the response, but it has more.`;
  return includeError('INCLUDED_TOO_MANY', detail);
}

/** Creates the error for included resources whose source cannot find them by id. */
export function unreadable({ name }: ResourceType): JsonApiError {
  return includeError('RELATIONSHIP_PATH_UNKNOWN', `Resources of type "${name}" cannot be included.`);
}
