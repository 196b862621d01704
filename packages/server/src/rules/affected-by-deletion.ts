import type { RelationshipDefinition, ResourceIdentifierObject, ResourceType } from '@linkage/core';
import { andThen, memberOf, ready, type Steps } from '@linkage/core/internal';
import type { Reference } from '@linkage/core/records';
import { linkageOfRecords } from '../sources/links/linkage-of-records.ts';
import { linkedIds } from '../sources/links/linked-ids.ts';
import type { Side } from '../sources/links/sides.ts';
import type { Awaitable, SourceCall, SourceRecord } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { callWith } from '../sources/port/source-call.ts';
import { findLinked } from './find-linked.ts';
import type { LinkAccess } from './request-access.ts';

/** The members of one relationship of resources, by their id. */
export type Members = ReadonlyMap<string, readonly Reference[]>;

/** A resource that a deletion deletes, too, with its linkage as far as it is known. */
interface DeletedToo {
  readonly type: ResourceType;
  readonly record: SourceRecord;
  readonly linkage: ReadonlyMap<string, readonly Reference[]>;
}

/** A resource whose links to deleted ones a deletion removes. */
interface Unlinked {
  readonly side: Side & { readonly relationship: string };
  readonly id: string;
  readonly removed: readonly ResourceIdentifierObject[];
}

/** What a deletion changes beside the resource of the request. */
interface Affected {
  readonly deleted: readonly DeletedToo[];
  readonly unlinked: readonly Unlinked[];
  /** The types of which it can change or delete resources that could not be read, or are too many. */
  readonly unread: readonly string[];
}

/** Reads one relationship of records, in one call. A record is missing if its linkage is unknown. */
export function membersOfRecords(
  access: LinkAccess,
  type: ResourceType,
  relationship: RelationshipDefinition,
  records: readonly object[],
  call: SourceCall,
): Awaitable<Members> {
  const from = { api: access.api, type, source: access.unguardedSourceOf(type.name) };
  const locking = callWith(call, { forUpdate: true });
  return andThen(linkageOfRecords(from, relationship, records, access, locking), ({ of, isWhole }) => {
    const found = new Map<string, readonly Reference[]>();
    for (const record of records) {
      const members = isWhole || memberOf(record, relationship.name) !== undefined ? of(record) : undefined;
      if (members !== undefined) found.set(idOf(type.name, record), members);
    }
    return found;
  });
}

/** Reads resources that a deletion deletes, too. */
function* deletedToo(
  access: LinkAccess,
  type: ResourceType,
  ids: readonly string[],
  call: SourceCall,
): Steps<readonly DeletedToo[]> {
  const side = { type: type.name, relationship: undefined } as Side;
  const records = [...(yield* findLinked(access, side, ids, call)).values()].map(({ record }) => record);
  const all = new Map<string, Members>();
  for (const [name, relationship] of type.relationships)
    all.set(name, yield* ready(membersOfRecords(access, type, relationship, records, call)));
  return records.map((record) => {
    const id = idOf(type.name, record);
    const known = [...all].flatMap(([name, members]) => {
      const own = members.get(id);
      return own === undefined ? [] : ([[name, own]] as const);
    });
    return { type, record, linkage: new Map(known) };
  });
}

/**
 * Reads what a deletion changes beside its resource, before it, level by level: the number of calls depends on the depth of the cascade, and not on
 * the number of resources. The sources declare what they delete and unlink.
 */
export function* affectedByDeletion(
  access: LinkAccess,
  { type, id }: ResourceIdentifierObject,
  call: SourceCall,
): Steps<Affected> {
  const { api, most, sides, unguardedSourceOf } = access;
  const reading = { api, most, sourceOf: unguardedSourceOf };
  const locking = callWith(call, { forUpdate: true, keepsRecords: false });
  const gone = new Map([[type, new Set([id])]]);
  const deleted: DeletedToo[] = [];
  const unlinked: Unlinked[] = [];
  const unread = new Set<string>();
  let count = 0;
  let level = new Map<string, readonly string[]>([[type, [id]]]);
  while (level.size > 0) {
    const next = new Map<string, readonly string[]>();
    for (const [target, ids] of level) {
      for (const stored of sides.storedLinksTo(target)) {
        const { side } = stored;
        const { relationship } = side;
        if (!side.isDeleted && relationship === undefined) continue;
        const known = gone.get(side.type) ?? new Set<string>();
        const links = yield* linkedIds(reading, stored, access.typeOf(target), ids, locking);
        const others = [...(links?.keys() ?? [])].filter((it) => !known.has(it));
        count += others.length;
        if (links === undefined || count > most) unread.add(side.type);
        else if (!side.isDeleted && relationship !== undefined)
          for (const [linked, to] of links) {
            const removed = to.map((it) => ({ type: target, id: it }));
            unlinked.push({ side: { ...side, relationship }, id: linked, removed });
          }
        else if (others.length > 0) {
          gone.set(side.type, new Set([...known, ...others]));
          const found = yield* deletedToo(access, access.typeOf(side.type), others, locking);
          if (found.length < others.length) unread.add(side.type);
          deleted.push(...found);
          next.set(side.type, [...(next.get(side.type) ?? []), ...others]);
        }
      }
    }
    level = next;
  }
  const left = unlinked.filter((it) => gone.get(it.side.type)?.has(it.id) !== true);
  return { deleted, unlinked: left, unread: [...unread] };
}
