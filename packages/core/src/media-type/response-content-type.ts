import { JSON_API_MEDIA_TYPE, type MediaTypeParameters, parseMediaType } from './media-type.ts';
import { splitUris } from './parameters.ts';

/**
 * The URIs of the extensions and profiles that a response document uses, for clients: whatever other parameters its
 * `Content-Type` has are ignored. Undefined when the response has another media type, none, or one that cannot be read.
 *
 * @see https://jsonapi.org/format/1.1/#content-negotiation-clients
 */
export function readResponseContentType(contentType: string | null | undefined): MediaTypeParameters | undefined {
  const mediaType = parseMediaType(contentType ?? '');
  if (mediaType?.essence !== JSON_API_MEDIA_TYPE) return undefined;
  // A parameter that is given twice counts as one list: who reads a document has to know all that it uses.
  const list = (wanted: string): readonly string[] => {
    const uris = mediaType.parameters.flatMap(([name, value]) => (name === wanted ? splitUris(value) : []));
    return Object.freeze([...new Set(uris)]);
  };
  return Object.freeze({ extensions: list('ext'), profiles: list('profile') });
}
