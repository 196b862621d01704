import { negotiationErrors } from '../error/chapters/negotiation-errors.ts';
import type { ErrorKey, JsonApiError, MoreMessages } from '../error/json-api-error.ts';
import { messagePart, type ValuesOf } from '../error/message-part.ts';
import { remember } from '../internal/bounded-cache.ts';
import { truncate } from '../internal/describe-value.ts';
import { hasOwn } from '../internal/members.ts';
import {
  MAX_HEADER_LENGTH,
  type MediaTypeParameters,
  JSON_API_MEDIA_TYPE as mediaType,
  mediaTypeWith,
  parseMediaType,
} from './media-type.ts';
import { negotiationError } from './negotiation-error.ts';
import { noParameters } from './parameters.ts';
import type { Supported } from './support.ts';
import { readSupportedParameters } from './supported-parameters.ts';

/** Creates the 415 error. Its `Accept` header declares the supported media types (RFC 9110, section 15.5.16). */
function reject<Key extends ErrorKey<'CONTENT_TYPE_UNSUPPORTED'>>(
  { extensions }: Supported,
  key: Key,
  values: ValuesOf<Key>,
  ...more: MoreMessages
): JsonApiError {
  const types = [mediaType, ...[...extensions].map((uri) => mediaTypeWith([uri], []))];
  return negotiationError('Content-Type', key, values, more, { Accept: types.join(', ') });
}

function rejectMediaType(contentType: string, supported: Supported): JsonApiError {
  if (contentType.length > MAX_HEADER_LENGTH) return reject(supported, 'CONTENT_TYPE_UNSUPPORTED.tooLong', {});
  const isClose = contentType.toLowerCase().includes(mediaType);
  const hint = isClose ? messagePart(negotiationErrors, 'CONTENT_TYPE_UNSUPPORTED.quotes', {}) : undefined;
  const values = { mediaType, value: truncate(contentType) };
  return reject(supported, 'CONTENT_TYPE_UNSUPPORTED.other', values, hint);
}

/**
 * Returns the extensions and profiles of a request document.
 *
 * @throws {JsonApiError} 415 for `Content-Type`.
 * @see https://jsonapi.org/format/1.1/#content-negotiation-servers
 */
export function readRequestContentType(
  contentType: string | null | undefined,
  body: boolean,
  supported: Supported,
): MediaTypeParameters {
  if (contentType === mediaType) return noParameters;
  if (contentType === undefined || contentType === null)
    throw reject(supported, 'CONTENT_TYPE_UNSUPPORTED.required', { mediaType });
  const known = supported.contentTypes.get(contentType);
  if (known !== undefined) return known;
  const parsed = parseMediaType(contentType);
  if (parsed?.essence !== mediaType) {
    if (!body) return noParameters;
    throw rejectMediaType(contentType, supported);
  }
  const parameters = readSupportedParameters(parsed.parameters, supported);
  if (hasOwn(parameters, 'reason')) throw reject(supported, 'CONTENT_TYPE_UNSUPPORTED.parameters', parameters);
  remember(supported.contentTypes, contentType, parameters);
  return parameters;
}
