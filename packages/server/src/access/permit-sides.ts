import { identityOf, type ResourceIdentifierObject } from '@linkage/core';
import type { LinkageChange, SourceCall } from '../data-source.ts';
import type { Side } from '../sides.ts';
import type { Guarded } from './judge.ts';
import { membersOf } from './keep-hidden.ts';
import { canRefuse, findSide, isToOne, type SideChange, sideAllows } from './other-sides.ts';
import { forbidden } from './permission.ts';

type Identifiers = readonly ResourceIdentifierObject[];
type Linkage = ResourceIdentifierObject | null | Identifiers;

/** Asks the other sides of a relationship. Everything they need was read before. */
export type PermitSides = (id: string) => Promise<void>;

function identifiersOf(linkage: Linkage): Identifiers {
  if (linkage === null) return [];
  return Array.isArray(linkage) ? linkage : [linkage as ResourceIdentifierObject];
}

function without(identifiers: Identifiers, others: Identifiers): Identifiers {
  const known = new Set(others.map(({ type, id }) => identityOf(type, id)));
  return identifiers.filter(({ type, id }) => !known.has(identityOf(type, id)));
}

/** The members that a change adds and removes; of a replacement, those that the relationship lacks and loses. */
async function differenceOf(
  guarded: Guarded,
  id: string | undefined,
  name: string,
  change: LinkageChange,
  call: SourceCall,
): Promise<{ readonly added: Identifiers; readonly removed: Identifiers }> {
  if ('add' in change) return { added: change.add, removed: [] };
  if ('remove' in change) return { added: [], removed: change.remove };
  const next = identifiersOf(change.replace);
  const relationship = guarded.type.relationships.get(name);
  if (id === undefined || relationship === undefined) return { added: next, removed: [] };
  const members = await membersOf(guarded, id, relationship, call);
  const current = members.map((it) => ({ type: it.type.name, id: it.id }));
  return { added: without(next, current), removed: without(current, next) };
}

/** The resources that lose a member because a to-one relationship of that member gets another value. */
function displacedBy(own: Side, moved: readonly (readonly [ResourceIdentifierObject, Identifiers])[]): SideChange[] {
  const losses = new Map<string, ResourceIdentifierObject[]>();
  for (const [member, owners] of moved) {
    for (const { type, id } of owners) {
      if (type === own.type) losses.set(id, [...(losses.get(id) ?? []), member]);
    }
  }
  return [...losses].map(([id, removed]) => ({ side: own, id, added: [], removed }));
}

/**
 * Prepares the question whether the other sides of a relationship allow a change. It reads what they need before the
 * write, and is asked when the id of the resource is known.
 *
 * @param id Undefined for a resource that is being created.
 * @returns Undefined if no other side can refuse.
 */
export async function preparePermit(
  guarded: Guarded,
  id: string | undefined,
  name: string,
  change: LinkageChange,
  call: SourceCall,
  pointer?: string,
): Promise<PermitSides | undefined> {
  const { gate, type } = guarded;
  const own = gate.sides.own(type.name, name);
  const sides: Side[] = [];
  for (const side of gate.sides.othersOf(type.name, name)) {
    const isAsked =
      (await canRefuse(gate, side)) || (own !== undefined && isToOne(gate, side) && (await canRefuse(gate, own)));
    if (isAsked) sides.push(side);
  }
  if (sides.length === 0) return undefined;
  const difference = await differenceOf(guarded, id, name, change, call);
  const questions: ((self: ResourceIdentifierObject) => Promise<boolean>)[] = [];
  for (const side of sides) {
    const ofSide = (identifiers: Identifiers): Identifiers => identifiers.filter((it) => it.type === side.type);
    const [added, removed] = [ofSide(difference.added), ofSide(difference.removed)];
    const found = await findSide(
      gate,
      side,
      [...added, ...removed].map((it) => it.id),
      call,
    );
    const holdersOf = (member: ResourceIdentifierObject): Identifiers | undefined =>
      isToOne(gate, side) ? found.get(member.id)?.members : undefined;
    const isHolder = (member: ResourceIdentifierObject): boolean | undefined =>
      holdersOf(member)?.some((it) => it.type === type.name && it.id === id);
    // A member that is there already, or is not there, does not change.
    const gained = added.filter((member) => isHolder(member) !== true);
    const lost = removed.filter((member) => isHolder(member) !== false);
    questions.push(async (self) => {
      for (const member of gained) {
        const permitted = { side, id: member.id, added: [self], removed: [] };
        if (!(await sideAllows(gate, permitted, found, call))) return false;
      }
      for (const member of lost) {
        const permitted = { side, id: member.id, added: [], removed: [self] };
        if (!(await sideAllows(gate, permitted, found, call))) return false;
      }
      return true;
    });
    if (own === undefined) continue;
    const displaced = displacedBy(
      own,
      gained.map((member) => [member, holdersOf(member) ?? []] as const),
    );
    const owners = await findSide(
      gate,
      own,
      displaced.map((it) => it.id),
      call,
    );
    questions.push(async () => {
      for (const loss of displaced) if (!(await sideAllows(gate, loss, owners, call))) return false;
      return true;
    });
  }
  return async (self) => {
    for (const question of questions) {
      if (!(await question({ type: type.name, id: self }))) throw forbidden('relate', pointer);
    }
  };
}

/** Prepares the question for all relationships of a create or update request. */
export async function preparePermits(
  guarded: Guarded,
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
  return async (self) => {
    for (const permit of permits) await permit(self);
  };
}
