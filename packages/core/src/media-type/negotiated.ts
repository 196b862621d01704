import { frozenList } from '../internal/freeze.ts';
import { type MediaTypeParameters, mediaTypeWith } from './media-type.ts';

/** What negotiation came to. */
export interface Negotiated {
  /** URIs of the extensions that the request document uses. */
  readonly requestExtensions: readonly string[];
  /** URIs of the profiles that the request document uses; those that are not supported are left out. */
  readonly requestProfiles: readonly string[];
  /** URIs of the extensions applied to the response. */
  readonly extensions: readonly string[];
  /** URIs of the profiles applied to the response. */
  readonly profiles: readonly string[];
  /** The Content-Type of the response. */
  readonly contentType: string;
  /** The Vary of the response. */
  readonly vary: 'Accept';
}

/** What the parameters of a request and those of its response come to; what is given twice counts once. */
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
