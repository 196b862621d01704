import type { MediaType } from './media-type.ts';

/** The URIs of a list that are separated by spaces; repeated spaces are tolerated. */
function uris(value: string): string[] {
  return value.split(' ').filter((uri) => uri !== '');
}

/**
 * The parameters of one instance of the media type: URIs of extensions and of profiles, or why they cannot be read.
 *
 * @see https://jsonapi.org/format/1.1/#media-type-parameter-rules
 */
export function readParameters(
  parameters: MediaType['parameters'],
): { readonly extensions: readonly string[]; readonly profiles: readonly string[] } | { readonly reason: string } {
  let extensions: string[] | undefined;
  let profiles: string[] | undefined;
  for (const [name, value] of parameters) {
    if (name === 'ext' && extensions === undefined) extensions = uris(value);
    else if (name === 'profile' && profiles === undefined) profiles = uris(value);
    else if (name === 'ext' || name === 'profile') return { reason: `The parameter ${name} is given twice.` };
    else return { reason: `The media type has no parameter "${name}": there are ext and profile.` };
  }
  return { extensions: extensions ?? [], profiles: profiles ?? [] };
}
