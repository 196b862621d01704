/**
 * Whether a text is a valid namespace of an extension: one or more of a-z, A-Z, and 0-9.
 *
 * @see https://jsonapi.org/format/1.1/#extension-rules
 */
export function isNamespace(text: string): boolean {
  return /^[A-Za-z0-9]+$/.test(text);
}
