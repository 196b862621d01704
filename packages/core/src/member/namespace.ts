/**
 * Whether a text is a valid namespace of an extension: one or more of a-z, A-Z, and 0-9.
 *
 * @see https://jsonapi.org/format/1.1/#extension-rules
 */
export function isNamespace(text: string): boolean {
  if (text.length === 0) return false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const allowed = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);
    if (!allowed) return false;
  }
  return true;
}
