import { rejection } from '@linkage/core/internal';
import { identityOf, type Reference } from '@linkage/core/records';
import type { PageSlice, SourcePage } from '../port/data-source.ts';

/**
 * A position in a relationship that the server itself paginates: the identity of a member, or undefined for the end.
 */
type MemberPosition = readonly [identity: string] | readonly [];

function readPosition(position: unknown, name: 'after' | 'before'): MemberPosition {
  if (Array.isArray(position) && position.every((it) => typeof it === 'string') && position.length <= 1) {
    return position as unknown as MemberPosition;
  }
  throw rejection('PAGE_INVALID.positionOfMember', {}, { parameter: `page[${name}]` });
}

interface Placed<Member> {
  readonly member: Member;
  readonly identity: string;
}

/** Sorts the members by identity and removes duplicates. Indexes would change if a member is removed. */
function placedMembers<Member>(members: readonly Member[], identities: readonly string[]): readonly Placed<Member>[] {
  const placed = new Map<string, Placed<Member>>();
  for (const [index, member] of members.entries()) {
    const identity = identities[index] as string;
    if (!placed.has(identity)) placed.set(identity, { member, identity });
  }
  return [...placed.values()].toSorted((left, right) => (left.identity < right.identity ? -1 : 1));
}

/** Returns the index of the first member at or after a position, or only after it. */
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
 * Returns a slice of all members of a relationship, for sources that do not slice. If the slice requests positions, the
 * members are sorted by identity, and the page has positions that only the server reads.
 *
 * @param identities The identity of each member.
 * @throws {JsonApiError} 400 if the slice begins or ends at an invalid position.
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

/** Returns the identity of each reference. */
export function identitiesOf(references: readonly Reference[]): readonly string[] {
  return references.map(({ type, id }) => identityOf(type.name, id));
}

/** Adds the positions that `pageOfMembers` reads to the members that a record contains. */
export function withPositions(page: SourcePage<Reference>): SourcePage<Reference> {
  const placed = placedMembers(page.records, identitiesOf(page.records));
  return {
    ...page,
    records: placed.map(({ member }) => member),
    positions: placed.map(({ identity }) => [identity]),
    endPosition: [],
  };
}
