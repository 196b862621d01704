import { errorObject, JsonApiError, type ResourceIdentifierObject } from '@linkage/core';
import { identityOf } from '@linkage/core/records';
import type { Turn } from '../door/turn.ts';
import { findRecord } from '../reading/find-resource.ts';
import { linkageOfRecords } from '../sources/linkage-of-records.ts';
import { selectionOf } from '../sources/selection.ts';

/**
 * Checks that a required to-many relationship keeps a member. The specification allows a request that removes members
 * to succeed, or to fail with 403. Counts only members that the caller can read, so that the response reveals no others.
 *
 * @throws {JsonApiError} 403 if the request removes the last members, or if the members cannot be read.
 * @see https://jsonapi.org/format/1.1/#crud-updating-to-many-relationships
 */
export async function assertMembersLeft(
  turn: Turn<'relationship'>,
  removed: readonly ResourceIdentifierObject[],
): Promise<void> {
  const { request, source, route, call } = turn;
  const { type, id, relationship } = route;
  if (!relationship.required || removed.length === 0) return;
  const identities = new Set(removed.map((member) => identityOf(member.type, member.id)));
  const record = (await findRecord(turn, type, id, selectionOf(relationship.name))) ?? { id };
  // One member more than the request removes is enough to know. If access rules hide members, read on to the limit. With
  // several types, hidden members can be among the first, because the rules of several types cannot be one condition.
  const few = relationship.targets.length > 1 ? [] : [identities.size];
  for (const most of [...few, request.server.limits.includedLinkage]) {
    const from = { api: request.api, type, source };
    const members = (await linkageOfRecords(from, relationship, [record], { most }, call)).of(record);
    if (members?.length === 0) return;
    if (members?.some((member) => !identities.has(identityOf(member.type.name, member.id)))) return;
  }
  const detail = `The relationship \`${relationship.name}\` is required, so its last member must not be removed.`;
  throw new JsonApiError(errorObject('LAST_MEMBER_REQUIRED', detail, { source: { pointer: '/data' } }));
}
