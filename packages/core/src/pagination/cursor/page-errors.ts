import type { ErrorCode } from '../../error/chapters/error-table.ts';
import { pageErrors } from '../../error/chapters/page-errors.ts';
import { queryErrors, queryMessagesOfServers } from '../../error/chapters/query-errors.ts';
import { errorIn, JsonApiError } from '../../error/json-api-error.ts';
import { pageError } from '../page-error.ts';

/** The name of each kind of error in the profile, by error code. `links.type` ends with it. */
const errorKinds: Readonly<Partial<Record<ErrorCode, string>>> = {
  PAGE_SIZE_EXCEEDED: 'max-size-exceeded',
  PAGE_RANGE_NOT_SUPPORTED: 'range-pagination-not-supported',
  SORT_NOT_SUPPORTED: 'unsupported-sort',
};

/**
 * Returns the `type` link of the errors of the profile, as a URI by error code.
 *
 * @param uri The URI of the profile.
 */
export function cursorErrorTypes(uri: string): Readonly<Record<string, string>> {
  const base = uri.endsWith('/') ? uri : `${uri}/`;
  return Object.freeze(Object.fromEntries(Object.entries(errorKinds).map(([code, kind]) => [code, base + kind])));
}

/**
 * Adds the `type` links of the profile to the errors that it defines. Returns any other value unchanged.
 *
 * @param types The URIs by error code.
 */
export function withErrorTypes(thrown: unknown, types: Readonly<Record<string, string>>): unknown {
  if (!JsonApiError.is(thrown) || !thrown.errors.some(({ code = '' }) => Object.hasOwn(types, code))) return thrown;
  const { status, headers } = thrown;
  const errors = thrown.errors.map((error) => {
    const { code = '', links } = error;
    return Object.hasOwn(types, code) ? { ...error, links: { ...links, type: types[code] as string } } : error;
  });
  return new JsonApiError(errors, { status, headers, cause: thrown.cause });
}

/** Creates the error for a size that is not a positive integer. */
export function sizeInvalid(): JsonApiError {
  return pageError('PAGE_INVALID.positive', {}, 'page[size]');
}

/** Creates the error for a size above the maximum. */
export function sizeExceeded(maxSize: number): JsonApiError {
  const error = errorIn(pageErrors, 'PAGE_SIZE_EXCEEDED.greatest', { limit: maxSize }, { parameter: 'page[size]' });
  return new JsonApiError({ ...error, meta: { page: { maxSize } } });
}

/** Creates the error for a value that is not a cursor of this collection. */
export function cursorInvalid(name: 'after' | 'before'): JsonApiError {
  const parameter = `page[${name}]`;
  return pageError('PAGE_INVALID.cursor', { parameter }, parameter);
}

/** Creates the error for a request with both cursors. */
export function rangeNotSupported(): JsonApiError {
  return pageError('PAGE_RANGE_NOT_SUPPORTED.both', {}, 'page[before]');
}

const sortErrors = {
  SORT_NOT_SUPPORTED: { ...queryErrors.SORT_NOT_SUPPORTED, ...queryMessagesOfServers.SORT_NOT_SUPPORTED },
};

/** Creates the error for an order that the server cannot paginate. */
export function sortNotSupported(text: 'cursor' | 'cursorTooLong'): JsonApiError {
  return new JsonApiError(errorIn(sortErrors, `SORT_NOT_SUPPORTED.${text}`, {}, { parameter: 'sort' }));
}
