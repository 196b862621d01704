import type { ResourceIdentifierObject } from '@linkage/core';
import type { Turn } from '../door/turn.ts';
import { findBeforeWrite } from '../reading/conditional/find-before-write.ts';
import { isConditional } from '../reading/conditional/preconditions.ts';
import { loadAhead } from '../rules/load-ahead.ts';
import type { LinkageChange } from '../sources/data-source.ts';
import { isAddition, isRemoval, isReplacement } from '../sources/linkage-change.ts';
import type { Side } from '../sources/sides.ts';
import { assertMembersLeft } from './assert-members-left.ts';
import type { Change, GivenTo } from './change.ts';
import { checkIdentifiers, placedRelationships, type RequestLinkage } from './check-identifiers.ts';
import { hookOf } from './run-hooks.ts';
import { sideHookOf } from './side-hooks.ts';

// The steps of a write that check the request against what is stored, before the rules are asked.

/** Finds the resource, and checks the preconditions. Reads ahead what later steps ask for. */
export function find(change: Change): Promise<void> | undefined {
  const { turn, type, guarded, action } = change;
  const changes = change.relationshipChanges();
  const isAsked = (side: Side): boolean => sideHookOf(turn.request, side) !== undefined;
  if (action === 'create') {
    const ahead = { record: undefined, changes, isCompared: false, isAsked };
    if (guarded === undefined && turn.request.server.hooks === undefined) return undefined;
    return loadAhead(turn.request, type.name, ahead, turn.call);
  }
  // The source reports whether a resource that it deletes exists.
  if (action === 'delete' && !isConditional(turn.preconditions)) return undefined;
  const mustLock = removedMembers(change) !== undefined && type.relationships.get(change.relationship ?? '')?.required;
  const actions = action === 'update' ? (['update', 'relate'] as const) : [action];
  const asked = { actions, changes, isHooked: hookOf(change) !== undefined, isAsked };
  return findBeforeWrite(turn as Turn<'resource'>, asked, mustLock).then((found) => {
    change.before = found;
  });
}

/** Returns the members that a request removes; undefined if it does something else. */
function removedMembers(change: Change): readonly ResourceIdentifierObject[] | undefined {
  return change.is('relate') && isRemoval(change.given) ? change.given.remove : undefined;
}

/** Checks that the resources in the linkage of the request exist. */
export function identifiers(change: Change): Promise<void> | undefined {
  const { turn, type, id } = change;
  const placed = change.is('relate')
    ? [{ pointer: '/data', linkage: linkageOf(change.given) }]
    : placedRelationships(change.is('delete') ? {} : (change.given as GivenTo['create']).relationships);
  const created = change.is('create') ? { type: type.name, id } : undefined;
  return placed.length === 0 ? undefined : checkIdentifiers(turn.request, placed, turn.call, created);
}

/** The linkage whose resources must exist. */
function linkageOf(change: LinkageChange): RequestLinkage {
  if (isReplacement(change)) return change.replace;
  return isAddition(change) ? change.add : [];
}

/** Checks that a required relationship keeps a member. */
export function membersLeft(change: Change): Promise<void> | undefined {
  const removed = removedMembers(change);
  return removed && assertMembersLeft(change.turn as Turn<'relationship'>, removed);
}
