import { type ErrorCode, errorObject, JsonApiError } from '@linkage/core';

function failure(code: ErrorCode, parameter: string, detail: string, meta?: object): JsonApiError {
  const source = { parameter };
  return new JsonApiError(
    errorObject(code, detail, meta === undefined ? { source } : { source, meta: { page: meta } }),
  );
}

/** The name of each kind of error in the profile, by error code. `links.type` ends with it. */
export const errorKinds: Readonly<Partial<Record<ErrorCode, string>>> = Object.freeze({
  PAGE_SIZE_EXCEEDED: 'max-size-exceeded',
  PAGE_RANGE_NOT_SUPPORTED: 'range-pagination-not-supported',
  SORT_NOT_SUPPORTED: 'unsupported-sort',
});

/** Creates the error for a size that is not a positive integer. */
export function sizeInvalid(): JsonApiError {
  return failure('PAGE_INVALID', 'page[size]', '`page[size]` must be a positive integer in decimal digits.');
}

/** Creates the error for a size above the maximum. */
export function sizeExceeded(maxSize: number): JsonApiError {
  return failure('PAGE_SIZE_EXCEEDED', 'page[size]', `\`page[size]\` must be at most ${maxSize}.`, { maxSize });
}

/** Creates the error for a value that is not a cursor of this collection. */
export function cursorInvalid(name: 'after' | 'before'): JsonApiError {
  const detail = `\`page[${name}]\` must be a cursor that this server created for the same URL, sort, and filter.`;
  return failure('PAGE_INVALID', `page[${name}]`, detail);
}

/** Creates the error for a request with both cursors. */
export function rangeNotSupported(): JsonApiError {
  const detail = '`page[after]` and `page[before]` cannot be combined: this server does not support ranges.';
  return failure('PAGE_RANGE_NOT_SUPPORTED', 'page[before]', detail);
}

/** Creates the error for an order that the server cannot paginate. */
export function sortNotSupported(reason: string): JsonApiError {
  return failure('SORT_NOT_SUPPORTED', 'sort', `This collection cannot be paginated in this order: ${reason}`);
}
