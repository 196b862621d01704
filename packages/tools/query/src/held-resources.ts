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

/** Returns the resource objects and identifiers of an answer. */
export function resourcesOf({ document }: Answer<unknown>): readonly object[] {
  const { data, included } = ownMembers(document);
  return [data, included].flat().filter(isObject);
}

/** Whether an object identifies a resource. */
export function isSame(object: object, identity: Identity): boolean {
  const { type, id } = ownMembers(object);
  const sought = pickMembers(identity, ['type', 'id']);
  return type === sought.type && id === sought.id;
}

/** Returns the linkage of each relationship of a resource object that has any, by name. */
export function linkageOf(resource: object): ReadonlyMap<string, readonly object[]> {
  const { relationships } = ownMembers(resource);
  const pairs = Object.entries(isObject(relationships) ? relationships : {}).map(
    ([name, relationship]) => [name, ownMembers(relationship).data] as const,
  );
  return new Map(
    pairs.flatMap(([name, data]) => (data === undefined ? [] : [[name, [data].flat().filter(isObject)] as const])),
  );
}
