import { errorObject, JsonApiError } from '@linkage/core';
import { identityOf, type Reference } from '@linkage/core/records';
import type { PageSlice, SourcePage } from './data-source.ts';

/** A position in a relationship that the server itself pages: the identity of a member, and nothing for the end. */
type MemberPosition = readonly [identity: string] | readonly [];

function readPosition(position: unknown, name: 'after' | 'before'): MemberPosition {
  if (Array.isArray(position) && position.every((it) => typeof it === 'string') && position.length <= 1) {
    return position as unknown as MemberPosition;
  }
  const detail = 'This is not a position in this relationship.';
  throw new JsonApiError(errorObject('PAGE_INVALID', detail, { source: { parameter: `page[${name}]` } }));
}

interface Placed<Member> {
  readonly member: Member;
  readonly identity: string;
}

const byIdentity = (left: Placed<unknown>, right: Placed<unknown>): number =>
  left.identity < right.identity ? -1 : left.identity > right.identity ? 1 : 0;

/** The members in the order of their identities, each once: places in a list would move with each member that goes. */
function placedMembers<Member>(members: readonly Member[], identities: readonly string[]): readonly Placed<Member>[] {
  const placed = new Map<string, Placed<Member>>();
  for (const [index, member] of members.entries()) {
    const identity = identities[index] as string;
    if (!placed.has(identity)) placed.set(identity, { member, identity });
  }
  return [...placed.values()].toSorted(byIdentity);
}

/** Returns the index of the first member that is not in front of a position, or that is behind it. */
function indexAt(placed: readonly Placed<unknown>[], [identity]: MemberPosition, side: 'at' | 'behind'): number {
  if (identity === undefined) return placed.length;
  const index = placed.findIndex((it) => (side === 'at' ? it.identity >= identity : it.identity > identity));
  return index === -1 ? placed.length : index;
}

function pageByPosition<Member>(
  placed: readonly Placed<Member>[],
  { limit, after, before }: PageSlice,
): SourcePage<Member> {
  const first = after === undefined ? 0 : indexAt(placed, readPosition(after, 'after'), 'behind');
  const end = before === undefined ? placed.length : indexAt(placed, readPosition(before, 'before'), 'at');
  const isBackward = before !== undefined && after === undefined;
  const from = isBackward ? Math.max(first, end - limit) : first;
  const shown = placed.slice(from, Math.max(from, Math.min(end, from + limit)));
  return {
    records: shown.map(({ member }) => member),
    hasMore: undefined,
    hasPrevious: from > 0,
    hasNext: from + shown.length < placed.length,
    total: undefined,
    positions: shown.map(({ identity }) => [identity]),
    endPosition: [],
  };
}

/**
 * Cuts a slice from all members of a relationship, for sources that do not cut it. If the slice asks for positions, the members
 * are in the order of their identities, and the page has positions that the server alone reads.
 *
 * @param identities The identity of each member.
 * @throws {JsonApiError} 400 if the slice begins or ends at something that is not such a position.
 */
export function pageOfMembers<Member>(
  members: readonly Member[],
  identities: readonly string[],
  slice: PageSlice,
): SourcePage<Member> {
  const { offset, limit, positions } = slice;
  if (positions === true) return pageByPosition(placedMembers(members, identities), slice);
  return {
    records: members.slice(offset, offset + limit),
    hasMore: undefined,
    total: undefined,
    positions: undefined,
  };
}

/** The identity of each reference. */
export function identitiesOf(references: readonly Reference[]): readonly string[] {
  return references.map(({ type, id }) => identityOf(type.name, id));
}

/** A page with the positions that `pageOfMembers` reads, for members of which nobody else knows any. */
export function withPositions(page: SourcePage<Reference>): SourcePage<Reference> {
  if (page.positions !== undefined) return page;
  const placed = placedMembers(page.records, identitiesOf(page.records));
  return {
    ...page,
    records: placed.map(({ member }) => member),
    positions: placed.map(({ identity }) => [identity]),
    endPosition: [],
  };
}
