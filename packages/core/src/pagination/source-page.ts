import { closestName, describeValue } from '../internal/describe-value.ts';
import { memberOf, pickMembers } from '../internal/members.ts';

/** The largest number of members in a source call, less one: databases reject `Infinity`, and read limits as 32-bit integers. */
export const MAX_MEMBERS: number = 2 ** 31 - 2;

/** A slice of an ordered collection. */
export interface PageSlice {
  /** The number of records to skip, 0 or more. */
  readonly offset: number;
  /**
   * The maximum number of records, 1 or more. With `before` alone: the last records before the position, in the order
   * of the collection.
   */
  readonly limit: number;
  /**
   * Whether to return `positions` with the records. `offset` is 0 then. Absent with the strategies by number and by
   * offset.
   */
  readonly positions?: boolean | undefined;
  /** A position from an earlier page: return only later records. */
  readonly after?: unknown;
  /** A position from an earlier page: return only earlier records. */
  readonly before?: unknown;
}

/** An estimate of the size of a collection. */
export interface EstimatedTotal {
  /** A whole number, 0 or more. */
  readonly bestGuess?: number | undefined;
}

/** The aggregates of the records of one group. */
export interface AggregateGroup {
  /** The values that the records of the group have in common, as records contain them. */
  readonly by: Readonly<Record<string, unknown>>;
  /** The number of records. */
  readonly count: number;
  /** The sums: numbers, or strings with all digits. Null if no record has a value. */
  readonly sum: Readonly<Record<string, number | bigint | string | null>>;
  /** The least values, as records contain them. Null if no record has a value. */
  readonly min: Readonly<Record<string, unknown>>;
  /** The greatest values, as records contain them. Null if no record has a value. */
  readonly max: Readonly<Record<string, unknown>>;
}

/** A page of a collection. */
export interface SourcePage<Member> {
  readonly records: readonly Member[];
  /**
   * Whether more records follow (with `before` alone: precede). Can be omitted, because the server requests one record
   * more than it returns. Required if a source slices the members of an included relationship itself.
   */
  readonly hasMore?: boolean | undefined;
  /**
   * Whether the collection has records before the first of these. Can be omitted: the server then knows it only for
   * pages that begin at an offset and for slices with `before` alone.
   */
  readonly hasPrevious?: boolean | undefined;
  /**
   * Whether the collection has records after the last of these. Can be omitted: the server then knows it for all slices
   * without `before`.
   */
  readonly hasNext?: boolean | undefined;
  /** The total number of records of the collection, if requested. A source that cannot count omits it. */
  readonly total?: number | undefined;
  /**
   * An estimate of the total, even if it was not requested. Like the total, it must count only matching records: a
   * larger estimate would reveal resources that the user cannot read.
   */
  readonly estimatedTotal?: EstimatedTotal | undefined;
  /**
   * The groups, if `aggregates` is requested, in the order of their values. Without `groupBy`, one group, also without records. A source that
   * cannot aggregate omits them, and the server rejects the request.
   */
  readonly aggregates?: readonly AggregateGroup[] | undefined;
  /**
   * The position of each record in the requested order, if requested: JSON values that only this source interprets. The
   * source must find the records after a position even if its record was deleted.
   */
  readonly positions?: readonly unknown[] | undefined;
  /**
   * A position after all records of the collection, if positions are requested and the source has such a position. With
   * only `before`, it leads to the last page.
   */
  readonly endPosition?: unknown;
}

/** Returns the slice of the first members, in the order of the collection. */
export function firstMembers(limit: number): Required<PageSlice> {
  return { offset: 0, limit, positions: undefined, after: undefined, before: undefined };
}

/** Returns the member `records` of a value that a source returned. It is an array if the value is a page. */
export function recordsIn(given: unknown): unknown {
  return typeof given === 'object' && given !== null ? memberOf(given, 'records') : undefined;
}

const pageMembers = [
  ...(['records', 'hasMore', 'hasPrevious', 'hasNext'] as const),
  ...(['total', 'estimatedTotal', 'aggregates', 'positions', 'endPosition'] as const),
];

/** Whether a page has a member of this name. Every page is checked, and looking into the list would cost twice as much. */
function isPageMember(name: string): boolean {
  switch (name) {
    case 'records':
    case 'hasMore':
    case 'hasPrevious':
    case 'hasNext':
    case 'total':
    case 'estimatedTotal':
    case 'aggregates':
    case 'positions':
    case 'endPosition':
      return true;
    default:
      return false;
  }
}

/**
 * Rejects a page with a misspelled member: without `hasMore`, for example, it would be the last one. Other members can be those of a library.
 *
 * @throws {TypeError} If a name is close to that of a member that the page lacks: an error of the source.
 */
export function assertPageNames(page: object, where: string): void {
  for (const name of Object.keys(page)) {
    if (isPageMember(name)) continue;
    const meant = closestName(name, pageMembers);
    if (meant !== undefined && !Object.hasOwn(page, meant))
      throw new TypeError(
        `\`${where}\` returned a page with the member ${describeValue(name)}. Did you mean \`${meant}\`?`,
      );
  }
}

/** Reads a page of a source or a record into a page with all members. Sources and records can omit members. */
export function ownPage<Member>(given: SourcePage<Member>): Required<SourcePage<Member>> {
  return pickMembers(given, pageMembers) as Required<SourcePage<Member>>;
}
