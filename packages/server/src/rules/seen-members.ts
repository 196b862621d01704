import type { RelationshipDefinition, ResourceIdentifierObject } from '@linkage/core';
import { memberOf, ready, type Steps } from '@linkage/core/internal';

import { identifiersOfReferences, linkageOfRecords } from '../sources/links/linkage-of-records.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { callWith } from '../sources/port/source-call.ts';
import { ruleFor } from './permission.ts';
import type { GuardedSource } from './request-access.ts';
import { placesOf, visibleReferences } from './visible-references.ts';

/** The members of a relationship that the user can read, by the id of the record. Missing if they are not known. */
export type SeenMembers = ReadonlyMap<string, readonly ResourceIdentifierObject[]>;

/**
 * Reads the members of a to-many relationship for a rule `update`, which receives the linkage that results from an addition
 * or a removal. Members that the user cannot read are omitted, as from a replacement that the user sends. The number of source calls does
 * not depend on the number of records.
 *
 * @param isStored Whether the records store the links, so that `update` is called even if there is a rule `updateRelationship`.
 */
export function* seenMembers(
  { access, type, source, facts }: GuardedSource,
  relationship: RelationshipDefinition,
  records: readonly object[],
  isStored: boolean,
  call: SourceCall,
): Steps<SeenMembers> {
  const { name, kind } = relationship;
  const { update } = access.control.ruleOf(type.name);
  const isAsked = update !== undefined && (isStored || ruleFor(access, type.name, 'updateRelationship') === 'update');
  if (!isAsked || kind !== 'to-many' || records.length === 0) return new Map();
  const from = { api: access.api, type, source };
  const locking = callWith(call, { forUpdate: true });
  const { of, isWhole } = yield* ready(linkageOfRecords(from, relationship, records, access, locking));
  const known = records.flatMap((record) => {
    // The source may have returned only some members.
    const members = isWhole || memberOf(record, name) !== undefined ? of(record) : undefined;
    return members === undefined ? [] : [[idOf(type.name, record), members] as const];
  });
  const all = known.flatMap(([, members]) => members);
  const owners = `${type.name} ${known.map(([id]) => id).join(' ')}`;
  const places = all.length > 0 || known.length === 0 ? [] : yield* ready(placesOf(access, relationship, owners));
  const isVisible = yield* ready(visibleReferences(access, [...places, ...all], call, undefined, facts));
  return new Map(known.map(([id, members]) => [id, identifiersOfReferences(members.filter(isVisible))]));
}
