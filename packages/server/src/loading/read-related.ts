import {
  type Api,
  identityOf,
  type Reference,
  type RelationshipDefinition,
  type ResourceType,
  readReference,
} from '@linkage/core';
import type { SourcePage } from '../data-source.ts';

/** What a relationship of one resource leads to. */
export type References = null | Reference | readonly Reference[];

/**
 * The members of a to-many relationship: the page that `related` gives, the array that a record carries, none for
 * undefined. Undefined when the value is nothing of these.
 */
export function pageOf(value: unknown): SourcePage<unknown> | undefined {
  const records = value === undefined ? [] : value;
  if (Array.isArray(records)) return { records };
  return typeof value === 'object' && value !== null && Array.isArray((value as SourcePage<unknown>).records)
    ? (value as SourcePage<unknown>)
    : undefined;
}

/** Each related resource once; where one of its mentions brings a record, that one stays. */
function withoutRepeats(references: readonly Reference[]): readonly Reference[] {
  const byIdentity = new Map<string, Reference>();
  for (const reference of references) {
    const identity = identityOf(reference.type.name, reference.id);
    if (byIdentity.get(identity)?.record === undefined) byIdentity.set(identity, reference);
  }
  return [...byIdentity.values()];
}

/**
 * Reads what a source or a record says of a relationship; undefined says that it is empty.
 *
 * @throws {TypeError} It is not what the relationship's kind asks for; this is the source's mistake.
 */
export function readReferences(
  api: Api,
  type: ResourceType,
  id: string,
  relationship: RelationshipDefinition,
  value: unknown,
): References {
  const where = `${type.name} ${JSON.stringify(id)}, relationship ${relationship.name},`;
  const read = (member: unknown): Reference => readReference(api, relationship.targets, member, where);
  if (relationship.kind === 'to-many') {
    const page = pageOf(value);
    if (page === undefined) throw new TypeError(`${where} is to-many; the source gave neither an array nor a page.`);
    return withoutRepeats(page.records.map(read));
  }
  if (Array.isArray(value)) throw new TypeError(`${where} is to-one; the source gave an array.`);
  return value === null || value === undefined ? null : read(value);
}

/** References as a list, whatever the kind of their relationship. */
export function listOf(references: References): readonly Reference[] {
  if (references === null) return [];
  return Array.isArray(references) ? (references as readonly Reference[]) : [references as Reference];
}
