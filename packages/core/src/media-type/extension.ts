import { isUri } from '../internal/uri.ts';
import { isNamespace } from '../member/namespace.ts';

/**
 * An extension: it adds specification semantics under one namespace.
 *
 * @see https://jsonapi.org/format/1.1/#extensions
 */
export interface Extension {
  readonly uri: string;
  /** The namespace of its members and query parameters; absent when it defines none. */
  readonly namespace?: string;
}

/**
 * Declares an extension.
 *
 * @throws {TypeError} The URI is none, or the namespace is not made of a-z, A-Z, 0-9.
 * @see https://jsonapi.org/format/1.1/#extension-rules
 */
export function defineExtension<const Definition extends Extension>(definition: Definition): Definition {
  if (!isUri(definition.uri)) throw new TypeError(`${JSON.stringify(definition.uri)} is no URI of an extension.`);
  if (definition.namespace !== undefined && !isNamespace(definition.namespace)) {
    throw new TypeError(`${JSON.stringify(definition.namespace)} is no namespace: it takes a-z, A-Z and 0-9 only.`);
  }
  return Object.freeze({ ...definition });
}
