import type {
  ConditionOrGroup,
  FilterCondition,
  FilterTerm,
  ParameterValues,
  QueryParameters,
  SortField,
} from '@linkage/core';
import type { PageSlice } from '@linkage/core/http';
import type { TimePart } from '@linkage/core/internal';

/** The fields that the server reads of each record, which a source must not change. A record can contain more fields, and must contain its id. */
export interface Selection<Attribute extends string = string, Relationship extends string = string> {
  readonly attributes: ReadonlySet<Attribute>;
  readonly relationships: ReadonlySet<Relationship>;
  /**
   * The relationships that the include paths of the request follow from these records, with the selection of the
   * related records. A source can return these related records in place of linkage, for example with a join. For
   * everything that it omits, the server calls `related` and `find`. Only sources that declare `loadsIncludes` receive it;
   * undefined if there are none. Contains only relationships with one target type, whose resources the user can all read.
   */
  readonly include?: ReadonlyMap<string, IncludedSelection> | undefined;
}

/** The fields that the server reads of each related record that a source loads at once. */
export interface IncludedSelection extends Selection {
  /** The number of members of one record that a source needs to load: with more, the server rejects the request. */
  readonly atMost: number;
}

/** A condition on a field, as a source receives it. */
export interface SourceTerm extends FilterTerm {
  /**
   * For each relationship in `field`, in order, the additional conditions on its resource. With `field:
   * 'comments.author.name'`, `through[0]` applies to the comment and `through[1]` to the author of the same comment;
   * one related resource must match them all. Only sources that declare `appliesFilters` receive it.
   */
  readonly through?: readonly (readonly FilterCondition[])[] | undefined;
}

/**
 * A condition of a filter, as a source receives it: a condition on a field, or a group. Only sources whose
 * `appliesFilters` declares them receive groups, and operators other than `eq`, `lt`, `le`, `gt`, and `ge`.
 */
export type SourceCondition = ConditionOrGroup<SourceTerm>;

/** A field of a sort order, as a source receives it. */
export interface SourceSortField extends SortField {
  /**
   * For each relationship in `field`, in order, the conditions on its resource. A record whose related resource does not match them all is
   * like a record without the related resource: its value is null, also in positions. Fields on the same way have the same conditions. Only
   * sources that declare `sort` in `appliesFilters` receive it.
   */
  readonly through?: readonly (readonly FilterCondition[])[] | undefined;
}

/** What the resources of a group have in common: an attribute, a to-one relationship, or a part of a time. */
export interface GroupKey {
  /** The name of the value in `by` of each group, such as `createdAt.month`. */
  readonly name: string;
  /** The attribute, or the relationship, whose value in `by` is the linkage of records. */
  readonly field: string;
  /** The part of a time; absent for the value itself. */
  readonly part?: TimePart | undefined;
}

/** The aggregates that a request asks for, over all records that match its filter. */
export interface AggregateQuery {
  /** What the records of a group have in common, null too. Empty for one group of all records. */
  readonly groupBy: readonly GroupKey[];
  /** The attributes to add. */
  readonly sum: readonly string[];
  /** The attributes whose least value is requested, in the order of `sort`, without null. Those of `sum` are among them. */
  readonly min: readonly string[];
  /** The attributes among them whose least value the response shows. */
  readonly shownMin: readonly string[];
  /** The attributes whose greatest value is requested. */
  readonly max: readonly string[];
  /** The number of groups that a source needs to return: with so many, the server rejects the request. */
  readonly atMost: number;
}

/** The query of a collection. `Parameters` are the declared query parameters that it can contain. */
export interface CollectionQuery<Parameters extends QueryParameters = QueryParameters> {
  /**
   * Conditions that must all match. Conditions on a relationship contain ids of related resources, or null; and
   * identifiers, if the source declares `identifiers` in `appliesFilters`. `field` is `title`,
   * or `comments.author.name` for a field of related resources: `field.split('.')` returns the relationships and then
   * the field, or `id`, or the members of an object, such as `data.city`. A condition on a path matches if any of the reached resources has a matching value; conditions
   * are independent of each other. A source must return each record once, and must throw if it cannot apply a field.
   */
  readonly filter: readonly SourceCondition[];
  /**
   * The sort order, most significant field first; `author.name` uses to-one relationships. Null comes first, or last in
   * descending order, or where `nulls` of the attribute says; so does a record without the related resource. Records with equal values must have a stable
   * order: best that of their ids in the direction of the last field, because one index serves it in both directions.
   */
  readonly sort: readonly SourceSortField[];
  readonly page: PageSlice;
  readonly selection: Selection;
  /** Whether the total number of records is requested. */
  readonly total: boolean;
  /** Whether an estimate of the total number is requested, which must cost less than to count. Never together with `total`. */
  readonly estimatedTotal?: boolean | undefined;
  /** The requested aggregates over all records that match the filter, not only those on the page; absent if there are none. */
  readonly aggregates?: AggregateQuery | undefined;
  /** The values of the declared query parameters in the request; absent if there are none. */
  readonly parameters?: ParameterValues<Parameters> | undefined;
}

/** The query of a collection of which all records are requested, instead of a page. */
export interface StreamQuery<Parameters extends QueryParameters = QueryParameters>
  extends Omit<CollectionQuery<Parameters>, 'page' | 'total' | 'estimatedTotal' | 'aggregates'> {
  /**
   * Whether pages of this collection are selected by positions, such as with cursor pagination; absent if not. A source that
   * orders records with equal values in another way for such pages must use the order of these pages.
   */
  readonly positions?: boolean | undefined;
}

/** Records that a source returns one at a time, or several at a time in arrays. */
export type RecordStream<SourceRow> =
  | AsyncIterable<SourceRow | readonly SourceRow[]>
  | Iterable<SourceRow | readonly SourceRow[]>;

/**
 * The query of related resources. With `page`, the members of each parent are a collection: only sources that declare `parents` receive several
 * parents, and they can stop after `atMost` members in total. Without `page`, all members
 * of all parents are requested, and a source can stop after `atMost` members in total: the server then rejects a
 * request for a to-many relationship, because it never truncates linkage silently. To-one relationships never exceed
 * `atMost`.
 */
export type RelatedQuery<Parameters extends QueryParameters = QueryParameters> =
  | ({ readonly atMost?: number | undefined; readonly pagePerParent?: undefined } & CollectionQuery<Parameters>)
  | {
      readonly page?: undefined;
      readonly atMost: number;
      readonly selection: Selection;
      /**
       * Conditions on the members of a to-many relationship. The response omits other members. A source that cannot
       * apply the conditions can ignore them, but then the other members count towards `atMost`.
       */
      readonly filter?: readonly FilterCondition[] | undefined;
      /**
       * The page of each parent's matching members that the response contains, in the order without `sort`; absent for
       * all members. A source can return more members at a higher cost. A source that ignores `filter` must ignore
       * `pagePerParent`, too.
       */
      readonly pagePerParent?: PageSlice | undefined;
    };

/** The query of a page of a collection of several types. */
export interface UnitedQuery {
  /** The types in the order of resources with equal values. */
  readonly types: readonly string[];
  /** The types of which the page can contain resources, each with the conditions that they must all match. */
  readonly parts: readonly { readonly type: string; readonly filter: readonly SourceCondition[] }[];
  /** An attribute that all types have. Resources with equal values are in the order of their types, and of one type in that of its collection. */
  readonly sort: SourceSortField;
  /** A page by positions. */
  readonly page: PageSlice;
}

const lackedByQueries = {
  page: undefined,
  atMost: undefined,
  pagePerParent: undefined,
  filter: undefined,
  total: undefined,
  aggregates: undefined,
  parameters: undefined,
  positions: undefined,
};

/** Returns a query in which every member is an own member. */
export function ownQuery<Query extends CollectionQuery | RelatedQuery | StreamQuery>(query: Query): Query {
  return { ...lackedByQueries, ...query };
}

/** The attributes of a type that requests can aggregate. */
export interface AggregateFields<Name extends string = string, Key extends string = string> {
  /** The attributes and to-one relationships whose values can form groups, and parts of times, such as `createdAt.month`. */
  readonly groupBy?: readonly Key[] | undefined;
  /** The attributes with numbers that can be added. */
  readonly sum?: readonly Name[] | undefined;
  /** The attributes whose least value can be found. */
  readonly min?: readonly Name[] | undefined;
  /** The attributes whose greatest value can be found. */
  readonly max?: readonly Name[] | undefined;
}

/** The attributes that requests can aggregate while a profile is applied. */
export interface AggregateRules {
  readonly types: ReadonlyMap<string, AggregateFields>;
  /** The maximum number of groups in a response. */
  readonly groups: number;
  /** Returns a part of times for the user of a request. The profile brings its code. */
  readonly partOf: (name: string, context: unknown) => TimePart;
}
