import { excerpt } from '../internal/excerpt.ts';
import type { MediaType, MediaTypeParameters } from './media-type.ts';

/** The media type itself, without a parameter. */
export const noParameters: MediaTypeParameters = Object.freeze({
  extensions: Object.freeze([]),
  profiles: Object.freeze([]),
});

/** The version of the specification that a server follows. */
export type SpecificationVersion = '1.0' | '1.1';

/** The URIs of a list that are separated by spaces; repeated spaces are tolerated. */
export function splitUris(value: string): string[] {
  return value.split(' ').filter((uri) => uri !== '');
}

/**
 * The parameters of one instance of the media type: URIs of extensions and of profiles, or why they cannot be read.
 * In version 1.0 there are none.
 *
 * @see https://jsonapi.org/format/1.1/#media-type-parameter-rules
 */
export function readParameters(
  parameters: MediaType['parameters'],
  version: SpecificationVersion,
): MediaTypeParameters | { readonly reason: string } {
  let extensions: string[] | undefined;
  let profiles: string[] | undefined;
  for (const [name, value] of parameters) {
    if (version === '1.0') return { reason: `the parameter "${excerpt(name)}" is given, and version 1.0 has none` };
    if (name === 'ext' && extensions === undefined) extensions = splitUris(value);
    else if (name === 'profile' && profiles === undefined) profiles = splitUris(value);
    else if (name === 'ext' || name === 'profile') return { reason: `the parameter ${name} is given twice` };
    else return { reason: `the parameter "${excerpt(name)}" is given, and there are only ext and profile` };
  }
  return { extensions: extensions ?? [], profiles: profiles ?? [] };
}
