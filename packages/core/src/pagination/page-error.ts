import { collectionErrors, collectionMessagesOfPages } from '../error/chapters/collection-errors.ts';
import { joined } from '../error/chapters/error-table.ts';
import { pageErrors } from '../error/chapters/page-errors.ts';
import { type ErrorKey, errorIn, JsonApiError } from '../error/json-api-error.ts';
import type { ValuesOf } from '../error/message-part.ts';

const errorsOfPages: typeof collectionErrors & typeof collectionMessagesOfPages & typeof pageErrors = joined(
  collectionErrors,
  collectionMessagesOfPages,
  pageErrors,
);

/** Creates the error for a parameter of the `page` family. */
export function pageError<Key extends ErrorKey<keyof typeof errorsOfPages>>(
  key: Key,
  values: ValuesOf<Key>,
  parameter: string,
): JsonApiError {
  return new JsonApiError(errorIn(errorsOfPages, key, values, { parameter }));
}
