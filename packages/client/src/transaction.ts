import type { Api, DeserializedResource, LocallyIdentified, TypeName } from '@linkage/core';
import type { Changes, NewResource, RequestReference } from '@linkage/core/internal';
import type { LinkageUpdate } from './linkage.ts';
import type { WritableLinkName } from './names.ts';

/** A member of the types only: what the server returns for an operation. */
declare const resultType: unique symbol;

/** An operation of a transaction. */
export interface Operation<Result> {
  readonly [resultType]: Result;
}

/** A resource that the transaction creates. Other operations of the transaction can refer to it. */
export interface Handle<Type extends string, Result> extends LocallyIdentified<Type>, Operation<Result> {}

/** Options of an operation. */
export interface OperationOptions {
  /** The entity tag that the resource must still have. Otherwise, the server responds with 412. */
  readonly ifMatch?: string | undefined;
}

/** The types whose resources can have an id of the client. */
type TypeWithClientIds<A extends Api> = {
  [Type in TypeName<A>]: A['declaration'][Type] extends { readonly clientGeneratedIds: true } ? Type : never;
}[TypeName<A>];

/** The operations of one request. The server does them in this order. */
export interface Transaction<A extends Api> {
  /** Creates a resource. Returns a handle that stands for it in relationships and as a target. */
  add<Type extends TypeName<A>>(
    type: Type,
    input: NewResource<A, Type>,
  ): Handle<
    Type,
    A['declaration'][Type] extends { readonly clientGeneratedIds: true }
      ? DeserializedResource<A, Type> | undefined
      : DeserializedResource<A, Type>
  >;
  /**
   * Creates a resource with this id, or changes these fields of it if it exists. The server must have the option `upsert` of
   * `atomicRequests`. The result is undefined if the server does not send the resource.
   */
  upsert<Type extends TypeWithClientIds<A>>(
    type: Type,
    input: NewResource<A, NoInfer<Type>> & { readonly id: string },
  ): Handle<Type, DeserializedResource<A, Type> | undefined>;
  /** Changes fields of a resource. The result is undefined if the server made only these changes, and does not send it. */
  update<Type extends TypeName<A>>(
    target: RequestReference<Type>,
    changes: Changes<A, NoInfer<Type>>,
    options?: OperationOptions,
  ): Operation<DeserializedResource<A, Type> | undefined>;
  /** Deletes a resource. */
  remove<Type extends TypeName<A>>(target: RequestReference<Type>, options?: OperationOptions): Operation<undefined>;
  /** Adds members to a relationship, removes members, or replaces its linkage. */
  updateRelationship<Type extends TypeName<A>, const Name extends WritableLinkName<A, Type>>(
    target: RequestReference<Type>,
    relationship: Name,
    change: LinkageUpdate<A, NoInfer<Type>, NoInfer<Name>>,
    options?: OperationOptions,
  ): Operation<undefined>;
}

/** The results of operations, in the array or object that contains the operations. */
export type TransactionResults<Operations> = {
  readonly [Key in keyof Operations]: Operations[Key] extends Operation<infer Result> ? Result : never;
};
