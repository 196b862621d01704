import { errorObject, JsonApiError } from '@linkage/core';
import { identityOf, type Reference } from '@linkage/core/records';
import type { PageSlice, SourcePage } from './data-source.ts';

/**
 * The position of a member in a list: its index, and its identity, which stays valid if earlier members are removed.
 */
type MemberPosition = readonly [index: number, identity: string];

function readPosition(position: unknown): MemberPosition {
  const [index, identity] = Array.isArray(position) ? position : [];
  if (Number.isSafeInteger(index) && index >= 0 && typeof identity === 'string') return [index, identity];
  const detail = 'The cursor must be a position in this relationship.';
  throw new JsonApiError(errorObject('PAGE_INVALID', detail, { source: { parameter: 'page' } }));
}

/**
 * Returns the index of a position's member. If the member was removed, returns its former index, which the next member
 * now has.
 */
function placeOf(
  position: unknown,
  identities: readonly string[],
): { readonly index: number; readonly isGone: boolean } {
  const [index, identity] = readPosition(position);
  const found = identities.indexOf(identity);
  return found === -1 ? { index, isGone: true } : { index: found, isGone: false };
}

/**
 * Returns a slice of all members of a relationship, for sources that do not slice. Returns positions if the slice
 * requests them. Only the server reads them.
 *
 * @param identities The identity of each member.
 * @throws {JsonApiError} 400 if the slice begins or ends at an invalid position.
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

/** Returns the identity of each reference. */
export function identitiesOf(references: readonly Reference[]): readonly string[] {
  return references.map(({ type, id }) => identityOf(type.name, id));
}

/** Adds the positions that `pageOfMembers` reads to a page without positions. */
export function withPositions(page: SourcePage<Reference>): SourcePage<Reference> {
  if (page.positions !== undefined) return page;
  return { ...page, positions: identitiesOf(page.records).map((identity, index) => [index, identity]) };
}
