import { isMemberName } from './member-name.ts';

/** Returns the namespace before the first colon, or undefined if the name does not contain a colon. */
export function namespaceOf(name: string): string | undefined {
  const colon = name.indexOf(':');
  return colon < 0 ? undefined : name.slice(0, colon);
}

/** Whether a text starts with a namespace and a colon. Only the name of an extension member can start like this. */
export function hasNamespace(text: string): boolean {
  return /^[A-Za-z0-9]+:/.test(text);
}

/**
 * Whether a text is a valid name for a member of an extension: its namespace, a colon, and a member name.
 *
 * @see https://jsonapi.org/format/1.1/#extension-members
 */
export function isExtensionMemberName(text: string): boolean {
  return hasNamespace(text) && isMemberName(text.slice(text.indexOf(':') + 1));
}
