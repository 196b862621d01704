import { mediaTypeReasons, noNameTexts } from '../error/chapters/shared-texts.ts';
import { nameList, type TextPart, textPart } from '../error/text-part.ts';
import { truncate } from '../internal/describe-value.ts';
import { hasOwn } from '../internal/members.ts';
import type { MediaType, MediaTypeParameters } from './media-type.ts';
import { readParameters } from './parameters.ts';
import type { Supported } from './support.ts';

function rejectExtension(uri: string, { extensions }: Supported): TextPart {
  const names = nameList([...extensions], '"') || textPart(noNameTexts, 'names.none', {});
  return textPart(mediaTypeReasons, 'reason.extension', { uri: truncate(uri), names });
}

/**
 * Returns the parameters of one instance of the media type, or the reason why the server cannot accept them. The server
 * must support every extension. Omits unknown profiles.
 *
 * @see https://jsonapi.org/format/1.1/#content-negotiation-servers
 */
export function readSupportedParameters(
  parameters: MediaType['parameters'],
  supported: Supported,
): MediaTypeParameters | { readonly reason: TextPart } {
  const parsed = readParameters(parameters, supported.version);
  if (hasOwn(parsed, 'reason')) return parsed;
  const missing = parsed.extensions.find((uri) => !supported.extensions.has(uri));
  if (missing !== undefined) return { reason: rejectExtension(missing, supported) };
  return {
    extensions: parsed.extensions,
    profiles: parsed.profiles.flatMap((uri) => supported.profiles.get(uri) ?? []),
  };
}
