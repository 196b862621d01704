import type { Api, RelationshipDefinition, ResourceIdentifierObject, ResourceType } from '@linkage/core';
import { defaultValue, type MemberFields, memberOf, newMemberMeta, setOwn } from '@linkage/core/internal';
import { identityOf } from '@linkage/core/records';

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
    const linkage = frozenLinkage(readReferences(api, type, id, relationship, value));
    const { name, member } = relationship;
    setOwn(
      stored,
      name,
      member === undefined ? linkage : withMemberData(member, linkage, before && memberOf(before, name)),
    );
  }
  return Object.freeze(stored);
}

/** Returns linkage with the data of each membership: a member keeps what the change does not contain, and a new one has the defaults. */
function withMemberData(member: MemberFields, linkage: StoredLinkage, before: unknown): StoredLinkage {
  const known = new Map(identifiersOf(before).map((it) => [identityOf(it.type, it.id), it]));
  return Object.freeze(
    identifiersOf(linkage).map((given) => {
      const old = known.get(identityOf(given.type, given.id));
      if (old !== undefined && given.meta === undefined) return old;
      const meta = old === undefined ? newMemberMeta(member, given.meta) : { ...old.meta, ...given.meta };
      return Object.freeze({ type: given.type, id: given.id, meta: Object.freeze(meta) });
    }),
  );
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
