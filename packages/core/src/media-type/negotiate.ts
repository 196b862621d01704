import { JsonApiError } from '../error/json-api-error.ts';
import { problem } from '../error/problem.ts';
import { excerpt } from '../internal/excerpt.ts';
import { frozenList } from '../internal/freeze.ts';
import { type Acceptance, chooseAccepted } from './accept.ts';
import type { Extension } from './extension.ts';
import { formatMediaType, JSON_API_MEDIA_TYPE, parseMediaType, parseMediaTypeList } from './media-type.ts';
import { readParameters } from './parameters.ts';
import type { Profile } from './profile.ts';

/** The header fields that negotiation looks at, absent when the request lacks them. */
export interface NegotiationHeaders {
  readonly accept?: string | undefined;
  readonly contentType?: string | undefined;
  /** Header fields are named one by one, so that those of a request are not passed in whole and overlooked. */
  readonly 'content-type'?: never;
  /** Whether the request carries a payload. Default: whether it has a Content-Type. */
  readonly payload?: boolean | undefined;
}

/** What a server supports. */
export interface NegotiationSupport {
  readonly extensions?: readonly Extension[] | undefined;
  readonly profiles?: readonly Profile[] | undefined;
}

/** What negotiation came to. */
export interface Negotiated {
  /** URIs of the extensions that the request document uses. */
  readonly requestExtensions: readonly string[];
  /** URIs of the extensions and profiles applied to the response. */
  readonly extensions: readonly string[];
  readonly profiles: readonly string[];
  /** The Content-Type of the response. */
  readonly contentType: string;
  /** The Vary of the response. */
  readonly vary: 'Accept';
}

function unsupportedMediaType(detail: string): JsonApiError {
  return new JsonApiError(problem('CONTENT_TYPE_UNSUPPORTED', detail, { source: { header: 'Content-Type' } }));
}

function readContentType(headers: NegotiationHeaders, supported: ReadonlySet<string>): readonly string[] {
  const { contentType, payload = contentType !== undefined } = headers;
  if (contentType === undefined) {
    if (payload) throw unsupportedMediaType(`A payload is sent with Content-Type: ${JSON_API_MEDIA_TYPE}.`);
    return [];
  }
  const mediaType = parseMediaType(contentType);
  if (mediaType?.essence !== JSON_API_MEDIA_TYPE) {
    if (!payload) return [];
    throw unsupportedMediaType(
      `A payload is sent with Content-Type: ${JSON_API_MEDIA_TYPE}, not "${excerpt(contentType)}".`,
    );
  }
  const parameters = readParameters(mediaType.parameters);
  if ('reason' in parameters) throw unsupportedMediaType(parameters.reason);
  const missing = parameters.extensions.find((uri) => !supported.has(uri));
  if (missing !== undefined) {
    throw unsupportedMediaType(`The extension "${excerpt(missing)}" is not supported.`);
  }
  return parameters.extensions;
}

function readAccept(accept: string | undefined, supported: ReadonlySet<string>): Acceptance {
  const ranges = accept === undefined ? [] : parseMediaTypeList(accept);
  if (ranges === undefined) return { acceptable: false, reason: 'Accept is longer than 2,048 characters.' };
  // A value without a readable element is no absent one: what it asked for, perhaps an extension, cannot be met.
  if (ranges.length === 0 && /[^ \t,]/.test(accept ?? '')) {
    return { acceptable: false, reason: 'Accept holds no media range that can be read.' };
  }
  return chooseAccepted(ranges, supported);
}

/** The URIs of `requested` that are supported, as they were configured: a trailing slash makes no difference. */
function supportedProfiles(requested: readonly string[], supported: readonly Profile[] = []): string[] {
  const bare = (uri: string): string => (uri.endsWith('/') ? uri.slice(0, -1) : uri);
  const known = new Map(supported.map(({ uri }) => [bare(uri), uri]));
  return [...new Set(requested.flatMap((uri) => known.get(bare(uri)) ?? []))];
}

/**
 * Settles the media types of a request and its response.
 *
 * @throws {JsonApiError} 415 naming Content-Type, or 406 naming Accept.
 * @see https://jsonapi.org/format/1.1/#content-negotiation
 */
export function negotiate(headers: NegotiationHeaders, support: NegotiationSupport = {}): Negotiated {
  const supported = new Set(support.extensions?.map(({ uri }) => uri));
  const requestExtensions = readContentType(headers, supported);
  const accepted = readAccept(headers.accept, supported);
  if (!accepted.acceptable) {
    throw new JsonApiError(problem('ACCEPT_UNSATISFIABLE', accepted.reason, { source: { header: 'Accept' } }));
  }
  const extensions = [...new Set([...requestExtensions, ...accepted.extensions])];
  const profiles = supportedProfiles(accepted.profiles, support.profiles);
  return Object.freeze({
    requestExtensions: frozenList([...new Set(requestExtensions)]),
    extensions: frozenList(extensions),
    profiles: frozenList(profiles),
    contentType: formatMediaType(extensions, profiles),
    vary: 'Accept',
  });
}
