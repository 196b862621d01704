import { namespaceOf } from './extension-member.ts';
import { isNamespace } from './namespace.ts';

/**
 * Whether a text is a valid base name for a query parameter of an extension: its namespace, a colon, and one or more
 * letters a-z.
 *
 * @see https://jsonapi.org/format/1.1/#extension-query-parameters
 */
export function isExtensionParameterName(text: string): boolean {
  const namespace = namespaceOf(text);
  if (namespace === undefined || !isNamespace(namespace)) return false;
  const rest = text.slice(namespace.length + 1);
  for (let index = 0; index < rest.length; index++) {
    const code = rest.charCodeAt(index);
    if (code < 0x61 || code > 0x7a) return false;
  }
  return rest !== '';
}
