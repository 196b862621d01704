import type { FilterTerm, RelationshipDefinition, ResourceIdentifierObject } from '@linkage/core';
import { fieldOf, identityOf } from '@linkage/core/records';
import type { LinkageChange, SourceCall } from '../source/data-source.ts';
import {
  identifiersInChange,
  identifiersOf,
  isAddition,
  isReplacement,
  type Linkage,
} from '../source/linkage-change.ts';
import { listOf, readReferences } from '../source/read-related.ts';
import { idOf } from '../source/record-id.ts';
import { selectionOf } from '../source/selection.ts';
import type { Side } from '../source/sides.ts';
import { displacedOwners } from './displaced-owners.ts';
import {
  assertStillVisible,
  type ChangedSide,
  canRefuse,
  type Found,
  findSide,
  isToOne,
  sideRefusal,
} from './other-sides.ts';
import { forbidden } from './permission.ts';
import { membersOf } from './preserve-hidden-members.ts';
import type { GuardedSource } from './visible-records.ts';

type Identifiers = readonly ResourceIdentifierObject[];
type OwnerSide = Side & { readonly relationship: string };

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

function without(identifiers: Identifiers, others: Identifiers): Identifiers {
  const known = new Set(others.map(({ type, id }) => identityOf(type, id)));
  return identifiers.filter(({ type, id }) => !known.has(identityOf(type, id)));
}

/**
 * Returns which of the identifiers in a request are members of a relationship. If `isWhole` is true, the other
 * identifiers are certainly not members.
 */
async function membersAmong(
  { access, type, source }: GuardedSource,
  id: string,
  relationship: RelationshipDefinition,
  named: Identifiers,
  call: SourceCall,
): Promise<{ readonly members: Identifiers; readonly isWhole: boolean }> {
  const { name, targets } = relationship;
  const lockingCall = { ...call, forUpdate: true };
  const found = await source.find?.([id], selectionOf(name), lockingCall);
  const record = found?.find((it) => idOf(type.name, it) === id);
  const ownValue = record && fieldOf(record, name);
  const values = named.map((it) => it.id);
  const isTyped = targets.length === 1;
  // Conditions of several types cannot be one filter, so all members are read.
  const filter: FilterTerm[] = isTyped ? [{ field: 'id', operator: 'eq', values }] : [];
  const atMost = isTyped ? named.length + 1 : access.most + 1;
  const isAsked = ownValue === undefined && source.related !== undefined;
  const related = isAsked
    ? (await source.related?.(name, [id], { atMost, selection: selectionOf(), filter }, lockingCall))?.get(id)
    : undefined;
  const members = listOf(
    readReferences(access.api, type, id, relationship, ownValue === undefined ? related : ownValue),
  );
  // A source that ignores the filter can reach `atMost` before it has returned all identifiers that are members.
  const isWhole = ownValue !== undefined || (isAsked && members.length < atMost);
  return { members: members.map((it) => ({ type: it.type.name, id: it.id })), isWhole };
}

/**
 * Returns the members that a change really adds and removes. Adding a member that the relationship already contains, or
 * removing one that it does not contain, changes nothing, so no rule has to be called for it.
 */
async function differenceOf(
  guarded: GuardedSource,
  id: string | undefined,
  name: string,
  change: LinkageChange,
  call: SourceCall,
): Promise<{ readonly added: Identifiers; readonly removed: Identifiers }> {
  const relationship = guarded.type.relationships.get(name) as RelationshipDefinition;
  if (isReplacement(change)) {
    const next = identifiersOf(change.replace);
    if (id === undefined) return { added: next, removed: [] };
    const members = await membersOf(guarded, id, relationship, call);
    const current = members.map((it) => ({ type: it.type.name, id: it.id }));
    return { added: without(next, current), removed: without(current, next) };
  }
  const named = isAddition(change) ? change.add : change.remove;
  if (named.length === 0) return { added: [], removed: [] };
  // Only a new resource does not have an id, and its relationships are replacements.
  const { members, isWhole } = await membersAmong(guarded, id as string, relationship, named, call);
  if (isAddition(change)) return { added: without(named, members), removed: [] };
  return { added: [], removed: isWhole ? without(named, without(named, members)) : named };
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
  const own: OwnerSide = { ...(access.sides.own(type.name, name) as Side), relationship: name };
  const sides: Side[] = [];
  // A member with at most one owner leaves its current owner.
  const canMove = (side: Side): boolean => side.relationship === undefined || isToOne(access, side);
  // A relationship of the members with several target types has owners of several types.
  const ownersOf = async (side: Side): Promise<readonly OwnerSide[]> => {
    if (!canMove(side)) return [];
    const others = side.relationship === undefined ? [] : access.sides.othersOf(side.type, side.relationship);
    const owners: OwnerSide[] = [];
    for (const owner of [own, ...others.filter((it) => it.type !== type.name)]) {
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
  for (const side of sides) locked.set(side, await findSide(access, side, idsOf(typed(named, side)), call));
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
