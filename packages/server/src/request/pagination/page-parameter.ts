import { errorObject, JsonApiError } from '@linkage/core';
import { collectErrors } from '../../internal/collect-errors.ts';
import type { PageRequest } from './pagination.ts';

/** Creates the error for a parameter of the `page` family. */
export function pageInvalid(name: string, detail: string): JsonApiError {
  return new JsonApiError(errorObject('PAGE_INVALID', detail, { source: { parameter: `page[${name}]` } }));
}

/** The maximum number of digits: databases accept such offsets. */
const MAX_DIGITS = 10;

/** Returns the whole number in a parameter, or undefined if the parameter is absent. */
function readWholeNumber({ parameters }: PageRequest, name: string, least: 0 | 1): number | undefined {
  const text = parameters.get(name);
  if (text === undefined) return undefined;
  const value = text.length <= MAX_DIGITS && /^[0-9]+$/.test(text) ? Number(text) : -1;
  if (value >= least) return value;
  throw pageInvalid(
    name,
    `\`page[${name}]\` must be a whole number of ${least} or more, with at most ${MAX_DIGITS} digits.`,
  );
}

/** Returns the number of resources on the page: from the request, or the default. */
function readPageSize(request: PageRequest, name: string): number {
  const { pageSize, pageSizeMaximum } = request;
  const size = readWholeNumber(request, name, 1) ?? pageSize;
  // sabotage: pages-have-no-limit-size
  if (size > pageSizeMaximum) {
    throw pageInvalid(name, `\`page[${name}]\` must be at most ${pageSizeMaximum}, but it is ${size}.`);
  }
  return size;
}

/**
 * Reads the number of the page, and the number of resources on it.
 *
 * @throws {JsonApiError} 400 with an error for each invalid parameter.
 */
export function readPlaceAndSize(
  request: PageRequest,
  place: { readonly name: string; readonly least: 0 | 1 },
  sizeName: string,
): readonly [place: number, size: number] {
  return collectErrors(
    () => readWholeNumber(request, place.name, place.least) ?? place.least,
    () => readPageSize(request, sizeName),
  );
}
