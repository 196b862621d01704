import type { Negotiated } from '../media-type/negotiated.ts';
import type { JsonApiObject } from '../spec/document/jsonapi-object.ts';

const plain: JsonApiObject = Object.freeze({ version: '1.1' });

/**
 * Returns the `jsonapi` member of a response. It matches the `Content-Type`.
 *
 * @see https://jsonapi.org/format/1.1/#document-jsonapi-object
 */
export function jsonapiObject(negotiated?: Negotiated): JsonApiObject {
  if (negotiated === undefined) return plain;
  const { extensions, profiles } = negotiated;
  if (extensions.length === 0 && profiles.length === 0) return plain;
  return {
    version: '1.1',
    ...(extensions.length > 0 ? { ext: extensions } : {}),
    ...(profiles.length > 0 ? { profile: profiles } : {}),
  };
}
