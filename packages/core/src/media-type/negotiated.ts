import { frozenList } from '../internal/freeze.ts';
import { type MediaTypeParameters, mediaTypeWith } from './media-type.ts';

/** The result of negotiation. */
export interface Negotiated {
  /** URIs of the extensions that the request document uses. */
  readonly requestExtensions: readonly string[];
  /** URIs of the supported profiles that the request document uses. */
  readonly requestProfiles: readonly string[];
  /** URIs of the extensions applied to the response. */
  readonly extensions: readonly string[];
  /** URIs of the profiles applied to the response. */
  readonly profiles: readonly string[];
  /** The `Content-Type` of the response. */
  readonly contentType: string;
  /** The `Vary` header field of the response. */
  readonly vary: 'Accept';
}

/** Creates the result from the parameters of a request and of its response. Removes duplicates. */
export function createNegotiated(request: MediaTypeParameters, response: MediaTypeParameters): Negotiated {
  const extensions = [...new Set(response.extensions)];
  const profiles = [...new Set(response.profiles)];
  return Object.freeze({
    requestExtensions: frozenList([...new Set(request.extensions)]),
    requestProfiles: frozenList([...new Set(request.profiles)]),
    extensions: frozenList(extensions),
    profiles: frozenList(profiles),
    contentType: mediaTypeWith(extensions, profiles),
    vary: 'Accept',
  });
}
