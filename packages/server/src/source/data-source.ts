import type {
  Api,
  AttributeName,
  CreateInput,
  FilterTerm,
  RecordId,
  ResourceIdentifierObject,
  ResourceRecord,
  SortField,
  TypeName,
  UpdateInput,
} from '@linkage/core';
import type { AppliedConditions } from './applied-conditions.ts';
import type { RelationshipStorage } from './relationship-storage.ts';
import type { Accepted, JobState, ResourceVersion } from './source-answers.ts';
import type { PageSlice, SourcePage } from './source-page.ts';

export type { AppliedConditions } from './applied-conditions.ts';
export type { EstimatedTotal, PageSlice, SourcePage } from './source-page.ts';

/** A value, or a promise of it. */
export type Awaitable<Value> = Value | Promise<Value>;

/** What every call to a source carries. */
export interface SourceCall<Context = unknown> {
  /** What `context(request)` of the server gave. */
  readonly context: Context;
  /** Aborts when nobody waits for the answer any more: the client is gone, or the time of the request or a call is over. */
  readonly signal: AbortSignal;
  /** What the `transaction` of a source put here; undefined outside of one. */
  readonly transaction?: unknown;
  /**
   * With `find`: what is read is about to be changed in this transaction, on the condition that it is still what the
   * client saw. A source whose transactions can overlap locks it against other writes.
   */
  readonly forUpdate?: boolean | undefined;
  /** With writes: the fields of the type that the caller can read; undefined for all. Errors must not name any other. */
  readonly readable?: ReadonlySet<string> | undefined;
  /**
   * With `find` and `related` of a source that states `appliesConditions`: every resource or member returned must meet all of
   * these conditions on its own fields. A member that does not exist meets none. Absent for all other sources.
   */
  readonly conditions?: readonly FilterTerm[] | undefined;
}

/** The fields that will be read of each record. A record may bring more, and has to bring its id. */
export interface Selection {
  readonly attributes: ReadonlySet<string>;
  readonly relationships: ReadonlySet<string>;
}

/** A condition of a filter, as a source receives it. */
export interface SourceCondition extends FilterTerm {
  /**
   * For each relationship in `field`, in order, the conditions that the resource behind it must meet as well. With
   * `field: 'comments.author.name'`, `through[0]` is about the comment and `through[1]` about that comment's author; one
   * related resource must meet them all at once. Only sources that state `appliesConditions` receive it.
   */
  readonly through?: readonly (readonly FilterTerm[])[] | undefined;
}

/** Which resources of a collection are asked for. */
export interface CollectionQuery {
  /**
   * Conditions that all have to hold; those on a relationship hold ids of related resources. `field` is `title`, or
   * `comments.author.name` for a field of related resources: `field.split('.')` gives the relationships on the way and last
   * the field, or `id`. Such a condition holds when any of the resources at its end has a value that fits; each condition looks for
   * its own. A source gives every record once, and throws at a field it cannot look at.
   */
  readonly filter: readonly SourceCondition[];
  /**
   * The order, most significant key first; `author.name` goes through to-one relationships. Null comes before everything
   * else, and last when descending; so does a record whose related resource is absent. Records that are equal by all keys
   * need a stable order of their own.
   */
  readonly sort: readonly SortField[];
  readonly page: PageSlice;
  readonly selection: Selection;
  /** Whether the number of all records is wanted. */
  readonly total: boolean;
  /** What the request sent of the query parameters that the server was told of; absent when it sent none. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Which related resources are asked for. With `page`, the members of one parent are a collection of their own; without
 * it, all members of all parents are wanted, and a source may stop after `atMost` members in all: of a to-many
 * relationship the request is refused then, for a linkage is never cut silently; to-one never comes to more.
 */
export type RelatedQuery =
  | ({ readonly atMost?: undefined; readonly eachPage?: undefined } & CollectionQuery)
  | {
      readonly page?: undefined;
      readonly atMost: number;
      readonly selection: Selection;
      /**
       * Conditions on the members of a to-many relationship: those for which they do not hold will not be shown. A source
       * that cannot look at them may leave it be, but then they count towards `atMost`.
       */
      readonly filter?: readonly FilterTerm[] | undefined;
      /**
       * The page that is shown of each parent's members that meet the filter, in the order in which they are listed without
       * a `sort`; absent where all are. A source that gives more costs more, nothing else; one that leaves the filter be has
       * to leave this be, too.
       */
      readonly eachPage?: PageSlice | undefined;
    };

/** A record of a source: an id, and whatever fields it brings. */
export type SourceRecord<A extends Api = Api, Type extends TypeName<A> = TypeName<A>> = {
  readonly id: RecordId;
} & Partial<Omit<ResourceRecord<A, Type>, 'id'>>;

/** A related resource: its id where one type is possible, its identifier, or the record itself. */
export type RelatedMember = RecordId | { readonly type: string; readonly id: RecordId } | { readonly id: RecordId };

/** The related resources of one parent: null or one member for to-one, a page for to-many. */
export type RelatedResult = null | RelatedMember | SourcePage<RelatedMember>;

/** A change of a relationship, its identifiers checked. A to-one relationship is only ever replaced. */
export type LinkageChange =
  | { readonly replace: ResourceIdentifierObject | null | readonly ResourceIdentifierObject[] }
  | { readonly add: readonly ResourceIdentifierObject[] }
  | { readonly remove: readonly ResourceIdentifierObject[] };

/** The attribute that holds a version; of an API that is not known, any name. */
type VersionName<A extends Api, Type extends TypeName<A>> =
  string extends TypeName<A> ? string : AttributeName<A, Type>;

/** Declared as a method, like those of a source, so that a source of one API is a source. */
type VersionOf<SourceRow> = { of(record: SourceRow): ResourceVersion }['of'];

/**
 * Where the resources of one type come from. Every method is optional: an absent method is an absent endpoint.
 *
 * Reading is batched by construction: one call serves all parents of an include, so no N+1 can be written. A request costs
 * one call for its primary data and one for each edge of its include tree (a relationship of a type, and a type that it
 * leads to), whatever the number of resources; two where `related` gives identifiers without records. What a record carries
 * of a relationship costs none: a foreign key, identifiers, or the related records themselves. A relationship that no record
 * carries and nobody includes is shown as links alone; without `related` it is left out, for nobody could follow them.
 *
 * What a method throws becomes a 500 without details, unless it is a `JsonApiError`.
 */
export interface DataSource<A extends Api = Api, Type extends TypeName<A> = TypeName<A>, Context = unknown> {
  /** A page of the collection: `GET /{type}`. A filter or sort it cannot apply is thrown at, never left out. */
  list?(query: CollectionQuery, call: SourceCall<Context>): Awaitable<SourcePage<SourceRecord<A, Type>>>;

  /**
   * The records of these ids, in any order; an id without a record is left out. Without this method the resources of the type
   * have no URLs, and nothing links to them.
   */
  find?(
    ids: readonly string[],
    selection: Selection,
    call: SourceCall<Context>,
  ): Awaitable<readonly SourceRecord<A, Type>[]>;

  /**
   * Related resources by parent id. Asked for what the records themselves do not carry, and for the pages of a to-many
   * relationship at its own URLs. A parent that is left out has an empty relationship.
   */
  related?(
    relationship: string,
    parentIds: readonly string[],
    query: RelatedQuery,
    call: SourceCall<Context>,
  ): Awaitable<ReadonlyMap<string, RelatedResult>>;

  /**
   * Creates a resource and gives its record. A taken id is a `JsonApiError` of code `RESOURCE_EXISTS`. A write that goes
   * on in the background gives `accepted` with its job instead, here and in the other writes.
   */
  create?(input: CreateInput<A, Type>, call: SourceCall<Context>): Awaitable<SourceRecord<A, Type> | Accepted>;

  /** Changes what is present in `changes` and gives the record; null when there is no such resource. */
  update?(
    id: string,
    changes: UpdateInput<A, Type>,
    call: SourceCall<Context>,
  ): Awaitable<SourceRecord<A, Type> | Accepted | null>;

  /** Deletes a resource; false when there was none. */
  delete?(id: string, call: SourceCall<Context>): Awaitable<boolean | Accepted>;

  /** Changes one relationship; false when there is no such resource. Members already added or gone are no error. */
  relate?(
    id: string,
    relationship: string,
    change: LinkageChange,
    call: SourceCall<Context>,
  ): Awaitable<boolean | Accepted>;

  /**
   * The version of a resource, for entity tags and `If-Match`: the name of an attribute that holds it, or a function of
   * a record, which `find` then gives with all that the function looks at, whatever the selection says. It has to
   * change with every change of the resource, its relationships included. Without it the version is a hash of the
   * record's attributes and of the linkage that the record carries, and resources are read whole for it. A version that
   * rests on a field which the caller cannot read is not used. Tags do not keep secret what a function returns.
   */
  readonly version?: VersionName<A, Type> | VersionOf<SourceRecord<A, Type>> | undefined;

  /**
   * States that methods of this source apply the conditions of `read` rules in their own query. For these types the source
   * alone then decides which resources meet a condition: the server compares no values of its own, and asks `find` where
   * another method did not apply the conditions. Without it, the server compares the values of the records.
   */
  readonly appliesConditions?: AppliedConditions | undefined;

  /**
   * Where relationships are stored, by name: name each relationship whose linkage changes when other resources are written or
   * deleted. The server then asks the access rules of both sides, and makes linkage in the record a part of the version.
   */
  readonly storage?: { readonly [relationship: string]: RelationshipStorage } | undefined;

  /** For resources that are jobs: how far one is. A job that is done answers 303 with the URL of what it made. */
  job?(record: SourceRecord<A, Type>): JobState;

  /**
   * What sources have in common whose transactions are one, for instance the database: each of them joins a transaction
   * that another one has begun. Absent for a source that shares its transactions with no other.
   */
  readonly transactionScope?: unknown;

  /**
   * Runs a write as a whole or not at all. `run` takes the call to hand on, with `transaction` filled in. The response is
   * made within it; without this method, a write stays even when its response turns out to be impossible.
   *
   * A source can call `run` again, each time in a new transaction, if a concurrent transaction made the last one fail: the
   * last call decides. It must not call `run` again after a commit.
   */
  transaction?<Result, Call extends SourceCall<Context>>(
    run: (call: Call) => Promise<Result>,
    call: Call,
  ): Promise<Result>;
}

/** The sources of an API by resource type. */
export type Sources<A extends Api, Context = unknown> = {
  readonly [Type in TypeName<A>]?: DataSource<A, Type, Context>;
};
