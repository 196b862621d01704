import type { RelationshipDefinition, ResourceIdentifierObject } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';
import type { SourceCall } from '../sources/data-source.ts';
import { listOf, readReferences } from '../sources/read-related.ts';
import { idOf } from '../sources/record-id.ts';
import { selectionOf } from '../sources/selection.ts';
import { callWith } from '../sources/source-call.ts';
import type { GuardedSource } from './matching-records.ts';
import { ruleFor } from './permission.ts';
import { visibleReferences } from './restrict-linkage.ts';

/** The members of a relationship that the caller can read, by the id of the record. Missing if they are not known. */
export type SeenMembers = ReadonlyMap<string, readonly ResourceIdentifierObject[]>;

/**
 * Reads the members of a to-many relationship for a rule `update`, which receives the linkage that results from an addition
 * or a removal. Members that the caller cannot read are omitted, as from a replacement that the caller sends. The number of source calls does
 * not depend on the number of records.
 *
 * @param isStored Whether the records store the links, so that `update` is called even if there is a rule `relate`.
 */
export async function seenMembers(
  { access, type, source }: GuardedSource,
  relationship: RelationshipDefinition,
  records: readonly object[],
  isStored: boolean,
  call: SourceCall,
): Promise<SeenMembers> {
  const { name, kind } = relationship;
  const { update } = access.control.ruleOf(type.name);
  const isAsked = update !== undefined && (isStored || ruleFor(access, type.name, 'relate') === 'update');
  if (!isAsked || kind !== 'to-many' || records.length === 0) return new Map();
  const missing = records.filter((it) => fieldOf(it, name) === undefined).map((it) => idOf(type.name, it));
  const query = { atMost: access.most + 1, selection: selectionOf() };
  const related =
    missing.length === 0
      ? undefined
      : await source.related?.(name, missing, query, callWith(call, { forUpdate: true }));
  const read = (id: string, value: unknown) => listOf(readReferences(access.api, type, id, relationship, value));
  const count = missing.reduce((sum, id) => sum + read(id, related?.get(id)).length, 0);
  // The source may have returned only some members.
  const isWhole = related !== undefined && count <= access.most;
  const known = records.flatMap((record) => {
    const [id, value] = [idOf(type.name, record), fieldOf(record, name)];
    return value === undefined && !isWhole
      ? []
      : [[id, read(id, value === undefined ? related?.get(id) : value)] as const];
  });
  const isVisible = await visibleReferences(
    access,
    known.flatMap(([, members]) => members),
    call,
  );
  return new Map(
    known.map(([id, members]) => [id, members.filter(isVisible).map((it) => ({ type: it.type.name, id: it.id }))]),
  );
}
