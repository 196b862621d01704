import { pageError } from '../pagination/page-error.ts';
import type { PageSlice, SourcePage } from '../pagination/source-page.ts';
import { compareIds, compareKeys } from './total-order.ts';

/** A member with its identity and the values that determine its place in an order. */
export interface Placed<Member> {
  readonly member: Member;
  readonly values: readonly unknown[];
  /** The id, followed by the type if members of several types can occur together. */
  readonly identity: readonly string[];
}

/** An order: which of its keys are descending. The identity determines the order of records with equal keys. */
export type Directions = readonly boolean[];

type Compared = Pick<Placed<unknown>, 'values' | 'identity'>;

/**
 * Compares two places. Records with equal keys are in the order of their ids, reversed if the last key is descending.
 */
function compareAt(left: Compared, right: Compared, directions: Directions): number {
  for (const [index, descending] of directions.entries()) {
    const order = compareKeys(left.values[index], right.values[index]);
    if (order !== 0) return descending ? -order : order;
  }
  const order = compareIds(left.identity, right.identity);
  return directions.at(-1) === true ? -order : order;
}

/** Reads a position from an earlier page. Returns undefined for the end position. */
function readPosition(position: unknown, name: 'after' | 'before', directions: Directions): Compared | undefined {
  if (Array.isArray(position) && position.length === 0) return undefined;
  const [values, identity] = Array.isArray(position) ? position : [];
  const isIdentity = Array.isArray(identity) && identity.every((it) => typeof it === 'string');
  if (isIdentity && Array.isArray(values) && values.length === directions.length) return { values, identity };
  // The order can have changed: without access to a related type, records are not sorted by it.
  const parameter = `page[${name}]`;
  throw pageError('PAGE_INVALID.position', { parameter }, parameter);
}

/** Returns the first members in an order. Sorting all members would cost more than most pages require. */
function firstOf<Member>(
  members: readonly Member[],
  limit: number,
  compare: (left: Member, right: Member) => number,
): readonly Member[] {
  if (members.length <= limit * 4) return members.toSorted(compare).slice(0, limit);
  const first: Member[] = [];
  for (const member of members) {
    const last = first.at(-1);
    if (first.length >= limit && last !== undefined && compare(member, last) >= 0) continue;
    let [low, high] = [0, first.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(member, first[middle] as Member) < 0) high = middle;
      else low = middle + 1;
    }
    first.splice(low, 0, member);
    if (first.length > limit) first.pop();
  }
  return first;
}

/**
 * Selects a page by positions from members in any order. A position consists of the sort values and the identity, so it
 * stays valid if its member is deleted or moves.
 *
 * @throws {JsonApiError} 400 if a position does not belong to this order.
 */
export function keysetPage<Member>(
  members: readonly Placed<Member>[],
  directions: Directions,
  { limit, after, before }: PageSlice,
): SourcePage<Member> {
  const low = after === undefined ? undefined : readPosition(after, 'after', directions);
  const high = before === undefined ? undefined : readPosition(before, 'before', directions);
  const isBackward = before !== undefined && after === undefined;
  const isBehindAll = after !== undefined && low === undefined;
  let [hasPrevious, hasNext] = [false, false];
  const fitting = members.filter((member) => {
    const isBefore = isBehindAll || (low !== undefined && compareAt(member, low, directions) <= 0);
    const isBehind = high !== undefined && compareAt(member, high, directions) >= 0;
    if (isBefore) hasPrevious = true;
    if (isBehind) hasNext = true;
    return !isBefore && !isBehind;
  });
  const inOrder = (left: Placed<Member>, right: Placed<Member>): number => compareAt(left, right, directions);
  const chosen = isBackward
    ? firstOf(fitting, limit, (left, right) => inOrder(right, left)).toReversed()
    : firstOf(fitting, limit, inOrder);
  const hasRest = chosen.length < fitting.length;
  return {
    records: chosen.map(({ member }) => member),
    positions: chosen.map(({ values, identity }) => [values, identity]),
    endPosition: [],
    hasPrevious: hasPrevious || (isBackward && hasRest),
    hasNext: hasNext || (!isBackward && hasRest),
  };
}
