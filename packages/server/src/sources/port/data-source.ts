import type {
  Api,
  CreateInput,
  FilterCondition,
  FilterOperator,
  MetaObject,
  QueryParameters,
  RecordId,
  ResourceIdentifierObject,
  StoredAttributeName,
  StoredRecord,
  StoredRelationshipName,
  TypeName,
  UpdateInput,
} from '@linkage/core';
import type { SourcePage } from '@linkage/core/http';
import type { Awaitable } from '@linkage/core/internal';
import type {
  CollectionQuery,
  RecordStream,
  RelatedQuery,
  Selection,
  StreamQuery,
  UnitedQuery,
} from '../gateway/source-query.ts';
import type { RelationshipStorage } from './relationship-storage.ts';
import type { Accepted, JobState, ResourceVersion } from './source-answers.ts';
import type { AppliedFilters, ParameterReads, ReadsContext, SourceObstacles } from './source-statements.ts';

export type { AggregateGroup, EstimatedTotal, PageSlice, SourcePage } from '@linkage/core/http';
export type { Awaitable } from '@linkage/core/internal';
export type {
  AggregateQuery,
  CollectionQuery,
  GroupKey,
  IncludedSelection,
  RecordStream,
  RelatedQuery,
  Selection,
  SourceCondition,
  SourceSortField,
  SourceTerm,
  StreamQuery,
  UnitedQuery,
} from '../gateway/source-query.ts';
export type { AppliedFilters, ParameterReads, ReadsContext, SourceObstacles } from './source-statements.ts';

/**
 * The facts about a request that every call to a source receives. `Transaction` is the type of the transactions of its source, if the sources
 * of the server declare it.
 */
export interface SourceCall<Context = unknown, Transaction = unknown> {
  /** The result of the server's `context(request)`. */
  readonly context: Context;
  /**
   * Aborts when the result is no longer needed: the client disconnected, or the time limit of the request or the call
   * is exceeded.
   */
  readonly signal: AbortSignal;
  /** The value that the `transaction` method of a source set; undefined outside a transaction. */
  readonly transaction?: Transaction | undefined;
  /**
   * With `find` and `list`: whether the transaction will change the records, or decides about a change of them. A source
   * whose transactions can overlap must lock them against other writes, in the order of their ids, and must return them as
   * they are after it has waited for other writes. With `related`, this call follows a `find` that has locked the parents.
   */
  readonly forUpdate?: boolean | undefined;
  /**
   * With `forUpdate`: whether the transaction keeps the records and their ids, so that other transactions can begin to reference
   * them. A source can then use a weaker lock, such as `for no key update` in PostgreSQL. Default: false; the transaction can delete the
   * records.
   */
  readonly keepsRecords?: boolean | undefined;
  /**
   * With writes: the fields of the type that the user can read; undefined for all. Errors must not name other fields.
   */
  readonly readable?: ReadonlySet<string> | undefined;
  /**
   * With writes of the hook `delete.after`: the deleted resource. Linkage can name it, although the source does not find it, if the source
   * can store such a link.
   */
  readonly deleted?: ResourceIdentifierObject | undefined;
  /**
   * With `find` and `related` of a source that declares `appliesFilters`: every returned resource or member must match
   * all of these conditions. Without `groups` in the statement, these are conditions on its own fields. A member that
   * does not exist never matches. With `update` and `delete` that declare it: the resource must match them before the write. If it does not,
   * nothing is written, and the result is null or false. Absent for all other sources.
   */
  readonly conditions?: readonly FilterCondition[] | undefined;
}

/** A call in a transaction. */
export interface TransactionCall<Context = unknown, Transaction = unknown> extends SourceCall<Context, Transaction> {
  readonly transaction: Transaction;
}

/** A record of a source: an id, and any of its fields. */
export type SourceRecord<A extends Api = Api, Type extends TypeName<A> = TypeName<A>> = {
  readonly id: RecordId;
} & Partial<Omit<StoredRecord<A, Type>, 'id'>>;

/**
 * A related resource: its id if only one type is possible, its identifier, which can contain the data of the membership as `meta`, or the
 * record itself.
 */
export type RelatedMember =
  | RecordId
  | { readonly type: string; readonly id: RecordId; readonly meta?: MetaObject | undefined }
  | { readonly id: RecordId };

/** The related resources of one parent: null or one member for to-one, a page for to-many. */
export type RelatedResult = null | RelatedMember | SourcePage<RelatedMember>;

/** A change of a relationship with checked identifiers. A to-one relationship is always replaced. */
export type LinkageChange =
  | { readonly replace: ResourceIdentifierObject | null | readonly ResourceIdentifierObject[] }
  | { readonly add: readonly ResourceIdentifierObject[] }
  | { readonly remove: readonly ResourceIdentifierObject[] };

/** The attributes that records contain. For an unknown API, any name. */
type AttributeNameOf<A extends Api, Type extends TypeName<A>> =
  string extends TypeName<A> ? string : StoredAttributeName<A, Type>;

/** The relationships that records contain. For an unknown API, any name. */
type RelationshipNameOf<A extends Api, Type extends TypeName<A>> =
  string extends TypeName<A> ? string : StoredRelationshipName<A, Type>;

/**
 * Declared as a method, like the methods of a source, so that a source of a specific API is assignable to a general
 * one.
 */
type VersionOf<SourceRow> = { of(record: SourceRow): ResourceVersion }['of'];

/**
 * The data of one resource type. Every method is optional: if a source lacks a method, the server does not offer the
 * corresponding endpoints.
 *
 * Reads are batched: one call loads a relationship for all parents of an include level, so N+1 calls are impossible. A
 * request requires one call for its primary data and one for each relationship of its include tree (a relationship of a type,
 * and one of its target types), regardless of the number of resources; two if `related` returns identifiers without
 * records. If the records contain a relationship as a foreign key, identifiers, or related records, no call is needed.
 * If no record contains a relationship and the request does not include it, the response contains only its links;
 * without `related`, the response omits it, because its links would respond with 404.
 *
 * If a method throws a `JsonApiError`, the server responds with that error. For any other error, it responds with a
 * generic 500.
 *
 * `Parameters` are the query parameters that the server declares: `typeof parameters`, the result of `defineQueryParameters`.
 */
export interface DataSource<
  in out A extends Api = Api,
  in out Type extends TypeName<A> = TypeName<A>,
  Context = unknown,
  Parameters extends QueryParameters = QueryParameters,
> {
  /**
   * Returns one page of the collection for `GET /{type}`. Must throw if it cannot apply a filter or a sort field; it
   * must not ignore them.
   */
  list?(query: CollectionQuery<Parameters>, call: SourceCall<Context>): Awaitable<SourcePage<SourceRecord<A, Type>>>;

  /**
   * Returns all records of the collection that match the query, in its order, for types that the server option `stream` names.
   * The server reads the next records when the client has received the ones before. If the client disconnects or an error occurs, it
   * calls `return` of the iterator. Each record must occur once.
   */
  stream?(query: StreamQuery<Parameters>, call: SourceCall<Context>): Awaitable<RecordStream<SourceRecord<A, Type>>>;

  /**
   * Returns the records of these ids, in any order. Omits ids without a record. Without this method, the resources of
   * the type do not have URLs, and responses do not link to them. A source that declares `appliesFilters` is also asked for no ids, where
   * nothing is linked: it should then do what it does for an id without a record, so that its time does not tell them apart.
   */
  find?(
    ids: readonly string[],
    selection: Selection<AttributeNameOf<A, Type>, RelationshipNameOf<A, Type>>,
    call: SourceCall<Context>,
  ): Awaitable<readonly SourceRecord<A, Type>[]>;

  /**
   * Returns related resources by parent id. Called if the records do not contain the relationship, and for the pages of
   * a to-many relationship at its own URLs. A parent without an entry has an empty relationship.
   */
  related?(
    relationship: RelationshipNameOf<A, Type>,
    parentIds: readonly string[],
    query: RelatedQuery<Parameters>,
    call: SourceCall<Context>,
  ): Awaitable<ReadonlyMap<string, RelatedResult>>;

  /**
   * Creates a resource and returns its record. If the id is taken, throws a `JsonApiError` with the code
   * `RESOURCE_EXISTS`. A write that continues in the background returns `accepted` with its job instead, like the other
   * writes.
   */
  create?(input: CreateInput<A, Type>, call: SourceCall<Context>): Awaitable<SourceRecord<A, Type> | Accepted>;

  /**
   * Creates several resources as `create` would create one after the other, for example with one statement. Returns their records in the
   * order of the inputs. Throws if one of them cannot be created, whatever the reason: outside of a
   * transaction, none of them remains, and within one, the server rolls the transaction back. The server then calls `create` for each
   * input, so errors do not have to say which input is wrong. In a copy of the source with another `create`, this
   * method must call that one for each input.
   */
  createAll?(
    inputs: readonly CreateInput<A, Type>[],
    call: SourceCall<Context>,
  ): Awaitable<readonly SourceRecord<A, Type>[]>;

  /**
   * Updates the fields that are present in `input` and returns the record, or null if the resource does not exist.
   */
  update?(
    id: string,
    input: UpdateInput<A, Type>,
    call: SourceCall<Context>,
  ): Awaitable<SourceRecord<A, Type> | Accepted | null>;

  /**
   * Updates several resources, none of them twice, as `update` would update one after the other, for example with one statement. Returns
   * their records in the order of the updates, and null for a resource that does not exist. Throws as `createAll` does if one of them cannot
   * be updated. Called only if `returnsWritten` contains it.
   */
  updateAll?(
    updates: readonly { readonly id: string; readonly input: UpdateInput<A, Type> }[],
    call: SourceCall<Context>,
  ): Awaitable<readonly (SourceRecord<A, Type> | null)[]>;

  /** Deletes a resource. Returns false if it does not exist. */
  delete?(id: string, call: SourceCall<Context>): Awaitable<boolean | Accepted>;

  /**
   * Changes one relationship. Returns false if the resource does not exist. Ignores added members that exist, and
   * removed members that do not exist.
   */
  updateRelationship?(
    id: string,
    relationship: RelationshipNameOf<A, Type>,
    change: LinkageChange,
    call: SourceCall<Context>,
  ): Awaitable<boolean | Accepted>;

  /**
   * The version of a resource, for entity tags and `If-Match`: the name of an attribute that contains it, or a function
   * of a record. For a function, `find` must return all fields that the function reads, regardless of the selection.
   * The version must change with every change of the resource, including its relationships. Default: a hash of the
   * record's attributes and linkage, for which the server reads complete records. A version is not used if it depends
   * on a field that the user cannot read. Tags do not hide the result of the function.
   */
  readonly version?: AttributeNameOf<A, Type> | VersionOf<SourceRecord<A, Type>> | undefined;

  /**
   * Declares that methods of this source apply the conditions of access rules in their own query. For these types, only
   * the source determines which resources match a condition: the server does not compare values itself, and calls
   * `find` if another method did not apply the conditions. Default: the server compares the values of the records.
   */
  readonly appliesFilters?: AppliedFilters | undefined;

  /**
   * The declared query parameters that `list`, `stream`, and `related` apply. If a source declares that a method applies a
   * parameter, requests with the parameter get 400 wherever a source does not apply it. Default: unknown, so a parameter
   * that no source declares is accepted at every URL.
   */
  readonly readsParameters?: readonly ParameterReads[] | undefined;

  /**
   * The operators of filters that the source applies to an attribute, by its name, if they are fewer than those that the
   * attribute declares. Descriptions list only these; the source rejects the others. Default: all that are declared.
   */
  readonly filterOperators?: { readonly [attribute: string]: readonly FilterOperator[] } | undefined;

  /**
   * The source's `create`, `createAll`, `update`, `updateAll`, `delete`, and `updateRelationship`, if the records that they return are complete: `find` with all
   * fields would return the same records after the write, so the server does not read them again. This also declares that a write changes only
   * what the request names: the fields and the links of the resource, and those links on the inverse relationship. A trigger of a database that changes
   * other values or rows breaks both promises. Compared by identity, so that a source that spreads another one and replaces one of them
   * does not declare this. Default: none; the server reads the record after the write.
   */
  readonly returnsWritten?: readonly ((...given: never) => unknown)[] | undefined;

  /**
   * The source's `create`, `update`, `delete`, and `updateRelationship` that are complete or without effect also outside of a transaction, and never
   * continue in the background, and its `transaction`. The server then begins none for a single write that needs no other step. A source that begins a transaction again if a
   * concurrent one makes it fail must do so with these methods, too. Compared by identity: a copy of the source with another method does
   * not declare this for the method, and with another `transaction`, for none. Default: none.
   */
  readonly atomicWrites?: readonly ((...given: never) => unknown)[] | undefined;

  /**
   * The relationships whose linkage the source's `create`, `createAll`, `update`, and `updateAll` check themselves: if a resource in it does not exist, or `find` does not
   * return it, they reject with a `JsonApiError` and have no effect. The server then does not look for these resources before a single write,
   * within a transaction or not.
   * Compared by identity: a source that spreads another one and replaces a method does not declare it for this method. Default: none.
   */
  readonly checksLinks?:
    | { readonly methods: readonly ((...given: never) => unknown)[]; readonly relationships: readonly string[] }
    | undefined;

  /**
   * Declares that `update` and `delete` compare the version in their own statement: `version` of the source returns an integer, and conditions on
   * `field` compare it. Only writes that change it change the links of `relationships`, also if another resource is written or deleted. The
   * server then compares `If-Match` without reading the record first. Compared by identity, as in `checksLinks`. Default: none.
   */
  readonly comparesVersion?:
    | {
        readonly methods: readonly ((...given: never) => unknown)[];
        readonly version: (...given: never) => unknown;
        readonly field: string;
        readonly relationships: readonly string[];
      }
    | undefined;

  /**
   * The attributes whose values in the records of `find` depend on `version` alone, for every user and every call. Every write of one of
   * them, also by another program, changes the version. With the server option `deployment`, `If-None-Match` then compares the version,
   * without the document. Valid only for this `find`: a source that spreads another one and replaces `find` does not declare it. Default: the
   * server compares the document.
   */
  readonly versioned?:
    | { readonly find: (...given: never) => unknown; readonly attributes: readonly string[] }
    | undefined;

  /**
   * Reads pages of collections of several types from sources with the same function `page`, in one order, for example with a union. Returns
   * identifiers with their positions, or undefined if it cannot read the collection: the server then merges pages of `list`. Valid only for this
   * `list`: a source that spreads another one and replaces `list` does not declare it. Default: the server merges pages.
   */
  readonly united?:
    | {
        readonly list: (...given: never) => unknown;
        page(
          query: UnitedQuery,
          call: SourceCall<Context>,
        ): Awaitable<SourcePage<ResourceIdentifierObject> | undefined>;
      }
    | undefined;

  /** Returns why the source does not make one of these statements, for `costs` of the server. Default: the server says only that it does not. */
  obstacles?(): SourceObstacles;

  /**
   * Declares that methods of the source read the context of calls, and expect this type: a server with another context does not compile, and
   * `createServer` requires the option `context`. Sources whose options contain `context`, such as those of `@linkage/kysely`, declare it.
   * Default: not declared.
   */
  readonly readsContext?: ReadsContext | undefined;

  /**
   * Whether `list`, `find`, and `related` load related records at once, as `selection.include` requests. The records
   * that they return there must be those that `find` of the related type would return. Default: false.
   */
  readonly loadsIncludes?: boolean | undefined;

  /**
   * The storage of relationships by name. List each relationship whose linkage changes when other resources are written
   * or deleted. The server then calls the access rules of both relationships, and includes linkage in the record in the
   * version.
   */
  readonly storage?: { readonly [relationship: string]: RelationshipStorage } | undefined;

  /**
   * For resources that are jobs: returns the progress. For a finished job, the server responds with 303 and the URL of
   * the result.
   */
  job?(record: SourceRecord<A, Type>): JobState;

  /**
   * What sources with common transactions share, for example the database: each of them joins a transaction
   * that another one started. Default: no other source shares the transactions.
   */
  readonly transactionGroup?: unknown;

  /**
   * Runs a write completely or not at all. Call `run` with a copy of the call in which `transaction` is set. The server
   * creates the response within the transaction. Without this method, a write remains even if its response cannot be
   * created.
   *
   * If a concurrent transaction makes the transaction fail, the source can call `run` again in a new transaction. The last
   * call determines the result. The source must not call `run` again after a commit.
   */
  transaction?<Result, Call extends SourceCall<Context>>(
    run: (call: Call) => Promise<Result>,
    call: Call,
  ): Promise<Result>;

  /**
   * Called after the commit of a transaction in which the request wrote, and before a stored response of an idempotency key is repeated. The
   * response waits for it: here, `splitSources` notes the position of the primary database. If it fails, the write is stored, but the response
   * is an error.
   */
  afterCommit?(call: SourceCall<Context>): Awaitable<void>;
}

/** The sources of an API by resource type. `{}` is the source of a type that has no URLs: documents contain only its identifiers. */
export type Sources<A extends Api, Context = unknown, Parameters extends QueryParameters = QueryParameters> = {
  readonly [Type in TypeName<A>]: DataSource<A, Type, Context, Parameters>;
};
