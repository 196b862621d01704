import { JsonApiError } from '../src/error/json-api-error.ts';
import { defineExtension } from '../src/media-type/extension.ts';
import { type NegotiationHeaders, negotiate } from '../src/media-type/negotiate.ts';
import { defineProfile } from '../src/media-type/profile.ts';
import type { NegotiationSupport } from '../src/media-type/support.ts';

/** The setup of the cases of content negotiation: a server with two extensions and two profiles, and headers. */
export const media = 'application/vnd.api+json';
export const atomic = 'https://jsonapi.org/ext/atomic';
export const version = 'https://jsonapi.org/ext/version';
/** A URI of an extension that the server does not support. */
export const unknown = 'https://example.com/ext/unknown';
export const cursor = 'https://example.com/profiles/cursor/';
export const flexible = 'https://example.com/profiles/flexible';

export const support: NegotiationSupport = {
  extensions: [
    defineExtension({ uri: atomic, namespace: 'atomic' }),
    defineExtension({ uri: version, namespace: 'version' }),
  ],
  profiles: [defineProfile({ uri: cursor }), defineProfile({ uri: flexible })],
};

export function ext(...uris: readonly string[]): string {
  return `${media}; ext="${uris.join(' ')}"`;
}

export function profile(...uris: readonly string[]): string {
  return `${media}; profile="${uris.join(' ')}"`;
}

/** The rejection of a request; undefined when it is not rejected. Whatever else is thrown is thrown on. */
export function rejectionOf(headers: NegotiationHeaders, by: NegotiationSupport = support): JsonApiError | undefined {
  try {
    negotiate(headers, by);
    return undefined;
  } catch (error) {
    if (!JsonApiError.is(error)) throw error;
    return error;
  }
}

/** The status and the header that the only error names, or the Content-Type of the response. */
export function outcomeOf(headers: NegotiationHeaders, by: NegotiationSupport = support): string {
  const rejection = rejectionOf(headers, by);
  if (rejection === undefined) return negotiate(headers, by).contentType;
  const [error, ...others] = rejection.errors;
  if (error?.status !== String(rejection.status) || others.length > 0) throw new Error('One error, with the status.');
  return `${rejection.status} ${error.source?.header}`;
}
