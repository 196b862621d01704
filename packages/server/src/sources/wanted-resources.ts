import type { ResourceIdentifierObject } from '@linkage/core';
import { identityOf } from '@linkage/core/records';

/** Whether a value of a condition is the identifier of a resource. */
export function isIdentifier(value: unknown): value is ResourceIdentifierObject {
  return typeof value === 'object' && value !== null;
}

/**
 * Returns whether a resource is among the values of a condition on a relationship. An id matches resources of every target
 * type, and an identifier only the resource of its type.
 */
export function wantedResources(values: readonly unknown[]): (type: string, id: string) => boolean {
  const ids = new Set(values);
  const identities = new Set(values.filter(isIdentifier).map(({ type, id }) => identityOf(type, id)));
  return (type, id) => ids.has(id) || (identities.size > 0 && identities.has(identityOf(type, id)));
}
