import { isMemberName } from './member-name.ts';

const MAX_KNOWN_NAMES = 1000;
const MAX_NAME_LENGTH = 64;

const known = new Set<string>();
let latest = '';

/**
 * Like `isMemberName`, but remembers the last thousand valid names, because documents repeat their types and fields.
 */
export function isKnownMemberName(text: string): boolean {
  if ((text === latest && text !== '') || known.has(text)) return true;
  if (!isMemberName(text)) return false;
  if (text.length <= MAX_NAME_LENGTH) {
    if (known.size >= MAX_KNOWN_NAMES) known.clear();
    known.add(text);
    latest = text;
  }
  return true;
}

/**
 * Whether a string is a valid name for an attribute or a relationship: a member name other than `type` and `id`.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-fields
 */
export function isFieldName(text: string): boolean {
  return text !== 'type' && text !== 'id' && isKnownMemberName(text);
}
