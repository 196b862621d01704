import type { Api, RelationshipDefinition, ResourceIdentifierObject, ResourceType } from '@linkage/core';
import { defaultValue, memberOf, setOwn } from '@linkage/core/internal';

import { frozenLinkage } from '../sources/links/linkage-of-records.ts';
import { readReferences } from '../sources/links/read-related.ts';
import { idOf } from '../sources/port/record-id.ts';

/** Linkage as stored in memory. */
export type StoredLinkage = ResourceIdentifierObject | null | readonly ResourceIdentifierObject[];

/**
 * A record as stored in memory: id, attributes, and identifiers of its relationships. A change creates a new record.
 */
export interface StoredRecord {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** The records of one type by id, in the order of their creation. */
export type MemoryTable = Map<string, StoredRecord>;

/** Returns the linkage of an empty relationship. */
export function emptyLinkage(relationship: RelationshipDefinition): StoredLinkage {
  return relationship.kind === 'to-one' ? null : [];
}

/**
 * Creates a stored record: converts relationships to identifiers, and adds absent relationships as empty.
 *
 * @param before The previous stored record. Unchanged linkage is not read again.
 */
export function storedRecord(api: Api, type: ResourceType, record: object, before?: StoredRecord): StoredRecord {
  const id = idOf(type.name, record);
  const stored: Record<string, unknown> & { id: string } = { ...record, id };
  for (const relationship of type.relationships.values()) {
    const given = memberOf(record, relationship.name);
    if (given !== undefined && before !== undefined && given === memberOf(before, relationship.name)) continue;
    const value = given ?? emptyLinkage(relationship);
    setOwn(stored, relationship.name, frozenLinkage(readReferences(api, type, id, relationship, value)));
  }
  return Object.freeze(stored);
}

/** Creates the stored record of an initial record, with the defaults of attributes that it lacks, so that filters see what documents contain. */
export function initialRecord(api: Api, type: ResourceType, record: object): StoredRecord {
  const stored = { ...storedRecord(api, type, record) };
  for (const attribute of type.attributes.values()) {
    if (memberOf(record, attribute.name) !== undefined) continue;
    const value = defaultValue(attribute);
    if (value !== undefined) setOwn(stored, attribute.name, value);
  }
  return Object.freeze(stored);
}

/** Returns the identifiers of a linkage as an array. */
export function identifiersOf(linkage: unknown): readonly ResourceIdentifierObject[] {
  if (linkage === null || linkage === undefined) return [];
  return Array.isArray(linkage) ? linkage : [linkage as ResourceIdentifierObject];
}
