import type { ResourceIdentifierObject } from '@linkage/core';
import { identifiersOf, ownMember, ready, type Steps, without } from '@linkage/core/internal';
import type { Linkage } from '@linkage/core/records';
import type { Side } from '../sources/links/sides.ts';
import type { LinkageChange, SourceCall } from '../sources/port/data-source.ts';
import { type ChangedSide, changedSides } from './changed-sides.ts';
import { decidesAccess, type Found, findSide, mustAsk, sideRejection } from './inverse-rules.ts';
import { describeResource, forbidden } from './permission.ts';
import type { GuardedSource, RequestAccess } from './request-access.ts';
import { visibleIdentifiers, visibleIds } from './visible-records.ts';

/**
 * The checks of the inverse relationships of a relationship: see `inverse-rules.ts`. All records that the rules receive were read
 * before the write.
 */
export interface PermitSides {
  /** Calls the rules. `id` is the resource that the request writes. */
  readonly permit: (id: string) => Steps<void>;
  /** Called after the write. */
  readonly assertStillVisible: () => Steps<void>;
}

/**
 * Checks, after a write, that the user can still read the inverse relationships whose links it changed: no write may move a
 * resource out of the user's `read` rule, from whichever side. One source call for each side.
 *
 * @throws {JsonApiError} 403 if the write has hidden a resource. If its source has transactions, the write is undone.
 */
function* assertStillVisible(
  access: RequestAccess,
  changed: readonly ChangedSide<Found>[],
  call: SourceCall,
): Steps<void> {
  for (const { side, ids, found } of changed) {
    if (side.isOpen || !(yield* ready(decidesAccess(access, side.type, side.relationship)))) continue;
    const before = ids.filter((id) => found.get(id)?.isVisible === true);
    const after = before.length === 0 ? new Set() : yield* ready(visibleIds(access, side.type, before, call));
    const hidden = before.find((id) => !after.has(id));
    if (hidden !== undefined)
      throw forbidden(
        'updateRelationship',
        `The user cannot read ${describeResource(side.type, hidden)} after the write: see \`access.${side.type}.read\`.`,
      );
  }
}

/**
 * Prepares the check whether the inverses of relationships allow changes. Reads the required data before the
 * write. The check runs when the id of the resource is known.
 *
 * @param id Undefined for a resource that is being created.
 * @param at The pointer to the relationships in the request document, if it contains a resource.
 * @param sent The linkage that the client sent for a resource that exists, without the hidden members that stay.
 * @returns Undefined if no inverse relationship can reject a change.
 */
export function* preparePermit(
  guarded: GuardedSource,
  id: string | undefined,
  changes: readonly (readonly [name: string, change: LinkageChange])[],
  at: string | undefined,
  call: SourceCall,
  sent: Readonly<Record<string, Linkage>> = {},
): Steps<PermitSides | undefined> {
  const { access, type, facts } = guarded;
  const asked = {
    isAsked: (side: Side) => mustAsk(access, side),
    find: (side: Side, ids: readonly string[]) => findSide(access, side, ids, call, facts),
  };
  const all: [changed: readonly ChangedSide<Found>[], pointer: string | undefined][] = [];
  for (const [name, change] of changes) {
    const named: ResourceIdentifierObject[] = [];
    // Other hidden resources look like missing ones.
    for (const it of identifiersOf(ownMember(sent, name) as Linkage | undefined))
      if (access.control.ruleOf(it.type).link !== undefined || access.unguardedSourceOf(it.type)?.find === undefined)
        named.push(it);
    // The difference would tell whether they were linked before.
    const unknown =
      named.length === 0 ? named : without(named, yield* ready(visibleIdentifiers(access, named, call, facts)));
    const changed = yield* changedSides(guarded, id, [name, change], { ...asked, unknown }, call);
    all.push([changed, at && `${at}/${name}`]);
  }
  if (all.every(([changed]) => changed.length === 0)) return undefined;
  return {
    *permit(self) {
      for (const [changed, pointer] of all) {
        for (const { found, changesBy } of changed) {
          for (const permitted of changesBy({ type: type.name, id: self })) {
            const rejection = yield* sideRejection(access, permitted, found, call);
            if (rejection !== undefined) throw forbidden('updateRelationship', rejection, pointer);
          }
        }
      }
    },
    *assertStillVisible() {
      for (const [changed] of all) yield* assertStillVisible(access, changed, call);
    },
  };
}
