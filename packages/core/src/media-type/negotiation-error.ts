import { negotiationErrors } from '../error/chapters/negotiation-errors.ts';
import { type ErrorKey, errorIn, JsonApiError, type MoreTexts } from '../error/json-api-error.ts';
import type { ValuesOf } from '../error/text-part.ts';

/** Creates an error about a header of content negotiation. Every response to it varies with `Accept`. */
export function negotiationError<Key extends ErrorKey<keyof typeof negotiationErrors>>(
  header: string,
  key: Key,
  values: ValuesOf<Key>,
  more?: MoreTexts,
  headers?: Readonly<Record<string, string>>,
): JsonApiError {
  const error = errorIn(negotiationErrors, key, values, { header }, more);
  return new JsonApiError(error, { headers: { ...headers, Vary: 'Accept' } });
}
