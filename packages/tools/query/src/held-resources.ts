import type { SavedAnswer } from '@linkage/client';
import type { ResourceObject } from '@linkage/core';
import { identityText, isObject, ownMembers } from '@linkage/core/internal';

/** A type and an id. */
export interface Identity {
  readonly type: string;
  readonly id: string;
}

/** Returns the answers that a query holds: the pages of an infinite list, or one answer. */
export function answersIn(data: unknown): readonly SavedAnswer[] {
  const { pages } = ownMembers(data);
  return (Array.isArray(pages) ? pages : [data]).filter(isObject) as never;
}

/** Returns the data of a query with other answers. */
export function withAnswers(data: unknown, answers: readonly SavedAnswer[]): unknown {
  return 'pages' in ownMembers(data) ? { ...(data as object), pages: answers } : answers.at(0);
}

/** Returns the resource objects and identifiers of an answer. */
export function resourcesOf({ document }: SavedAnswer): readonly object[] {
  const { data, included } = ownMembers(document);
  return [data, included].flat().filter(isObject);
}

/** Whether an object identifies a resource. */
export function isSame(object: object, identity: Identity): boolean {
  return identityText(object) === identityText(identity);
}

/** Whether a resource object has fields, and not only an identity. */
export function hasFields(resource: object): resource is ResourceObject {
  const { attributes, relationships } = ownMembers(resource);
  return (attributes ?? relationships) !== undefined;
}

/** Returns the linkage of each relationship of a resource object that has any, by name. */
export function linkageOf(resource: object): ReadonlyMap<string, readonly object[]> {
  const { relationships } = ownMembers(resource);
  const pairs = Object.entries(ownMembers(relationships)).map(
    ([name, relationship]) => [name, ownMembers(relationship).data] as const,
  );
  return new Map(
    pairs.flatMap(([name, data]) => (data === undefined ? [] : [[name, [data].flat().filter(isObject)] as const])),
  );
}
