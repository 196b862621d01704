import { isObject, ownMember } from '@linkage/core/internal';

/** Returns the value at a path of a document from a server. Each step is an own member. Undefined if one is absent. */
export function memberAt(document: unknown, ...path: readonly string[]): unknown {
  return path.reduce((value, name) => (isObject(value) ? ownMember(value, name) : undefined), document);
}
