import { isKnownMemberName } from './known-name.ts';

/**
 * Whether a text is a valid name for an attribute or a relationship: a member name other than `type` and `id`.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-fields
 */
export function isFieldName(text: string): boolean {
  return text !== 'type' && text !== 'id' && isKnownMemberName(text);
}
