import type {
  Api,
  AttributeName,
  CreateInput,
  FieldName,
  FilterOperator,
  RelationshipName,
  ResourceIdentifierObject,
  TypeName,
  UpdateInput,
} from '@linkage/core';
import type { Awaitable, LinkageChange, SourceCall, SourceRecord } from '../source/data-source.ts';

/**
 * What a condition of a `read` rule may look at: the id, and the type's own fields, whether or not clients may read them
 * or filter by them. Ids and relationships are compared with ids, by `eq`.
 */
export type ReadConditionField<A extends Api = Api, Type extends TypeName<A> = TypeName<A>> =
  | 'id'
  | AttributeName<A, Type>
  | RelationshipName<A, Type>;

/** One condition of a `read` rule, such as `{ field: 'author', values: [user.id] }`. */
export interface ReadCondition<A extends Api = Api, Type extends TypeName<A> = TypeName<A>> {
  readonly field: ReadConditionField<A, Type>;
  /** How the field is compared. Default `eq`. */
  readonly operator?: FilterOperator | undefined;
  /** It holds when any of these fits: values as the application has them, or ids. */
  readonly values: readonly unknown[];
}

/** What is to be created. */
export interface CreateSubject<A extends Api = Api, Type extends TypeName<A> = TypeName<A>, Context = unknown> {
  readonly input: CreateInput<A, Type>;
  /** For reading in the transaction of the write. */
  readonly call: SourceCall<Context>;
}

/** What is to be deleted. */
export interface DeleteSubject<A extends Api = Api, Type extends TypeName<A> = TypeName<A>, Context = unknown> {
  readonly id: string;
  /** The record as it is, with all fields that its source gives. */
  readonly record: SourceRecord<A, Type>;
  /** For reading in the transaction of the write. */
  readonly call: SourceCall<Context>;
}

/** What is to be changed. */
export interface UpdateSubject<A extends Api = Api, Type extends TypeName<A> = TypeName<A>, Context = unknown>
  extends DeleteSubject<A, Type, Context> {
  readonly changes: UpdateInput<A, Type>;
}

/** Which relationship is to be changed, and how; as the relationship URL changes it, or as part of a resource. */
export interface RelateSubject<A extends Api = Api, Type extends TypeName<A> = TypeName<A>, Context = unknown> {
  /** Undefined when the resource is being created under an id that the server chooses. */
  readonly id: string | undefined;
  /** The record as it is; undefined when the resource is being created. */
  readonly record: SourceRecord<A, Type> | undefined;
  readonly relationship: RelationshipName<A, Type>;
  readonly change: LinkageChange;
  /** The identifiers that the change names: those to be set, added or removed. */
  readonly identifiers: readonly ResourceIdentifierObject[];
  /** For reading in the transaction of the write. */
  readonly call: SourceCall<Context>;
}

/**
 * Who may do what with the resources of one type. What is absent is allowed, unless the server was created with
 * `defaultAccess: 'deny'`.
 *
 * A rule that throws a `JsonApiError` answers with it. One that throws anything else, or gives anything else than it may,
 * fails the request: nothing is shown, nothing is written.
 */
export interface AccessRule<A extends Api = Api, Type extends TypeName<A> = TypeName<A>, Context = unknown> {
  /**
   * Which resources the caller sees: all, none, or those for which every one of the conditions holds. The others are as if
   * they did not exist. An empty list of conditions is a mistake: say `true`.
   */
  read?(context: Context): Awaitable<boolean | readonly ReadCondition<A, Type>[]>;
  /** Which fields the caller may read: all, none, or these. The others are as if they were not declared. */
  fields?(context: Context): Awaitable<boolean | readonly FieldName<A, Type>[]>;
  /** Whether the caller may create this; the resource has to be one that he sees, too. */
  create?(context: Context, subject: CreateSubject<A, Type, Context>): Awaitable<boolean>;
  /** Whether the caller may change this resource, which he sees and has to see afterwards. */
  update?(context: Context, subject: UpdateSubject<A, Type, Context>): Awaitable<boolean>;
  /** Whether the caller may delete this resource, which he sees. */
  delete?(context: Context, subject: DeleteSubject<A, Type, Context>): Awaitable<boolean>;
  /** Whether the caller may change this relationship, at its own URL or as part of a create or update request. */
  relate?(context: Context, subject: RelateSubject<A, Type, Context>): Awaitable<boolean>;
}

/** The rules of an API by resource type. */
export type AccessRules<A extends Api = Api, Context = unknown> = {
  readonly [Type in TypeName<A>]?: AccessRule<A, Type, Context>;
};
