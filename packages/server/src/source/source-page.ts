import { fieldOf } from '@linkage/core/records';

/** A slice of an ordered collection. */
export interface PageSlice {
  /** Records to skip, 0 or more. */
  readonly offset: number;
  /** Records to give at most, 1 or more. With `before` alone: the last ones in front of it, in the order of the collection. */
  readonly limit: number;
  /** Whether `positions` are wanted with the records. Absent with the strategies by number and by offset. */
  readonly positions?: boolean | undefined;
  /** One of the positions given earlier: only records behind it. `offset` is 0 then. */
  readonly after?: unknown;
  /** One of the positions given earlier: only records in front of it. `offset` is 0 then. */
  readonly before?: unknown;
}

/** What a source can say of the size of a collection without counting it. */
export interface EstimatedTotal {
  /** A whole number, 0 or more. */
  readonly bestGuess?: number | undefined;
}

/** A page of a collection. */
export interface SourcePage<Member> {
  readonly records: readonly Member[];
  /**
   * Whether more records follow, with `before` alone: precede. May be left out: the server asks for one record more than it
   * shows. A source that cuts the members of an included relationship by itself has to say so.
   */
  readonly hasMore?: boolean | undefined;
  /**
   * Whether the collection has records before the first of these. May be left out: the server then knows it of pages that
   * begin at an offset and of slices with `before` alone, and of no other.
   */
  readonly hasPrevious?: boolean | undefined;
  /**
   * Whether the collection has records behind the last of these. May be left out: the server then knows it of all slices
   * without `before`.
   */
  readonly hasNext?: boolean | undefined;
  /** The number of records of the whole collection, when it was wanted. A source that cannot count leaves it out. */
  readonly total?: number | undefined;
  /**
   * An estimate of that number, wanted or not, if it comes for free. Like a total it counts only what meets the filter: an
   * estimate of more would tell of resources that the caller cannot read.
   */
  readonly estimatedTotal?: EstimatedTotal | undefined;
  /**
   * Where each record stands in the order asked for, when positions are wanted: JSON values that mean something to this
   * source alone. It finds the records behind such a position even when its record is gone.
   */
  readonly positions?: readonly unknown[] | undefined;
  /**
   * A position behind all records of the collection, when positions are wanted and the source has such a position: with
   * `before` alone it leads to the last page.
   */
  readonly endPosition?: unknown;
}

/** A slice that has every member itself: a member that it lacks could be read from `Object.prototype`. */
export function ownSlice(given: PageSlice): Required<PageSlice> {
  return {
    offset: given.offset,
    limit: given.limit,
    positions: fieldOf(given, 'positions') as PageSlice['positions'],
    after: fieldOf(given, 'after'),
    before: fieldOf(given, 'before'),
  };
}

/** A page that has every member itself. Strategies, sources, and records provide pages that lack some. */
export function ownPage<Member>(given: SourcePage<Member>): Required<SourcePage<Member>> {
  return {
    records: given.records,
    hasMore: fieldOf(given, 'hasMore') as boolean | undefined,
    hasPrevious: fieldOf(given, 'hasPrevious') as boolean | undefined,
    hasNext: fieldOf(given, 'hasNext') as boolean | undefined,
    total: fieldOf(given, 'total') as number | undefined,
    estimatedTotal: fieldOf(given, 'estimatedTotal') as EstimatedTotal | undefined,
    positions: fieldOf(given, 'positions') as readonly unknown[] | undefined,
    endPosition: fieldOf(given, 'endPosition'),
  };
}
