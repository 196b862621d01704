import type { ResourceIdentifierObject } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';
import type { SourceCall, SourceRecord } from '../sources/data-source.ts';
import { listOf, readReferences } from '../sources/read-related.ts';
import { idOf } from '../sources/record-id.ts';
import { selectionOf } from '../sources/selection.ts';
import type { Side } from '../sources/sides.ts';
import { callWith } from '../sources/source-call.ts';
import type { LinkAccess } from './request-access.ts';
import { allFieldsOf } from './scope.ts';

/** A resource whose links change: its record, and the members of its relationship if they were read. */
export interface Linked {
  readonly id: string;
  readonly record: SourceRecord;
  readonly members: readonly ResourceIdentifierObject[] | undefined;
}

/** A change of the linkage of one resource that a write to another resource causes. */
export interface SideChange {
  /** The side of the changed resource. */
  readonly side: Side;
  /** The id of the changed resource. */
  readonly id: string;
  readonly added: readonly ResourceIdentifierObject[];
  readonly removed: readonly ResourceIdentifierObject[];
}

/** Whether a relationship has at most one member. */
export function isToOne(access: LinkAccess, { type, relationship }: Side): boolean {
  return relationship !== undefined && access.typeOf(type).relationships.get(relationship)?.kind === 'to-one';
}

/**
 * Reads the resources of a side before the write, with all their fields. Reads the members of a relationship if it is to-one, or if the
 * records contain it. Unless the call says otherwise, the write keeps the resources.
 */
export async function findLinked(
  access: LinkAccess,
  side: Side,
  ids: readonly string[],
  call: SourceCall,
): Promise<ReadonlyMap<string, Linked>> {
  const type = access.typeOf(side.type);
  const source = access.unguardedSourceOf(side.type);
  const lockingCall = callWith(call, { forUpdate: true, keepsRecords: call.keepsRecords ?? true });
  const asked = new Set(ids);
  const records = asked.size === 0 ? [] : ((await source?.find?.([...asked], allFieldsOf(type), lockingCall)) ?? []);
  const relationship = side.relationship === undefined ? undefined : type.relationships.get(side.relationship);
  const recordValueOf = (record: object): unknown => relationship && fieldOf(record, relationship.name);
  const withoutMembers = isToOne(access, side) ? records.filter((record) => recordValueOf(record) === undefined) : [];
  const query = { atMost: withoutMembers.length, selection: selectionOf() };
  const related =
    withoutMembers.length === 0
      ? undefined
      : await source?.related?.(
          side.relationship as string,
          withoutMembers.map((record) => idOf(type.name, record)),
          query,
          lockingCall,
        );
  const found = new Map<string, Linked>();
  for (const record of records) {
    const id = idOf(type.name, record);
    const recordValue = recordValueOf(record);
    const value = recordValue === undefined ? related?.get(id) : recordValue;
    const isKnown = relationship !== undefined && (recordValue !== undefined || related !== undefined);
    const members = isKnown
      ? listOf(readReferences(access.api, type, id, relationship, value)).map((it) => ({
          type: it.type.name,
          id: it.id,
        }))
      : undefined;
    found.set(id, { id, record, members });
  }
  return found;
}
