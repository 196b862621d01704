import { pageError } from '../pagination/page-error.ts';
import type { PageSlice, SourcePage } from '../pagination/source-page.ts';
import { isReversed, type KeyOrder } from './compare.ts';

/** A comparable value: the rank of its kind, and the value within the kind. */
type Comparable = readonly [rank: number, value: number | bigint | string];

function comparable(value: unknown): Comparable {
  if (value === null || value === undefined) return [0, 0];
  if (typeof value === 'boolean') return [1, Number(value)];
  if (typeof value === 'number' || typeof value === 'bigint') return [2, value];
  if (typeof value === 'string') return [3, value];
  // A date and its text are the same time, whichever a record contains.
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? [0, 0] : [3, value.toISOString()];
  return [4, JSON.stringify(value)];
}

/**
 * Compares two values of a field: negative, 0, or positive. Null is less than all other values. Every two values are
 * comparable.
 */
export function compareKeys(left: unknown, right: unknown): number {
  const [leftRank, leftValue] = comparable(left);
  const [rightRank, rightValue] = comparable(right);
  if (leftRank !== rightRank) return leftRank - rightRank;
  return leftValue < rightValue ? -1 : leftValue > rightValue ? 1 : 0;
}

/** Whether orders treat a value as null. */
const isNull = (value: unknown): boolean => comparable(value)[0] === 0;

/** Whether an id is a whole number in decimal form. */
const isNumber = (id: string): boolean => /^(?:0|[1-9]\d*)$/.test(id);

function compareStrings(left: string, right: string): number {
  if (left === right) return 0;
  const [isLeft, isRight] = [isNumber(left), isNumber(right)];
  if (isLeft !== isRight) return isLeft ? -1 : 1;
  // Of two numbers without leading zeros, the longer one is greater.
  if (isLeft && left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : 1;
}

/**
 * Compares two identities, part by part. Numeric ids are compared as numbers and come first; other ids are compared as
 * strings.
 */
export function compareIds(left: readonly string[], right: readonly string[]): number {
  for (const [index, part] of left.entries()) {
    const order = compareStrings(part, right[index] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

/** A member with its identity and the values that determine its place in an order. */
export interface Placed<Member> {
  readonly member: Member;
  readonly values: readonly unknown[];
  /** The id, followed by the type if members of several types can occur together. */
  readonly identity: readonly string[];
}

/** The keys of an order. The identity determines the order of records with equal keys. */
type Order = readonly KeyOrder[];

type Compared = Pick<Placed<unknown>, 'values' | 'identity'>;

/**
 * Compares two places. Records with equal keys are in the order of their ids, reversed if the last key is descending.
 */
function compareAt(left: Compared, right: Compared, keys: Order): number {
  for (const [index, key] of keys.entries()) {
    const [one, other] = [left.values[index], right.values[index]];
    const order = compareKeys(one, other);
    if (order !== 0) return isReversed(key, isNull(one) || isNull(other)) ? -order : order;
  }
  const order = compareIds(left.identity, right.identity);
  return keys.at(-1)?.descending === true ? -order : order;
}

/** Reads a position from an earlier page. Returns undefined for the end position. */
function readPosition(position: unknown, name: 'after' | 'before', keys: Order): Compared | undefined {
  if (Array.isArray(position) && position.length === 0) return undefined;
  const [values, identity] = Array.isArray(position) ? position : [];
  const isIdentity = Array.isArray(identity) && identity.every((it) => typeof it === 'string');
  if (isIdentity && Array.isArray(values) && values.length === keys.length) return { values, identity };
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
  keys: Order,
  { limit, after, before }: PageSlice,
): SourcePage<Member> {
  const low = after === undefined ? undefined : readPosition(after, 'after', keys);
  const high = before === undefined ? undefined : readPosition(before, 'before', keys);
  const isBackward = before !== undefined && after === undefined;
  const isBehindAll = after !== undefined && low === undefined;
  let [hasPrevious, hasNext] = [false, false];
  const fitting = members.filter((member) => {
    const isBefore = isBehindAll || (low !== undefined && compareAt(member, low, keys) <= 0);
    const isBehind = high !== undefined && compareAt(member, high, keys) >= 0;
    if (isBefore) hasPrevious = true;
    if (isBehind) hasNext = true;
    return !isBefore && !isBehind;
  });
  const inOrder = (left: Placed<Member>, right: Placed<Member>): number => compareAt(left, right, keys);
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
