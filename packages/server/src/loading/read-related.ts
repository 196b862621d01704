import { type Api, type Reference, type RelationshipDefinition, type ResourceType, readReference } from '@linkage/core';
import type { RelatedResult, SourcePage } from '../data-source.ts';

/** What a relationship of one resource leads to. */
export type References = null | Reference | readonly Reference[];

/** Whether what a source gave for a relationship is a page of members. */
export function isPage(result: RelatedResult): result is SourcePage<never> {
  return typeof result === 'object' && result !== null && Array.isArray((result as SourcePage<never>).records);
}

/**
 * Reads what a source or a record says of a relationship.
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
  if (relationship.kind === 'to-one') {
    if (Array.isArray(value)) throw new TypeError(`${where} is to-one; the source gave an array.`);
    return value === null || value === undefined ? null : read(value);
  }
  const members = Array.isArray(value)
    ? value
    : isPage(value as RelatedResult)
      ? (value as SourcePage<never>).records
      : [];
  if (!Array.isArray(value) && members.length === 0 && value !== undefined && !isPage(value as RelatedResult)) {
    throw new TypeError(`${where} is to-many; the source gave neither an array nor a page.`);
  }
  return members.map(read);
}

/** References as a list, whatever the kind of their relationship. */
export function listOf(references: References): readonly Reference[] {
  if (references === null) return [];
  return Array.isArray(references) ? (references as readonly Reference[]) : [references as Reference];
}
