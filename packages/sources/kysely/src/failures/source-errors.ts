import type { FilterTerm, JsonApiError } from '@linkage/core';
import { rejection } from '@linkage/core/internal';

/** Creates the error for a failure of the database after which the client can send the request again. */
export function retryLater(
  key: 'SERVICE_UNAVAILABLE.source' | 'TIMED_OUT.database' | 'WRITE_CONFLICT.concurrent',
  cause: unknown,
): JsonApiError {
  return rejection(key, {}, undefined, { cause, headers: { 'Retry-After': '1' } });
}

/** Creates the error for linkage to a resource that does not exist. */
export function relatedNotFound(): JsonApiError {
  return rejection('RELATED_RESOURCE_NOT_FOUND.document', {});
}

const idSource = { pointer: '/data/id' };

/** Creates the error for an id that another resource has. `hasId` tells whether the request document contains it. */
export function idTaken(type: string, hasId: boolean, cause?: unknown): JsonApiError {
  return rejection('RESOURCE_EXISTS.id', { type }, hasId ? idSource : undefined, { cause });
}

/** Creates the error for a row that was not inserted, without an error: its id is taken, or a trigger has left it out. */
export function notCreated(type: string, hasKey: boolean, hasId: boolean): JsonApiError {
  return hasKey ? idTaken(type, hasId) : rejection('CONSTRAINT_VIOLATED.rule', {});
}

/** Creates the error for an id of the request document that the database stores in another form, such as `1` as `1.00`, or not at all. */
export function unstorableId(): JsonApiError {
  return rejection('VALUE_REJECTED.idUnstorable', {}, idSource);
}

/** Creates the error for a text operator on an attribute that the database does not store as text. */
export function notText(type: string, { field, operator }: FilterTerm): JsonApiError {
  const source = { parameter: `filter[${field}][${operator}]` };
  return rejection('FILTER_NOT_SUPPORTED.notText', { type, field, operator }, source);
}
