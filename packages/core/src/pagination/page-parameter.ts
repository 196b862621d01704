import { collectErrors } from '../error/collect-errors.ts';
import { pageError } from './page-error.ts';
import type { PageRequest } from './pagination.ts';

/** The maximum number of digits: databases accept such offsets. */
const MAX_DIGITS = 10;

/** Returns the whole number in a parameter, or undefined if the parameter is absent. */
function readWholeNumber({ parameters }: PageRequest, name: string, least: 0 | 1): number | undefined {
  const text = parameters.get(name);
  if (text === undefined) return undefined;
  const value = text.length <= MAX_DIGITS && /^[0-9]+$/.test(text) ? Number(text) : -1;
  if (value >= least) return value;
  const parameter = `page[${name}]`;
  throw pageError('PAGE_INVALID.wholeNumber', { parameter, least, digits: MAX_DIGITS }, parameter);
}

/** Returns the number of resources on the page: from the request, or the default. */
function readPageSize(request: PageRequest, name: string): number {
  const { pageSize, pageSizeMaximum } = request;
  const size = readWholeNumber(request, name, 1) ?? pageSize;
  if (size > pageSizeMaximum) {
    const parameter = `page[${name}]`;
    throw pageError('PAGE_INVALID.greatest', { parameter, limit: pageSizeMaximum, value: size }, parameter);
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
