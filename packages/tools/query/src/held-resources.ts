import type { Answer } from '@linkage/client';
import { isObject, ownMembers, pickMembers } from '@linkage/core/internal';

/** A type and an id. */
export interface Identity {
  readonly type: string;
  readonly id: string;
}

/** Returns the answers that a query holds: the pages of an infinite list, or one answer. */
export function answersIn(data: unknown): readonly Answer<unknown>[] {
  if (!isObject(data)) return [];
  const { pages } = ownMembers(data);
  return (Array.isArray(pages) ? pages : [data]) as readonly Answer<unknown>[];
}

/** Returns the primary data of an answer: resource objects or identifiers. */
export function primaryOf({ document }: Answer<unknown>): readonly object[] {
  const data = ownMembers(document).data;
  return (Array.isArray(data) ? data : [data]).filter(isObject);
}

/** Returns the resource objects of an answer. */
export function resourcesOf(answer: Answer<unknown>): readonly object[] {
  const included = ownMembers(answer.document).included;
  return [...primaryOf(answer), ...(Array.isArray(included) ? included.filter(isObject) : [])];
}

/** Whether an object identifies a resource. */
export function isSame(object: object, identity: Identity): boolean {
  const { type, id } = ownMembers(object);
  const sought = pickMembers(identity, ['type', 'id']);
  return type === sought.type && id === sought.id;
}

/** Returns the linkage of each relationship of a resource object that has any: of all relationships, or of some. */
export function linkagesOf(resource: object, names?: readonly string[]): readonly (readonly object[])[] {
  const { relationships } = ownMembers(resource);
  return Object.entries(isObject(relationships) ? relationships : {}).flatMap(([name, relationship]) => {
    const data = ownMembers(relationship).data;
    if (data === undefined || names?.includes(name) === false) return [];
    return [(Array.isArray(data) ? data : [data]).filter(isObject)];
  });
}

/** Whether an answer contains a resource, or an identifier of it. */
export function mentions(answer: Answer<unknown>, identity: Identity): boolean {
  return resourcesOf(answer).some(
    (it) => isSame(it, identity) || linkagesOf(it).some((linkage) => linkage.some((one) => isSame(one, identity))),
  );
}

/**
 * Whether an answer contains the linkage of one of some resources, in which resources of a type are or could be: the
 * other side of a relationship.
 */
export function holdsLinkageTo(answer: Answer<unknown>, owners: readonly Identity[], type: string): boolean {
  const isOpen = (linkage: readonly object[]): boolean =>
    linkage.length === 0 || linkage.some((it) => ownMembers(it).type === type);
  return resourcesOf(answer).some((it) => owners.some((owner) => isSame(it, owner)) && linkagesOf(it).some(isOpen));
}

/** Whether an answer lacks one of some resources. */
export function lacks(answer: Answer<unknown>, identities: readonly Identity[]): boolean {
  const all = resourcesOf(answer);
  return identities.some((one) => !all.some((it) => isSame(it, one)));
}
