import { errorObject, JsonApiError } from '@linkage/core';
import { readTogether } from '../internal/read-together.ts';
import type { PageRequest } from './pagination.ts';

/** The error for a parameter of the `page` family. */
export function pageInvalid(name: string, detail: string): JsonApiError {
  return new JsonApiError(errorObject('PAGE_INVALID', detail, { source: { parameter: `page[${name}]` } }));
}

/** A whole number that a parameter holds, in digits; undefined without the parameter. */
function readWholeNumber({ parameters }: PageRequest, name: string, least: 0 | 1): number | undefined {
  const text = parameters.get(name);
  if (text === undefined) return undefined;
  const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : -1;
  if (value >= least) return value;
  throw pageInvalid(name, `page[${name}] is a whole number of ${least} or more, in at most ten digits.`);
}

/** The number of resources on the page: as the request says, or by default. */
function readPageSize(request: PageRequest, name: string): number {
  const { pageSize, pageSizeMaximum } = request;
  const size = readWholeNumber(request, name, 1) ?? pageSize;
  if (size > pageSizeMaximum) {
    throw pageInvalid(name, `page[${name}] is at most ${pageSizeMaximum} here.`);
  }
  return size;
}

/**
 * The place of the page, a number, and the number of resources on it.
 *
 * @throws {JsonApiError} 400 naming each parameter at fault.
 */
export function readPlaceAndSize(
  request: PageRequest,
  place: { readonly name: string; readonly least: 0 | 1 },
  sizeName: string,
): readonly [place: number, size: number] {
  return readTogether(
    () => readWholeNumber(request, place.name, place.least) ?? place.least,
    () => readPageSize(request, sizeName),
  );
}
