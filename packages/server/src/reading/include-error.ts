import type { JsonApiError, ResourceType } from '@linkage/core';
import { type ErrorKey, rejection, type ValuesOf } from '@linkage/core/internal';

/** Creates the error for an `include` value that the server cannot satisfy. */
export function includeError<Key extends ErrorKey<'INCLUDED_TOO_MANY' | 'RELATIONSHIP_PATH_UNKNOWN'>>(
  key: Key,
  values: ValuesOf<Key>,
): JsonApiError {
  return rejection(key, values, { parameter: 'include' });
}

/** Creates the error for a relationship with more members than a response can contain. */
export function tooManyMembers(name: string, most: number): JsonApiError {
  return includeError('INCLUDED_TOO_MANY.identifiers', { name, limit: most });
}

/** Creates the error for included resources whose source cannot find them by id. */
export function unreadable({ name }: ResourceType): JsonApiError {
  return includeError('RELATIONSHIP_PATH_UNKNOWN.type', { type: name });
}
