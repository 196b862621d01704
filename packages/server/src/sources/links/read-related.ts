import type { Api, RelationshipDefinition, ResourceType } from '@linkage/core';
import { ownPage, recordsIn } from '@linkage/core/internal';
import { identityOf, type Reference, readReference } from '@linkage/core/records';
import type { SourcePage } from '../port/data-source.ts';

/** The value of a relationship of one resource. */
export type References = null | Reference | readonly Reference[];

/**
 * Returns the members of a to-many relationship: the page that `related` returned, or the array in a record. An
 * undefined value is an empty relationship. Returns undefined for any other value.
 */
export function pageOf(value: unknown): SourcePage<unknown> | undefined {
  const records = value === undefined ? [] : value;
  if (Array.isArray(records)) return { records, hasMore: undefined, total: undefined, positions: undefined };
  return Array.isArray(recordsIn(value)) ? ownPage(value as SourcePage<unknown>) : undefined;
}

/** Names the relationship of a resource, for the beginning of an error message. */
function whose(type: ResourceType, id: string, relationship: string): string {
  return `"${type.name}" ${JSON.stringify(id)}, relationship \`${relationship}\``;
}

/** Removes duplicates. If one of several references to a resource contains its record, keeps this reference. */
function withoutRepeats({ records, positions, ...page }: SourcePage<Reference>): SourcePage<Reference> {
  const places = new Map<string, number>();
  const kept: Reference[] = [];
  const keptPositions: unknown[] = [];
  for (const [index, reference] of records.entries()) {
    const identity = identityOf(reference.type.name, reference.id);
    const place = places.get(identity);
    if (place === undefined) {
      places.set(identity, kept.length);
      kept.push(reference);
      keptPositions.push(positions?.at(index));
    } else if (kept[place]?.record === undefined) {
      kept[place] = reference;
    }
  }
  const aligned = positions?.length === records.length ? keptPositions : positions;
  return { ...page, records: kept, positions: aligned };
}

/**
 * Reads the value of a source or a record for a to-many relationship. An undefined value means that the relationship is
 * empty.
 *
 * @throws {TypeError} If the value is neither an array nor a page, or contains an invalid member: an error of the
 * source.
 */
export function readMembers(
  api: Api,
  type: ResourceType,
  id: string,
  { name, targets }: RelationshipDefinition,
  value: unknown,
): SourcePage<Reference> {
  const where = (): string => whose(type, id, name);
  const page = pageOf(value);
  if (page === undefined)
    throw new TypeError(`${where()}: the source must return an array or a page for a to-many relationship.`);
  const records = page.records.map((member) => readReference(api, targets, member, where));
  return withoutRepeats({ ...page, records });
}

/**
 * Like `readMembers`, for a page that the source returned for a limit. Of several references to a resource, one is kept,
 * so the result can be shorter than a full page: then `hasMore` is true, because more members can follow.
 *
 * @param limit The limit that the source received. Undefined if the source was not asked for a page.
 */
export function readPageOfMembers(
  api: Api,
  type: ResourceType,
  id: string,
  relationship: RelationshipDefinition,
  value: unknown,
  limit: number | undefined,
): SourcePage<Reference> {
  const members = readMembers(api, type, id, relationship, value);
  const length = pageOf(value)?.records.length ?? 0;
  const isFull = limit !== undefined && length >= limit;
  return isFull && members.records.length < length ? { ...members, hasMore: true } : members;
}

/**
 * Reads the value of a source or a record for a relationship. An undefined value means that the relationship is empty.
 *
 * @throws {TypeError} If the value does not match the kind of the relationship: an error of the source.
 */
export function readReferences(
  api: Api,
  type: ResourceType,
  id: string,
  relationship: RelationshipDefinition,
  value: unknown,
): References {
  if (relationship.kind === 'to-many') return readMembers(api, type, id, relationship, value).records;
  const where = (): string => whose(type, id, relationship.name);
  if (Array.isArray(value))
    throw new TypeError(
      `${where()}: the source must return one value or null for a to-one relationship, but it returned an array.`,
    );
  return value === null || value === undefined ? null : readReference(api, relationship.targets, value, where);
}

/** Returns the references of a to-one or a to-many relationship as an array. */
export function listOf(references: References): readonly Reference[] {
  if (references === null) return [];
  return Array.isArray(references) ? (references as readonly Reference[]) : [references as Reference];
}
