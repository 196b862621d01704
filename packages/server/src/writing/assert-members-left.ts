import { errorObject, JsonApiError, type ResourceIdentifierObject } from '@linkage/core';
import { fieldOf, identityOf, type Reference } from '@linkage/core/records';
import type { Turn } from '../door/turn.ts';
import { findRecord } from '../reading/find-resource.ts';
import { listOf, readReferences } from '../sources/read-related.ts';
import { selectionOf } from '../sources/selection.ts';

type RelationshipTurn = Turn<'relationship'>;

/**
 * Returns the members that the caller can read, at most so many if the record does not contain them. Returns undefined
 * if the source cannot read them.
 */
async function loadMembers(
  { request, source, route, call }: RelationshipTurn,
  record: object | undefined,
  atMost: number,
): Promise<readonly Reference[] | undefined> {
  const { type, id, relationship } = route;
  const carried = record && fieldOf(record, relationship.name);
  if (carried === undefined && source.related === undefined) return undefined;
  const query = { atMost, selection: selectionOf() };
  const value = carried ?? (await source.related?.(relationship.name, [id], query, call))?.get(id);
  return listOf(readReferences(request.api, type, id, relationship, value));
}

/**
 * Checks that a required to-many relationship keeps a member. The specification allows a request that removes members
 * to succeed, or to fail with 403. Counts only members that the caller can read, so that the response reveals no others.
 *
 * @throws {JsonApiError} 403 if the request removes the last members, or if the members cannot be read.
 * @see https://jsonapi.org/format/1.1/#crud-updating-to-many-relationships
 */
export async function assertMembersLeft(
  turn: RelationshipTurn,
  removed: readonly ResourceIdentifierObject[],
): Promise<void> {
  const { type, id, relationship } = turn.route;
  if (!relationship.required || removed.length === 0) return;
  const identities = new Set(removed.map((member) => identityOf(member.type, member.id)));
  const record = await findRecord(turn, type, id, selectionOf(relationship.name));
  // One member more than the request removes is enough to know. If access rules hide members, read on to the limit. With
  // several types, hidden members can be among the first, because the rules of several types cannot be one condition.
  const few = relationship.targets.length > 1 ? [] : [identities.size + 1];
  for (const atMost of [...few, turn.request.server.limits.includedLinkage + 1]) {
    const members = await loadMembers(turn, record, atMost);
    if (members?.length === 0) return;
    if (members?.some((member) => !identities.has(identityOf(member.type.name, member.id)))) return;
  }
  const detail = `The relationship \`${relationship.name}\` is required, so its last member must not be removed.`;
  throw new JsonApiError(errorObject('LAST_MEMBER_REQUIRED', detail, { source: { pointer: '/data' } }));
}
