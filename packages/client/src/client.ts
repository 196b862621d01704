import type {
  Api,
  Collection,
  DeserializedIdentifier,
  DeserializedResource,
  LinkObject,
  TypeName,
} from '@linkage/core';
import type {
  ActionOptionsOf,
  Changes,
  Flat,
  IncludedPath,
  MaybeIncludedPath,
  NewResource,
} from '@linkage/core/internal';
import type { ActionAnswer, ActionInput, Conditional, KnownOptions, NameOfAction } from './action.ts';
import type { Answer, SavedAnswer, ShareResources } from './answer.ts';
import type { ReadOptions, ResourceWriteOptions, WriteOptions } from './client-options.ts';
import type { LinkageUpdate } from './linkage.ts';
import type { LinkKind, LinkMeta, LinkName, LinkTarget, WritableLinkName } from './names.ts';
import type { Page } from './page.ts';
import type { FieldsOf, GetQuery, Known, ListQuery, MixedQuery, RelatedReadQuery } from './query.ts';
import type { Transaction, TransactionResults } from './transaction.ts';

/**
 * A resource that a query reads: `include` widens its type, `fields` narrows it. If the compiler does not know each path of `include`,
 * a related resource is whole, or its identifier.
 */
export type QueriedResource<A extends Api, Type extends TypeName<A>, Query> = DeserializedResource<
  A,
  Type,
  IncludedPath<Query>,
  FieldsOf<Query>,
  MaybeIncludedPath<Query>
>;

/** The result of a read of a relationship: an answer that can contain null if it is to-one, otherwise a page. */
export type Related<Kind, Item> = Kind extends 'to-one'
  ? Answer<Item | null>
  : Kind extends 'to-many'
    ? Page<Item>
    : Answer<Item | null> | Page<Item>;

/** The related resources that a query reads. */
export type RelatedResources<A extends Api, Type extends TypeName<A>, Name extends string, Query> = Related<
  LinkKind<A, Type, Name>,
  QueriedResource<A, LinkTarget<A, Type, Name>, Query>
>;

/** The identifiers of a relationship. */
export type RelatedIdentifiers<A extends Api, Type extends TypeName<A>, Name extends string> = Related<
  LinkKind<A, Type, Name>,
  Flat<DeserializedIdentifier<LinkTarget<A, Type, Name>> & LinkMeta<A, Type, Name>>
>;

/** The resource that a create request returns. With an id of the client, the server need not send it. */
export type Created<A extends Api, Type extends TypeName<A>, Query = None> = A['declaration'][Type] extends {
  readonly clientGeneratedIds: true;
}
  ? QueriedResource<A, Type, Query> | undefined
  : QueriedResource<A, Type, Query>;

type None = Record<never, never>;

declare const declared: unique symbol;

/** The client of an API. Each function sends one request, and throws a `JsonApiError` or a `ClientError`. */
export interface Client<A extends Api> {
  /** For the compiler only: a function that takes a client infers its API from this member. */
  readonly [declared]?: A | undefined;
  readonly baseUrl: string;
  /** The option of this name. */
  readonly idempotencyKeys: boolean | undefined;
  /** Reads a collection. */
  list<Type extends TypeName<A>, const Query extends ListQuery<A, Type> = ListQuery<A, Type>>(
    type: Type,
    query?: Query & Known<Query, ListQuery<A, Type>>,
    options?: ReadOptions<Page<QueriedResource<A, Type, Query>>>,
  ): Promise<Page<QueriedResource<A, Type, Query>>>;
  /** Reads a collection of several types: a result of `defineCollection`, of which it reads only the path. */
  collection<
    Type extends TypeName<A>,
    Sort extends string,
    Filter extends string,
    const Query extends MixedQuery<A, Type, Sort, Filter> = None,
  >(
    collection: Collection<Type, Sort, Filter>,
    query?: Query & Known<Query, MixedQuery<A, Type, Sort, Filter>>,
    options?: ReadOptions<Page<QueriedResource<A, Type, Query>>>,
  ): Promise<Page<QueriedResource<A, Type, Query>>>;
  /** Reads a resource. */
  get<Type extends TypeName<A>, const Query extends GetQuery<A, Type> = GetQuery<A, Type>>(
    type: Type,
    id: string,
    query?: Query & Known<Query, GetQuery<A, Type>>,
    options?: ReadOptions<Answer<QueriedResource<A, Type, Query>>>,
  ): Promise<Answer<QueriedResource<A, Type, Query>>>;
  /** Reads the related resources of a relationship. */
  related<
    Type extends TypeName<A>,
    Name extends LinkName<A, Type>,
    const Query extends RelatedReadQuery<A, Type, Name> = RelatedReadQuery<A, Type, Name>,
  >(
    type: Type,
    id: string,
    relationship: Name,
    query?: Query & Known<Query, RelatedReadQuery<A, Type, Name>>,
    options?: ReadOptions<RelatedResources<A, Type, Name, Query>>,
  ): Promise<RelatedResources<A, Type, Name, Query>>;
  /** Reads the identifiers of a relationship. Resources that the query includes replace their identifiers. */
  relationship<Type extends TypeName<A>, Name extends LinkName<A, Type>>(
    type: Type,
    id: string,
    relationship: Name,
    query?: Omit<RelatedReadQuery<A, Type, Name>, 'include'> & Pick<GetQuery<A, Type>, 'include'>,
    options?: ReadOptions<RelatedIdentifiers<A, Type, Name>>,
  ): Promise<RelatedIdentifiers<A, Type, Name>>;
  /** Reads a link of a document, a string or a link object. It must lead to the origin of `baseUrl`. */
  follow<Result extends Answer<unknown> = Answer<unknown>>(
    link: string | LinkObject,
    options?: ReadOptions<Result>,
  ): Promise<Result>;
  /**
   * Makes an answer of one that was saved as plain data, or of a document with the parts of one. `share` can replace objects by those of
   * earlier answers.
   */
  restore<Result extends Answer<unknown>>(saved: SavedAnswer<Result>, share?: ShareResources): Result;
  /** Creates a resource. `include` and `fields` determine what the response contains. */
  create<Type extends TypeName<A>, const Options extends ResourceWriteOptions<A, Type> = ResourceWriteOptions<A, Type>>(
    type: Type,
    input: NewResource<A, Type>,
    options?: Options & Known<Options, ResourceWriteOptions<A, Type>>,
  ): Promise<Answer<Created<A, Type, Options>>>;
  /** Changes fields of a resource. After 204, `data` is undefined: nothing else changed. */
  update<Type extends TypeName<A>, const Options extends ResourceWriteOptions<A, Type> = ResourceWriteOptions<A, Type>>(
    type: Type,
    id: string,
    changes: Changes<A, Type>,
    options?: Options & Known<Options, ResourceWriteOptions<A, Type>>,
  ): Promise<Answer<QueriedResource<A, Type, Options> | undefined>>;
  /** Deletes a resource. */
  delete<Type extends TypeName<A>>(type: Type, id: string, options?: WriteOptions): Promise<Answer<undefined>>;
  /** Adds members to a relationship, removes members, or replaces its linkage. */
  updateRelationship<Type extends TypeName<A>, Name extends WritableLinkName<A, Type>>(
    type: Type,
    id: string,
    relationship: Name,
    change: LinkageUpdate<A, Type, Name>,
    options?: WriteOptions,
  ): Promise<Answer<unknown>>;
  /**
   * Runs an action that the API declares. An action on a resource returns the resource after it; `data` is undefined if the resource does
   * not exist any more. The output is `meta`. An action with `ifMatch: true` requires the option `ifMatch`.
   */
  action<
    Type extends TypeName<A>,
    Name extends NameOfAction<A, Type>,
    const Request extends ActionInput<A, Type, Name>,
    Options extends WriteOptions = Record<never, never>,
  >(
    type: Type,
    name: Name & Conditional<ActionOptionsOf<A, Type, Name>, Options>,
    request: Request & Known<Request, ActionInput<A, Type, Name>>,
    options?: Options & KnownOptions<Options>,
  ): Promise<ActionAnswer<A, Type, Name, QueriedResource<A, Type, Request>>>;
}

/** A client that can send transactions. */
export interface AtomicClient<A extends Api> extends Client<A> {
  /**
   * Creates a resource, and new related resources in its relationships, in one transaction: all of them, or none. Those that a function
   * returns are created after the resource, and refer to it.
   *
   * @throws {ClientError} `rejected`, if there are new related resources, and the server does not have Atomic Operations.
   */
  create<Type extends TypeName<A>, const Options extends ResourceWriteOptions<A, Type> = None>(
    type: Type,
    input: NewResource<A, Type> | NewResource<A, Type, true>,
    options?: Options & Known<Options, ResourceWriteOptions<A, Type>>,
  ): Promise<Answer<Created<A, Type, Options>>>;
  /**
   * Sends all operations that `run` adds to a transaction in one request: the server does all of them, or none. Returns
   * the results of the operations that `run` returns, in an array or an object of the same shape.
   *
   * @see https://jsonapi.org/ext/atomic/
   */
  atomic<const Operations extends object>(
    run: (transaction: Transaction<A>) => Operations,
    options?: Omit<WriteOptions, 'ifMatch'>,
  ): Promise<TransactionResults<Operations>>;
}
