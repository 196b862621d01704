import { collectionErrors } from '../error/chapters/collection-errors.ts';
import { type ErrorKey, errorIn, JsonApiError } from '../error/json-api-error.ts';
import type { ValuesOf } from '../error/text-part.ts';

/** Creates the error for a parameter of the `page` family. */
export function pageError<Key extends ErrorKey<keyof typeof collectionErrors>>(
  key: Key,
  values: ValuesOf<Key>,
  parameter: string,
): JsonApiError {
  return new JsonApiError(errorIn(collectionErrors, key, values, { parameter }));
}
