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
