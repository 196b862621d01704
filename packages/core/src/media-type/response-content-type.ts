import { JSON_API_MEDIA_TYPE, type MediaTypeParameters, parseMediaType } from './media-type.ts';
import { splitUris } from './parameters.ts';

/**
 * Returns the URIs of the extensions and profiles that a response document uses, for clients. Ignores other parameters
 * of the `Content-Type`. Returns undefined if the response does not have the JSON:API media type, or if the header
 * is missing or malformed.
 *
 * @see https://jsonapi.org/format/1.1/#content-negotiation-clients
 */
export function readResponseContentType(contentType: string | null | undefined): MediaTypeParameters | undefined {
  const mediaType = parseMediaType(contentType ?? '');
  if (mediaType?.essence !== JSON_API_MEDIA_TYPE) return undefined;
  // Read a repeated parameter as one list, because the client must know everything that the document uses.
  const list = (wanted: string): readonly string[] => {
    const uris = mediaType.parameters.flatMap(([name, value]) => (name === wanted ? splitUris(value) : []));
    return Object.freeze([...new Set(uris)]);
  };
  return Object.freeze({ extensions: list('ext'), profiles: list('profile') });
}
