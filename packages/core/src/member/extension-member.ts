import { isMemberName } from './member-name.ts';
import { isNamespace } from './namespace.ts';

/** The namespace in front of the first colon; undefined when there is no colon. */
export function namespaceOf(name: string): string | undefined {
  const colon = name.indexOf(':');
  return colon < 0 ? undefined : name.slice(0, colon);
}

/** Whether text starts with a namespace and a colon, whatever comes after: it cannot be but the name of an extension's member. */
export function hasNamespace(text: string): boolean {
  const namespace = namespaceOf(text);
  return namespace !== undefined && isNamespace(namespace);
}

/**
 * Whether text is a legal name for a member of an extension: its namespace, a colon and a member name.
 *
 * @see https://jsonapi.org/format/1.1/#extension-members
 */
export function isExtensionMemberName(text: string): boolean {
  const namespace = namespaceOf(text);
  return namespace !== undefined && isNamespace(namespace) && isMemberName(text.slice(namespace.length + 1));
}
