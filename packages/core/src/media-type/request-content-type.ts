import type { JsonApiError } from '../error/json-api-error.ts';
import { remember } from '../internal/bounded-cache.ts';
import { hasOwn } from '../internal/is-object.ts';
import { truncate } from '../internal/truncate.ts';
import {
  JSON_API_MEDIA_TYPE,
  MAX_HEADER_LENGTH,
  type MediaTypeParameters,
  mediaTypeWith,
  parseMediaType,
} from './media-type.ts';
import { negotiationError } from './negotiation-error.ts';
import { noParameters } from './parameters.ts';
import type { Supported } from './support.ts';
import { readSupportedParameters } from './supported-parameters.ts';

/** Creates the 415 error. Its `Accept` header field states the supported media types (RFC 9110, section 15.5.16). */
function reject(detail: string, { extensions }: Supported): JsonApiError {
  const types = [JSON_API_MEDIA_TYPE, ...[...extensions].map((uri) => mediaTypeWith([uri], []))];
  return negotiationError('CONTENT_TYPE_UNSUPPORTED', 'Content-Type', detail, { Accept: types.join(', ') });
}

function rejectPayload(contentType: string): string {
  if (contentType.length > MAX_HEADER_LENGTH) return '`Content-Type` must have at most 2,048 characters.';
  const isClose = contentType.toLowerCase().includes(JSON_API_MEDIA_TYPE);
  const hint = isClose ? ' Quote the URIs of `ext` and `profile`.' : '';
  return `\`Content-Type\` must be ${JSON_API_MEDIA_TYPE}, but it is "${truncate(contentType)}".${hint}`;
}

/**
 * Returns the extensions and profiles of a request document.
 *
 * @throws {JsonApiError} 415 for `Content-Type`.
 * @see https://jsonapi.org/format/1.1/#content-negotiation-servers
 */
export function readRequestContentType(
  contentType: string | null | undefined,
  payload: boolean,
  supported: Supported,
): MediaTypeParameters {
  if (contentType === JSON_API_MEDIA_TYPE) return noParameters;
  if (contentType === undefined || contentType === null) {
    if (payload) throw reject(`\`Content-Type\` is required: ${JSON_API_MEDIA_TYPE}.`, supported);
    return noParameters;
  }
  const known = supported.contentTypes.get(contentType);
  if (known !== undefined) return known;
  const mediaType = parseMediaType(contentType);
  if (mediaType?.essence !== JSON_API_MEDIA_TYPE) {
    if (!payload) return noParameters;
    throw reject(rejectPayload(contentType), supported);
  }
  const parameters = readSupportedParameters(mediaType.parameters, supported);
  if (hasOwn(parameters, 'reason')) throw reject(`\`Content-Type\` is not supported: ${parameters.reason}.`, supported);
  remember(supported.contentTypes, contentType, parameters);
  return parameters;
}
