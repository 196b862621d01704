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
  /** The `Vary` header of the response. */
  readonly vary: 'Accept';
}

/** Creates the result from the parameters of a request and of its response. Removes duplicates. */
export function createNegotiated(request: MediaTypeParameters, response: MediaTypeParameters): Negotiated {
  const unique = (uris: readonly string[]): readonly string[] => frozenList([...new Set(uris)]);
  const [extensions, profiles] = [unique(response.extensions), unique(response.profiles)];
  return Object.freeze({
    requestExtensions: unique(request.extensions),
    requestProfiles: unique(request.profiles),
    extensions,
    profiles,
    contentType: mediaTypeWith(extensions, profiles),
    vary: 'Accept',
  });
}
