const HYPHEN = 0x2d;
const LOW_LINE = 0x5f;
const SPACE = 0x20;

/** Whether a code unit is globally allowed: a-z, A-Z, 0-9, or U+0080 and above. */
function isGloballyAllowed(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code >= 0x80
  );
}

/**
 * Whether a text is a valid name for a member, a type, or a field.
 *
 * At-members (`@…`) and extension members (`namespace:name`) have their own rules. Returns false for them.
 *
 * @see https://jsonapi.org/format/1.1/#document-member-names
 */
export function isMemberName(text: string): boolean {
  const last = text.length - 1;
  if (last < 0 || !isGloballyAllowed(text.charCodeAt(0)) || !isGloballyAllowed(text.charCodeAt(last))) return false;
  for (let index = 1; index < last; index++) {
    const code = text.charCodeAt(index);
    if (!isGloballyAllowed(code) && code !== HYPHEN && code !== LOW_LINE && code !== SPACE) return false;
  }
  return true;
}
