import { errorObject, type FilterTerm, JsonApiError } from '@linkage/core';

const details = {
  SERVICE_UNAVAILABLE: 'The data source is temporarily unavailable. Send the request again later.',
  WRITE_CONFLICT: 'Concurrent requests change the same data. Send the request again.',
  TIMED_OUT: 'The request exceeded the time limit of the database.',
} as const;

/** Creates the error for a failure of the database after which the client can send the request again. */
export function retryLater(code: keyof typeof details, cause: unknown): JsonApiError {
  return new JsonApiError(errorObject(code, details[code]), { cause, headers: { 'Retry-After': '1' } });
}

/** Creates the error for linkage to a resource that does not exist. */
export function relatedNotFound(): JsonApiError {
  const detail = 'A related resource in the request document does not exist.';
  return new JsonApiError(errorObject('RELATED_RESOURCE_NOT_FOUND', detail));
}

/** Creates the error for an id that another resource has. `hasId` tells whether the request document contains it. */
export function idTaken(type: string, hasId: boolean, cause?: unknown): JsonApiError {
  const detail = `A resource of type "${type}" with this id already exists.`;
  const options = hasId ? { source: { pointer: '/data/id' } } : {};
  return new JsonApiError(errorObject('RESOURCE_EXISTS', detail, options), { cause });
}

/** Creates the error for an id of the request document that the database stores in another form, such as `1` as `1.00`, or not at all. */
export function unstorableId(): JsonApiError {
  const source = { pointer: '/data/id' };
  return new JsonApiError(errorObject('VALUE_REJECTED', 'The database cannot store this id.', { source }));
}

/** Creates the error for a text operator on an attribute that the database does not store as text. */
export function notText(type: string, { field, operator }: FilterTerm): JsonApiError {
  const detail = `Type "${type}" cannot be filtered with the operator "${operator}" for \`${field}\`, because the database does not store it as text.`;
  const source = { parameter: `filter[${field}][${operator}]` };
  return new JsonApiError(errorObject('FILTER_NOT_SUPPORTED', detail, { source }));
}
