import { type ErrorCode, JsonApiError } from '@linkage/core';
import { errorOf, rejection } from '@linkage/core/internal';

const sizeSource = { parameter: 'page[size]' };

/** The name of each kind of error in the profile, by error code. `links.type` ends with it. */
export const errorKinds: Readonly<Partial<Record<ErrorCode, string>>> = Object.freeze({
  PAGE_SIZE_EXCEEDED: 'max-size-exceeded',
  PAGE_RANGE_NOT_SUPPORTED: 'range-pagination-not-supported',
  SORT_NOT_SUPPORTED: 'unsupported-sort',
});

/** Creates the error for a size that is not a positive integer. */
export function sizeInvalid(): JsonApiError {
  return rejection('PAGE_INVALID.positive', {}, sizeSource);
}

/** Creates the error for a size above the maximum. */
export function sizeExceeded(maxSize: number): JsonApiError {
  const error = errorOf('PAGE_SIZE_EXCEEDED.greatest', { limit: maxSize }, sizeSource);
  return new JsonApiError({ ...error, meta: { page: { maxSize } } });
}

/** Creates the error for a value that is not a cursor of this collection. */
export function cursorInvalid(name: 'after' | 'before'): JsonApiError {
  const source = { parameter: `page[${name}]` };
  return rejection('PAGE_INVALID.cursor', source, source);
}

/** Creates the error for a request with both cursors. */
export function rangeNotSupported(): JsonApiError {
  return rejection('PAGE_RANGE_NOT_SUPPORTED.both', {}, { parameter: 'page[before]' });
}

/** Creates the error for an order that the server cannot paginate. */
export function sortNotSupported(text: 'cursor' | 'cursorTooLong'): JsonApiError {
  return rejection(`SORT_NOT_SUPPORTED.${text}`, {}, { parameter: 'sort' });
}
