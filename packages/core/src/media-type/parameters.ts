import { mediaTypeReasons } from '../error/chapters/shared-messages.ts';
import { type MessagePart, messagePart } from '../error/message-part.ts';
import { truncate } from '../internal/describe-value.ts';
import type { MediaType, MediaTypeParameters } from './media-type.ts';

/** The parameters of a media type without extensions and profiles. */
export const noParameters: MediaTypeParameters = Object.freeze({
  extensions: Object.freeze([]),
  profiles: Object.freeze([]),
});

/** The version of the specification that a server implements. */
export type SpecificationVersion = '1.0' | '1.1';

/** Splits a list of URIs at its spaces. Accepts repeated spaces. */
export function splitUris(value: string): string[] {
  return value.split(' ').filter((uri) => uri !== '');
}

/**
 * Returns the URIs of extensions and of profiles in one instance of the media type, or the reason why they are invalid.
 * Version 1.0 does not have parameters.
 *
 * @see https://jsonapi.org/format/1.1/#media-type-parameter-rules
 */
export function readParameters(
  parameters: MediaType['parameters'],
  version: SpecificationVersion,
): MediaTypeParameters | { readonly reason: MessagePart } {
  const read = new Map<string, readonly string[]>();
  for (const [name, value] of parameters) {
    const reject = (fault: 'version' | 'otherParameter' | 'repeatedParameter') => ({
      reason: messagePart(mediaTypeReasons, `reason.${fault}`, { name: truncate(name) }),
    });
    if (version === '1.0') return reject('version');
    if (name !== 'ext' && name !== 'profile') return reject('otherParameter');
    if (read.has(name)) return reject('repeatedParameter');
    read.set(name, splitUris(value));
  }
  return { extensions: read.get('ext') ?? [], profiles: read.get('profile') ?? [] };
}
