import type { ResourceIdentifierObject } from '@linkage/core';
import { ready, type Steps, without } from '@linkage/core/internal';
import { identifiersInChange } from '../sources/links/linkage-change.ts';
import type { Side } from '../sources/links/sides.ts';
import type { Awaitable, LinkageChange, SourceCall } from '../sources/port/data-source.ts';
import { differenceOf } from './changed-members.ts';
import { displacedOwners } from './displaced-owners.ts';
import type { Linked, SideChange } from './find-linked.ts';
import { isToOne, type LinkAccess, type LinkingSource } from './request-access.ts';

// A write to one side of a relationship changes resources of the inverse relationship, and owners that lose a member. Rules and hooks of these
// resources learn of it: both from here, before the write.

type Identifiers = readonly ResourceIdentifierObject[];
type NamedSide = Side & { readonly relationship: string };

/** The resources of one side whose links a write changes. All were read before the write. */
export interface ChangedSide<Found extends Linked> {
  readonly side: Side;
  readonly ids: readonly string[];
  readonly found: ReadonlyMap<string, Found>;
  /** Returns the changes, once the id of the written resource is known. */
  readonly changesBy: (self: ResourceIdentifierObject) => readonly SideChange[];
}

/** The points in which the users of changed links differ. */
export interface AskedSides<Found extends Linked> {
  /** Whether someone asks about the changes of a side. Otherwise, nothing is read for it. */
  readonly isAsked: (side: Side) => Awaitable<boolean>;
  readonly find: (side: Side, ids: readonly string[]) => Steps<ReadonlyMap<string, Found>>;
  /** Members that the request names, of which users must not learn whether they were linked before. */
  readonly unknown?: Identifiers;
}

/** Returns the asked owners that can lose a member of a side, by their relationship: one with several target types has several. */
function* ownersOf(
  access: LinkAccess,
  written: NamedSide,
  side: Side,
  isAsked: AskedSides<Linked>['isAsked'],
): Steps<readonly NamedSide[]> {
  // A member with at most one owner leaves its current owner.
  if (side.relationship !== undefined && !isToOne(access, side)) return [];
  const others = side.relationship === undefined ? [] : access.sides.othersOf(side.type, side.relationship);
  const owners: NamedSide[] = [];
  for (const owner of [written, ...others.filter((it) => it.type !== written.type)]) {
    const { relationship } = owner;
    if (relationship !== undefined && (yield* ready(isAsked(owner)))) owners.push({ ...owner, relationship });
  }
  return owners;
}

/** Returns the written side of a relationship. It is not used if there are no inverse relationships. */
function writtenSide({ access, type }: Omit<LinkingSource, 'source'>, name: string): NamedSide {
  return { ...(access.sides.sideOf(type.name, name) as Side), relationship: name };
}

/** Returns the inverse relationships of a relationship that are asked about a change of it, or whose displaced owners are. */
export function* askedSides(
  written: Omit<LinkingSource, 'source'>,
  name: string,
  isAsked: AskedSides<Linked>['isAsked'],
): Steps<readonly Side[]> {
  const { access, type } = written;
  const self = writtenSide(written, name);
  const sides: Side[] = [];
  for (const side of access.sides.othersOf(type.name, name))
    if ((yield* ready(isAsked(side))) || (yield* ownersOf(access, self, side, isAsked)).length > 0) sides.push(side);
  return sides;
}

/**
 * Returns the resources of inverse relationships whose links a change of a relationship changes, and the owners that lose a member. Must be called
 * before the write.
 *
 * @param id Undefined for a resource that is being created.
 * @throws {JsonApiError} 403 if they cannot be determined.
 */
export function* changedSides<Found extends Linked>(
  written: LinkingSource,
  id: string | undefined,
  [name, change]: readonly [name: string, change: LinkageChange],
  { isAsked, find, unknown = [] }: AskedSides<Found>,
  call: SourceCall,
): Steps<readonly ChangedSide<Found>[]> {
  const { access } = written;
  const sides = yield* askedSides(written, name, isAsked);
  if (sides.length === 0) return [];
  const typed = (identifiers: Identifiers, side: Side): Identifiers =>
    identifiers.filter((it) => it.type === side.type);
  const idsOf = (identifiers: Identifiers): readonly string[] => identifiers.map((it) => it.id);
  const named = identifiersInChange(change);
  const locked = new Map<Side, ReadonlyMap<string, Found>>();
  // Before the difference is determined: the write would add a member again that another request removes afterward.
  for (const side of sides) locked.set(side, yield* find(side, idsOf(typed(named, side))));
  const difference = yield* differenceOf(written, id, name, change, unknown, call);
  const changed: ChangedSide<Found>[] = [];
  for (const side of sides) {
    const [added, removed] = [typed(difference.added, side), typed(difference.removed, side)];
    const others = idsOf(without([...added, ...removed], named));
    const found = new Map([...(locked.get(side) ?? []), ...(yield* find(side, others))]);
    const changesBy = (self: ResourceIdentifierObject): readonly SideChange[] => [
      ...added.map((member) => ({ side, id: member.id, added: [self], removed: [] })),
      ...removed.map((member) => ({ side, id: member.id, added: [], removed: [self] })),
    ];
    changed.push({ side, ids: idsOf([...added, ...removed]), found, changesBy });
    for (const owner of yield* ownersOf(access, writtenSide(written, name), side, isAsked)) {
      const losing = yield* displacedOwners(written, owner, side, added, found, call);
      // It gets the member that it has.
      const displaced = losing.filter((it) => it.id !== id || owner.type !== written.type.name);
      const ids = displaced.map((it) => it.id);
      changed.push({ side: owner, ids, found: yield* find(owner, ids), changesBy: () => displaced });
    }
  }
  return changed;
}

/**
 * Returns the changes of a relationship as `updateRelationship` receives them, each with its identifiers: one replacement for to-one, an addition
 * and a removal for to-many.
 */
export function linkageChanges(
  access: LinkAccess,
  { side, added, removed }: SideChange,
): readonly [LinkageChange, Identifiers][] {
  if (isToOne(access, side)) return [[{ replace: added.at(0) ?? null }, added]];
  const changes: [LinkageChange, Identifiers][] = [];
  if (added.length > 0) changes.push([{ add: added }, added]);
  if (removed.length > 0) changes.push([{ remove: removed }, removed]);
  return changes;
}
