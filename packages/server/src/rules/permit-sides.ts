import type { ResourceIdentifierObject } from '@linkage/core';
import type { LinkageChange, SourceCall } from '../sources/data-source.ts';
import { identifiersInChange, type Linkage } from '../sources/linkage-change.ts';
import type { Side } from '../sources/sides.ts';
import { differenceOf, without } from './changed-members.ts';
import { assertStillVisible, type ChangedSide } from './changed-sides.ts';
import { displacedOwners } from './displaced-owners.ts';
import { canRefuse, type Found, findSide, isToOne, sideRefusal } from './other-sides.ts';
import { forbidden } from './permission.ts';
import type { GuardedSource } from './visible-records.ts';

type Identifiers = readonly ResourceIdentifierObject[];
type NamedSide = Side & { readonly relationship: string };

/**
 * The checks of the other sides of a relationship: see `other-sides.ts`. All records that the rules receive were read
 * before the write.
 */
export interface PermitSides {
  /** Calls the rules. `id` is the resource that the request writes. */
  readonly permit: (id: string) => Promise<void>;
  /** Called after the write. */
  readonly assertStillVisible: () => Promise<void>;
}

/**
 * Prepares the check whether the other sides of a relationship allow a change. Reads the required data before the
 * write. The check runs when the id of the resource is known.
 *
 * @param id Undefined for a resource that is being created.
 * @returns Undefined if no other side can reject the change.
 */
export async function preparePermit(
  guarded: GuardedSource,
  id: string | undefined,
  name: string,
  change: LinkageChange,
  call: SourceCall,
  pointer?: string,
): Promise<PermitSides | undefined> {
  const { access, type } = guarded;
  // Exists if there are other sides. Otherwise, it is not used.
  const writtenSide: NamedSide = { ...(access.sides.sideOf(type.name, name) as Side), relationship: name };
  const sides: Side[] = [];
  // A member with at most one owner leaves its current owner.
  const canMove = (side: Side): boolean => side.relationship === undefined || isToOne(access, side);
  // A relationship of the members with several target types has owners of several types.
  const ownersOf = async (side: Side): Promise<readonly NamedSide[]> => {
    if (!canMove(side)) return [];
    const others = side.relationship === undefined ? [] : access.sides.othersOf(side.type, side.relationship);
    const owners: NamedSide[] = [];
    for (const owner of [writtenSide, ...others.filter((it) => it.type !== type.name)]) {
      const { relationship } = owner;
      if (relationship !== undefined && (await canRefuse(access, owner))) owners.push({ ...owner, relationship });
    }
    return owners;
  };
  for (const side of access.sides.othersOf(type.name, name)) {
    if ((await canRefuse(access, side)) || (await ownersOf(side)).length > 0) sides.push(side);
  }
  if (sides.length === 0) return undefined;
  const typed = (identifiers: Identifiers, side: Side): Identifiers =>
    identifiers.filter((it) => it.type === side.type);
  const idsOf = (identifiers: Identifiers): readonly string[] => identifiers.map((it) => it.id);
  const named = identifiersInChange(change);
  const locked = new Map<Side, ReadonlyMap<string, Found>>();
  // Before the difference is determined: the write would add a member again that another request removes afterward.
  for (const side of sides) locked.set(side, await findSide(access, side, idsOf(typed(named, side)), call)); // sabotage: member-request-names-not-locked
  const difference = await differenceOf(guarded, id, name, change, call);
  const checks: ((self: ResourceIdentifierObject) => Promise<string | undefined>)[] = [];
  const changed: ChangedSide[] = [];
  for (const side of sides) {
    const [added, removed] = [typed(difference.added, side), typed(difference.removed, side)];
    const others = idsOf(without([...added, ...removed], named));
    const found = new Map([...(locked.get(side) ?? []), ...(await findSide(access, side, others, call))]);
    changed.push({ side, ids: idsOf([...added, ...removed]), found });
    checks.push(async (self) => {
      for (const member of added) {
        const permitted = { side, id: member.id, added: [self], removed: [] };
        const refusal = await sideRefusal(access, permitted, found, call);
        if (refusal !== undefined) return refusal;
      }
      for (const member of removed) {
        const permitted = { side, id: member.id, added: [], removed: [self] };
        const refusal = await sideRefusal(access, permitted, found, call);
        if (refusal !== undefined) return refusal;
      }
      return undefined;
    });
    for (const owner of await ownersOf(side)) {
      const displaced = await displacedOwners(guarded, owner, side, added, found, call);
      const ids = displaced.map((it) => it.id);
      const owners = await findSide(access, owner, ids, call);
      changed.push({ side: owner, ids, found: owners });
      checks.push(async () => {
        for (const loss of displaced) {
          const refusal = await sideRefusal(access, loss, owners, call);
          if (refusal !== undefined) return refusal;
        }
        return undefined;
      });
    }
  }
  return {
    async permit(self) {
      for (const check of checks) {
        const refusal = await check({ type: type.name, id: self });
        if (refusal !== undefined) throw forbidden('relate', refusal, pointer);
      }
    },
    assertStillVisible: () => assertStillVisible(access, changed, call),
  };
}

/** Prepares the check for all relationships of a create or update request. */
export async function preparePermits(
  guarded: GuardedSource,
  id: string | undefined,
  relationships: object,
  call: SourceCall,
): Promise<PermitSides | undefined> {
  const permits: PermitSides[] = [];
  for (const [name, linkage] of Object.entries(relationships) as [string, Linkage][]) {
    const pointer = `/data/relationships/${name}`;
    const permit = await preparePermit(guarded, id, name, { replace: linkage }, call, pointer);
    if (permit !== undefined) permits.push(permit);
  }
  if (permits.length === 0) return undefined;
  return {
    async permit(self) {
      for (const each of permits) await each.permit(self);
    },
    async assertStillVisible() {
      for (const each of permits) await each.assertStillVisible();
    },
  };
}
