import type { ResourceIdentifierObject } from '@linkage/core';
import { ready, type Steps } from '@linkage/core/internal';
import { identifiersOfReferences, linkageOfRecords } from '../sources/links/linkage-of-records.ts';
import type { Side } from '../sources/links/sides.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import type { Awaitable, SourceCall, SourceRecord } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { callWith } from '../sources/port/source-call.ts';
import { allFieldsOf } from './access-filter.ts';
import { isToOne, type LinkAccess } from './request-access.ts';
import type { WriteFacts } from './write-facts.ts';

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

/**
 * Reads the resources of a side before the write, with all their fields. Reads the members of a relationship if it is to-one, or if the
 * records contain it. Unless the call says otherwise, the write keeps the resources.
 */
export function* findLinked(
  access: LinkAccess,
  side: Side,
  ids: readonly string[],
  call: SourceCall,
  facts?: WriteFacts,
): Steps<ReadonlyMap<string, Linked>> {
  const type = access.typeOf(side.type);
  const source = access.unguardedSourceOf(side.type);
  const lockingCall = callWith(call, { forUpdate: true, keepsRecords: call.keepsRecords ?? true });
  const records: SourceRecord[] = [];
  const unknown: string[] = [];
  for (const id of new Set(ids)) {
    const known = facts?.record(side.type, id);
    if (known === undefined) unknown.push(id);
    else records.push(known);
  }
  if (unknown.length > 0) {
    const found = (yield* ready(source?.find?.(unknown, allFieldsOf(type), lockingCall))) ?? [];
    facts?.keepRecords(side.type, found);
    records.push(...found);
  }
  const relationship = side.relationship === undefined ? undefined : type.relationships.get(side.relationship);
  const from = { api: access.api, type, source: isToOne(access, side) ? source : undefined };
  const linkage = relationship && (yield* ready(linkageOfRecords(from, relationship, records, access, lockingCall)));
  const found = new Map<string, Linked>();
  for (const record of records) {
    const [id, members] = [idOf(type.name, record), linkage?.of(record)];
    found.set(id, { id, record, members: members && identifiersOfReferences(members) });
  }
  return found;
}

/** Returns a source that reads, whatever the user can read. */
export function sourceFor(access: LinkAccess, name: string, where: string, method: 'find' | 'list'): AnySource {
  const source = access.api.types.has(name) ? access.unguardedSourceOf(name) : undefined;
  if (source?.[method] !== undefined) return source;
  throw new TypeError(
    `${where}: the API must have the resource type ${JSON.stringify(name)}, and its source the method \`${method}\`.`,
  );
}

/** Finds resources for a hook, whatever its user can read. */
export function findOthers(
  access: LinkAccess,
  name: string,
  ids: readonly string[],
  call: SourceCall,
): Awaitable<readonly SourceRecord[]> {
  const { find } = sourceFor(access, name, 'find', 'find') as Required<AnySource>;
  return find(ids, allFieldsOf(access.typeOf(name)), call);
}
