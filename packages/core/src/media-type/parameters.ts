import { truncate } from '../internal/truncate.ts';
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
): MediaTypeParameters | { readonly reason: string } {
  const read = new Map<string, readonly string[]>();
  for (const [name, value] of parameters) {
    if (version === '1.0') return { reason: `version 1.0 does not allow the parameter "${truncate(name)}"` };
    // sabotage: parameter-other-than-ext-profile
    if (name !== 'ext' && name !== 'profile') {
      return { reason: `it must have only the parameters \`ext\` and \`profile\`, but it has "${truncate(name)}"` };
    }
    if (read.has(name)) return { reason: `it has the parameter \`${name}\` twice` };
    read.set(name, splitUris(value));
  }
  return { extensions: read.get('ext') ?? [], profiles: read.get('profile') ?? [] };
}
