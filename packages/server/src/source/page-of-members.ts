import { errorObject, JsonApiError } from '@linkage/core';
import { identityOf, type Reference } from '@linkage/core/records';
import type { PageSlice, SourcePage } from './data-source.ts';

/** Where a member stands in a list: its index, and its identity, which it keeps when members in front of it go. */
type MemberPosition = readonly [index: number, identity: string];

function readPosition(position: unknown): MemberPosition {
  const [index, identity] = Array.isArray(position) ? position : [];
  if (Number.isSafeInteger(index) && index >= 0 && typeof identity === 'string') return [index, identity];
  const detail = 'This is not a position in this relationship.';
  throw new JsonApiError(errorObject('PAGE_INVALID', detail, { source: { parameter: 'page' } }));
}

/** The index of a position's member. If the member is gone, the index that it had: the next member stands there now. */
function placeOf(
  position: unknown,
  identities: readonly string[],
): { readonly index: number; readonly isGone: boolean } {
  const [index, identity] = readPosition(position);
  const found = identities.indexOf(identity);
  return found === -1 ? { index, isGone: true } : { index: found, isGone: false };
}

/**
 * Cuts a slice from all members of a relationship, for sources that do not cut it. Returns positions if the slice asks for
 * them; the server alone reads them.
 *
 * @param identities The identity of each member.
 * @throws {JsonApiError} 400 if the slice begins or ends at something that is not such a position.
 */
export function pageOfMembers<Member>(
  members: readonly Member[],
  identities: readonly string[],
  { offset, limit, positions, after, before }: PageSlice,
): SourcePage<Member> {
  const behind = after === undefined ? undefined : placeOf(after, identities);
  const first = behind === undefined ? offset : behind.index + (behind.isGone ? 0 : 1);
  const end = before === undefined ? members.length : Math.min(placeOf(before, identities).index, members.length);
  const isBackward = before !== undefined && after === undefined;
  const from = isBackward ? Math.max(first, end - limit) : first;
  const to = Math.min(end, from + limit);
  const records = members.slice(from, Math.max(from, to));
  const places = positions === true ? records.map((_, index) => [from + index, identities[from + index]]) : undefined;
  return { records, hasMore: undefined, total: undefined, positions: places };
}

/** The identity of each reference. */
export function identitiesOf(references: readonly Reference[]): readonly string[] {
  return references.map(({ type, id }) => identityOf(type.name, id));
}

/** A page with the positions that `pageOfMembers` reads, for members of which nobody else knows any. */
export function withPositions(page: SourcePage<Reference>): SourcePage<Reference> {
  if (page.positions !== undefined) return page;
  return { ...page, positions: identitiesOf(page.records).map((identity, index) => [index, identity]) };
}
