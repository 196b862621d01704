import type {
  Api,
  ConditionOrGroup,
  CreateInput,
  FieldName,
  FilterOperator,
  ResourceIdentifierObject,
  StoredAttributeName,
  StoredRelationshipName,
  TypeName,
  UpdateInput,
} from '@linkage/core';
import type { Awaitable, LinkageChange, SourceCall, SourceRecord } from '../source/data-source.ts';

/**
 * The fields that a condition of a `read` rule can use, even if clients cannot read them or filter by them: the id, the
 * fields of the type, fields of related resources such as `order.owner`, and data that the API does not declare, whose
 * names begin with `@`. Ids and relationships are compared with ids, by `eq` or `ne`; null is an empty relationship.
 */
export type ReadConditionField<A extends Api = Api, Type extends TypeName<A> = TypeName<A>> =
  | 'id'
  | StoredAttributeName<A, Type>
  | StoredRelationshipName<A, Type>
  | `${StoredRelationshipName<A, Type>}.${string}`
  | `@${string}`;

/**
 * One condition of a `read` rule: a condition on a field, such as `{ field: 'author', values: [user.id] }`, or a group,
 * such as `{ or: [published, mine] }`.
 */
export type ReadCondition<A extends Api = Api, Type extends TypeName<A> = TypeName<A>> = ConditionOrGroup<
  ReadTerm<A, Type>
>;

/** One condition of a `read` rule on a field. */
export interface ReadTerm<A extends Api = Api, Type extends TypeName<A> = TypeName<A>> {
  readonly field: ReadConditionField<A, Type>;
  /** The comparison operator. Default: `eq`. */
  readonly operator?: FilterOperator | undefined;
  /**
   * The condition matches if any of these values matches: values as in your records, or ids. `between` has two values,
   * and `ne` matches if none of the values is equal.
   */
  readonly values: readonly unknown[];
}

/** The subject of a `create` rule. */
export interface CreateSubject<A extends Api = Api, Type extends TypeName<A> = TypeName<A>, Context = unknown> {
  readonly input: CreateInput<A, Type>;
  /** The call, to read other data in the transaction of the write. */
  readonly call: SourceCall<Context>;
}

/** The subject of a `delete` rule. */
export interface DeleteSubject<A extends Api = Api, Type extends TypeName<A> = TypeName<A>, Context = unknown> {
  readonly id: string;
  /** The current record, with all fields that its source returns. */
  readonly record: SourceRecord<A, Type>;
  /** The call, to read other data in the transaction of the write. */
  readonly call: SourceCall<Context>;
}

/** The subject of an `update` rule. */
export interface UpdateSubject<A extends Api = Api, Type extends TypeName<A> = TypeName<A>, Context = unknown>
  extends DeleteSubject<A, Type, Context> {
  readonly changes: UpdateInput<A, Type>;
}

/**
 * The subject of a `relate` rule: the relationship and its change, at the relationship URL or as part of a resource.
 */
export interface RelateSubject<A extends Api = Api, Type extends TypeName<A> = TypeName<A>, Context = unknown> {
  /** Undefined if the resource is being created and the server chooses its id. */
  readonly id: string | undefined;
  /** The current record; undefined if the resource is being created. */
  readonly record: SourceRecord<A, Type> | undefined;
  readonly relationship: StoredRelationshipName<A, Type>;
  readonly change: LinkageChange;
  /** The identifiers in the change: those to set, add, or remove. */
  readonly identifiers: readonly ResourceIdentifierObject[];
  /** The call, to read other data in the transaction of the write. */
  readonly call: SourceCall<Context>;
}

/**
 * The access rules of one resource type. An operation without a rule is allowed, unless the option `defaultAccess` is
 * `deny`.
 *
 * If a rule throws a `JsonApiError`, the server responds with it. If a rule throws another error or returns an invalid
 * value, the request fails without reading or writing anything.
 */
export interface AccessRule<A extends Api = Api, Type extends TypeName<A> = TypeName<A>, Context = unknown> {
  /**
   * Returns which resources the caller can read: all, none, or those that match every condition in the array. Other resources are
   * treated as nonexistent. An empty array of conditions is an error: return `true` instead.
   */
  read?(context: Context): Awaitable<boolean | readonly ReadCondition<A, Type>[]>;
  /**
   * Returns which fields the caller can read: all, none, these, or all except some. Other fields are treated as
   * undeclared.
   */
  fields?(
    context: Context,
  ): Awaitable<boolean | readonly FieldName<A, Type>[] | { readonly except: readonly FieldName<A, Type>[] }>;
  /** Whether the caller can create this resource. The created resource must also match the caller's `read` rule. */
  create?(context: Context, subject: CreateSubject<A, Type, Context>): Awaitable<boolean>;
  /**
   * Whether the caller can update this resource. The resource must match the caller's `read` rule before and after the
   * update.
   */
  update?(context: Context, subject: UpdateSubject<A, Type, Context>): Awaitable<boolean>;
  /** Whether the caller can delete this resource. The resource must match the caller's `read` rule. */
  delete?(context: Context, subject: DeleteSubject<A, Type, Context>): Awaitable<boolean>;
  /** Whether the caller can change this relationship, at its own URL or as part of a create or update request. */
  relate?(context: Context, subject: RelateSubject<A, Type, Context>): Awaitable<boolean>;
}

/** The access rules of an API by resource type. */
export type AccessRules<A extends Api = Api, Context = unknown> = {
  readonly [Type in TypeName<A>]?: AccessRule<A, Type, Context>;
};
