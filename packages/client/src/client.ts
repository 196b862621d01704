import type {
  Api,
  DeserializedIdentifier,
  DeserializedResource,
  IncludePath,
  QueryInput,
  RelationshipName,
  TargetOf,
  TypeName,
} from '@linkage/core';
import type { KindOf } from '@linkage/core/internal';
import type { Answer } from './answer.ts';
import type { ReadOptions, WriteOptions } from './client-options.ts';
import type { Changes, NewResource } from './input.ts';
import type { LinkageChange } from './linkage.ts';
import type { Page } from './page.ts';
import type { Transaction, TransactionResults } from './transaction.ts';

type Fieldsets<A extends Api> = NonNullable<QueryInput<A, TypeName<A>>['fields']>;

/** A query of a read of at most one resource. */
export interface ResourceQuery<Path extends string, Fields>
  extends Pick<QueryInput<Api, string>, 'parameters' | 'extensionParameters'> {
  /** Relationship paths. */
  readonly include?: readonly Path[] | undefined;
  readonly fields?: Fields | undefined;
}

/** A query of a read of a collection. */
export interface CollectionQuery<A extends Api, Type extends TypeName<A>, Path extends string, Fields>
  extends ResourceQuery<Path, Fields> {
  readonly sort?: QueryInput<A, Type>['sort'];
  readonly filter?: QueryInput<A, Type>['filter'];
  readonly page?: QueryInput<A, Type>['page'];
}

/** A query of a relationship: of a collection if it is to-many. */
export type RelatedQuery<A extends Api, Type extends TypeName<A>, Name extends string, Path extends string, Fields> =
  KindOf<A, Type, Name> extends 'to-one'
    ? ResourceQuery<Path, Fields>
    : CollectionQuery<A, TargetOf<A, Type, Name>, Path, Fields>;

/** What a read of a relationship returns: an answer that can contain null if it is to-one, otherwise a page. */
export type Related<Kind, Item> = Kind extends 'to-one' ? Answer<Item | null> : Page<Item>;

/** The resource that a create request returns. With an id of the client, the server need not send it. */
export type Created<A extends Api, Type extends TypeName<A>> = A['declaration'][Type] extends {
  readonly clientGeneratedIds: true;
}
  ? DeserializedResource<A, Type> | undefined
  : DeserializedResource<A, Type>;

/** The client of an API. Each function sends one request, and throws a `JsonApiError` or a `ClientError`. */
export interface Client<A extends Api> {
  readonly baseUrl: string;
  /** Reads a collection. */
  list<
    const Type extends TypeName<A>,
    const Path extends IncludePath<A, Type> = never,
    const Fields extends Fieldsets<A> = Record<never, never>,
  >(
    type: Type,
    query?: CollectionQuery<A, Type, Path, Fields>,
    options?: ReadOptions<Page<DeserializedResource<A, Type, Path, Fields>>>,
  ): Promise<Page<DeserializedResource<A, Type, Path, Fields>>>;
  /** Reads a resource. */
  get<
    const Type extends TypeName<A>,
    const Path extends IncludePath<A, Type> = never,
    const Fields extends Fieldsets<A> = Record<never, never>,
  >(
    type: Type,
    id: string,
    query?: ResourceQuery<Path, Fields>,
    options?: ReadOptions<Answer<DeserializedResource<A, Type, Path, Fields>>>,
  ): Promise<Answer<DeserializedResource<A, Type, Path, Fields>>>;
  /** Reads the related resources of a relationship. */
  related<
    const Type extends TypeName<A>,
    const Name extends RelationshipName<A, Type>,
    const Path extends IncludePath<A, TargetOf<A, Type, Name>> = never,
    const Fields extends Fieldsets<A> = Record<never, never>,
  >(
    type: Type,
    id: string,
    relationship: Name,
    query?: RelatedQuery<A, Type, Name, Path, Fields>,
    options?: ReadOptions<
      Related<KindOf<A, Type, Name>, DeserializedResource<A, TargetOf<A, Type, Name>, Path, Fields>>
    >,
  ): Promise<Related<KindOf<A, Type, Name>, DeserializedResource<A, TargetOf<A, Type, Name>, Path, Fields>>>;
  /** Reads the identifiers of a relationship. If the query includes the related resources, reads these instead. */
  relationship<const Type extends TypeName<A>, const Name extends RelationshipName<A, Type>>(
    type: Type,
    id: string,
    relationship: Name,
    query?: RelatedQuery<A, Type, Name, IncludePath<A, Type>, Fieldsets<A>>,
    options?: ReadOptions<Related<KindOf<A, Type, Name>, DeserializedIdentifier<TargetOf<A, Type, Name>>>>,
  ): Promise<Related<KindOf<A, Type, Name>, DeserializedIdentifier<TargetOf<A, Type, Name>>>>;
  /** Creates a resource. */
  create<const Type extends TypeName<A>>(
    type: Type,
    input: NewResource<A, Type>,
    options?: WriteOptions,
  ): Promise<Answer<Created<A, Type>>>;
  /** Changes fields of a resource. `data` is undefined if the server responds with 204: it made only these changes. */
  update<const Type extends TypeName<A>>(
    type: Type,
    id: string,
    changes: Changes<A, Type>,
    options?: WriteOptions,
  ): Promise<Answer<DeserializedResource<A, Type> | undefined>>;
  /** Deletes a resource. */
  delete<const Type extends TypeName<A>>(type: Type, id: string, options?: WriteOptions): Promise<Answer<undefined>>;
  /** Adds members to a relationship, removes members, or replaces its linkage. */
  relate<const Type extends TypeName<A>, const Name extends RelationshipName<A, Type>>(
    type: Type,
    id: string,
    relationship: Name,
    change: LinkageChange<A, Type, Name>,
    options?: WriteOptions,
  ): Promise<Answer<unknown>>;
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
