import type { IdentifierInput, ResourceIdentifierObject } from '@linkage/core';
import {
  identifiersOf,
  isConditional,
  type PlacedLinkage,
  placedRelationships,
  type RequestLinkage,
  ready,
  rejection,
  type Steps,
} from '@linkage/core/internal';
import { identityOf } from '@linkage/core/records';
import { findBeforeWrite } from '../reading/conditional/find-before-write.ts';
import { findRecord } from '../reading/find-resource.ts';
import { readFacts } from '../rules/read-facts.ts';
import { WriteFacts } from '../rules/write-facts.ts';
import { isAddition, isRemoval, isReplacement } from '../sources/links/linkage-change.ts';
import { linkageOfRecords } from '../sources/links/linkage-of-records.ts';
import type { SharedLinks } from '../sources/links/shared-links.ts';
import type { Side } from '../sources/links/sides.ts';
import type { LinkageChange } from '../sources/port/data-source.ts';
import { selectionOf } from '../sources/port/selection.ts';
import type { Change, GivenTo } from './change.ts';
import { checkIdentifiers } from './check-identifiers.ts';
import { checkMemberData } from './check-member-data.ts';
import type { WritingOperation } from './context.ts';
import { hasSideHooks, sideHookOf } from './side-hooks.ts';

// The steps of a write that check the request against what is stored, before the rules are asked.

/** Finds the resource, and checks the preconditions. Reads ahead what later steps ask for. */
export function* find(change: Change): Steps<void> {
  const { operation, type, guarded, action } = change;
  const { request, call, preconditions } = operation;
  const changes = change.relationshipChanges();
  const isAsked = hasSideHooks(request.server) ? (side: Side) => sideHookOf(request, side) !== undefined : undefined;
  if (action === 'create') {
    const asked = { record: undefined, changes, isCompared: false, isAsked };
    if (changes.length > 0 && (guarded !== undefined || isAsked !== undefined))
      change.know(yield* readFacts(request, type.name, asked, call));
    else if (guarded !== undefined) change.know(new WriteFacts());
    return;
  }
  // The source reports whether a resource that it deletes exists.
  if (action === 'delete' && !isConditional(preconditions)) return;
  const mustLock = removedMembers(change) !== undefined && type.relationships.get(change.relationship ?? '')?.required;
  const actions = action === 'update' ? (['update', 'updateRelationship'] as const) : [action];
  const asked = { actions, changes, isHooked: change.hook !== undefined, isAsked };
  change.found = yield* findBeforeWrite(operation as WritingOperation<'resource'>, asked, mustLock);
  if (change.found?.facts !== undefined) change.know(change.found.facts);
}

/** Returns the members that a request removes; undefined if it does something else. */
function removedMembers(change: Change): readonly ResourceIdentifierObject[] | undefined {
  return change.is('updateRelationship') && isRemoval(change.given) ? change.given.remove : undefined;
}

/** Whether two relationships of a request contain the same members, of those that both can contain. */
function agree([one, other]: readonly [PlacedLinkage, PlacedLinkage], isShared: (member: IdentifierInput) => boolean) {
  const [left, right] = [one, other].map(
    // A local id refers to the resource that the request creates, of which there is one.
    ({ linkage }) =>
      new Set(
        identifiersOf(linkage)
          .filter(isShared)
          .map((it) => ('id' in it ? `${it.type} ${it.id}` : '')),
      ),
  ) as [Set<string>, Set<string>];
  return left.size === right.size && [...left].every((member) => right.has(member));
}

/**
 * Checks that the relationships of a request do not contradict each other: a link that two of them contain must be in both or in none. A
 * source would write one after the other, so the result would depend on its order.
 *
 * @param self The resource of the request. Its id is undefined until its source has chosen it.
 * @throws {JsonApiError} 422 with a pointer to the second of them.
 */
function assertSidesAgree(
  placed: readonly PlacedLinkage[],
  shared: readonly SharedLinks[],
  self: { readonly type: string; readonly id: string | undefined },
): void {
  for (const { names, types } of shared) {
    const [one, other] = names.map((name) => placed.find(({ relationship }) => relationship === name));
    if (one === undefined || other === undefined) continue;
    const isItself = (it: IdentifierInput): boolean => it.type === self.type && (!('id' in it) || it.id === self.id);
    if (agree([one, other], types === undefined ? isItself : (it) => types.has(it.type))) continue;
    throw rejection('VALUE_REJECTED.sides', { name: names[0], other: names[1] }, { pointer: other.pointer });
  }
}

/** Checks that the linkage of the request does not contradict itself, and that its resources exist. */
export function identifiers(change: Change): Steps<void> | undefined {
  const { operation, type, id } = change;
  const placed = change.is('updateRelationship')
    ? [{ pointer: '/data', relationship: change.relationship ?? '', linkage: linkageOf(change.given) }]
    : placedRelationships(change.is('delete') ? {} : (change.given as GivenTo['create']).relationships);
  const shared = operation.request.server.sharedLinks.get(type.name);
  if (shared !== undefined) assertSidesAgree(placed, shared, { type: type.name, id });
  const created = change.is('create') ? { type: type.name, id } : undefined;
  if (placed.length === 0) return undefined;
  for (const { relationship } of placed)
    if (type.relationships.get(relationship)?.member !== undefined) return withMemberData(change, placed, created);
  return checkIdentifiers(change, placed, created);
}

function* withMemberData(...given: Parameters<typeof checkIdentifiers>): Steps<void> {
  yield* checkIdentifiers(...given);
  yield* checkMemberData(given[0] as Change, given[1]);
}

/** The linkage whose resources must exist. */
function linkageOf(change: LinkageChange): RequestLinkage {
  if (isReplacement(change)) return change.replace;
  return isAddition(change) ? change.add : [];
}

/**
 * Checks that a required to-many relationship keeps a member. The specification allows a request that removes members
 * to succeed, or to fail with 403. Counts only members that the user can read, so that the response reveals no others.
 *
 * @throws {JsonApiError} 403 if the request removes the last members, or if the members cannot be read.
 * @see https://jsonapi.org/format/1.1/#crud-updating-to-many-relationships
 */
function* assertMembersLeft(
  operation: WritingOperation<'relationship'>,
  removed: readonly ResourceIdentifierObject[],
): Steps<void> {
  const { request, source, route, call } = operation;
  const { type, id, relationship } = route;
  if (!relationship.required || removed.length === 0) return;
  const identities = new Set(removed.map((member) => identityOf(member.type, member.id)));
  const record = (yield* ready(findRecord(operation, type, id, selectionOf(relationship.name)))) ?? { id };
  // One member more than the request removes is enough to know. If access rules hide members, read on to the limit. With
  // several types, hidden members can be among the first, because the rules of several types cannot be one condition.
  const few = relationship.targets.length > 1 ? [] : [identities.size];
  for (const most of [...few, request.server.limits.includedLinkage]) {
    const from = { api: request.api, type, source };
    const members = (yield* ready(linkageOfRecords(from, relationship, [record], { most }, call))).of(record);
    if (members?.length === 0) return;
    if (members?.some((member) => !identities.has(identityOf(member.type.name, member.id)))) return;
  }
  throw rejection('LAST_MEMBER_REQUIRED.last', { name: relationship.name }, { pointer: '/data' });
}

/** Checks that a required relationship keeps a member. */
export function membersLeft(change: Change): Steps<void> | undefined {
  const removed = removedMembers(change);
  return removed && assertMembersLeft(change.operation as WritingOperation<'relationship'>, removed);
}

/** Checks that the write does not hide a resource of an inverse relationship from the user. */
export function inversesStillVisible({ accepted, sides }: Change): Steps<void> | undefined {
  return accepted !== undefined ? undefined : sides?.assertStillVisible();
}
