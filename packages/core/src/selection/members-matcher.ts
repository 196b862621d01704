import type { FilterTerm } from '../query/query.ts';
import type { ResourceIdentifierObject } from '../spec/document/resource-object.ts';
import { identityOf } from '../spec/grammar/identity.ts';

/** Whether a value of a condition is the identifier of a resource. */
export function isIdentifierValue(value: unknown): value is ResourceIdentifierObject {
  return typeof value === 'object' && value !== null;
}

/**
 * Returns whether a resource is among the values of a condition on a relationship. An id matches resources of every target
 * type, and an identifier only the resource of its type.
 */
function wantedResources(values: readonly unknown[]): (type: string, id: string) => boolean {
  const ids = new Set(values);
  const identities = new Set(values.filter(isIdentifierValue).map(({ type, id }) => identityOf(type, id)));
  return (type, id) => ids.has(id) || (identities.size > 0 && identities.has(identityOf(type, id)));
}

/**
 * Returns whether the members of a relationship match a condition on it. Null is an empty relationship.
 *
 * @throws {TypeError} If the operator does not compare ids.
 */
export function membersMatcher({
  operator,
  values,
}: FilterTerm): (members: readonly ResourceIdentifierObject[]) => boolean {
  const isWanted = wantedResources(values);
  const equals = (members: readonly ResourceIdentifierObject[]): boolean =>
    members.length === 0 ? values.includes(null) : members.some(({ type, id }) => isWanted(type, id));
  if (operator === 'eq') return equals;
  if (operator === 'ne') return (members) => !equals(members);
  throw new TypeError(`A condition on a relationship cannot have the operator ${JSON.stringify(operator)}.`);
}
