import { mediaTypeReasons, noNameMessages } from '../error/chapters/shared-messages.ts';
import { type MessagePart, messagePart, nameList } from '../error/message-part.ts';
import { truncate } from '../internal/describe-value.ts';
import { hasOwn } from '../internal/members.ts';
import type { MediaType, MediaTypeParameters } from './media-type.ts';
import { readParameters } from './parameters.ts';
import type { Supported } from './support.ts';

function rejectExtension(uri: string, { extensions }: Supported): MessagePart {
  const names = nameList([...extensions], '"') || messagePart(noNameMessages, 'names.none', {});
  return messagePart(mediaTypeReasons, 'reason.extension', { uri: truncate(uri), names });
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
): MediaTypeParameters | { readonly reason: MessagePart } {
  const parsed = readParameters(parameters, supported.version);
  if (hasOwn(parsed, 'reason')) return parsed;
  const missing = parsed.extensions.find((uri) => !supported.extensions.has(uri));
  if (missing !== undefined) return { reason: rejectExtension(missing, supported) };
  return {
    extensions: parsed.extensions,
    profiles: parsed.profiles.flatMap((uri) => supported.profiles.get(uri) ?? []),
  };
}
