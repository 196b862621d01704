import { negotiationErrors } from '../error/chapters/negotiation-errors.ts';
import { type ErrorKey, errorIn, JsonApiError, type MoreMessages } from '../error/json-api-error.ts';
import type { ValuesOf } from '../error/message-part.ts';

/** Creates an error about a header of content negotiation. Every response to it varies with `Accept`. */
export function negotiationError<Key extends ErrorKey<keyof typeof negotiationErrors>>(
  header: string,
  key: Key,
  values: ValuesOf<Key>,
  more?: MoreMessages,
  headers?: Readonly<Record<string, string>>,
): JsonApiError {
  const error = errorIn(negotiationErrors, key, values, { header }, more);
  return new JsonApiError(error, { headers: { ...headers, Vary: 'Accept' } });
}
