import type {
  Api,
  ConditionOrGroup,
  CreateInput,
  FieldName,
  FilterOperator,
  RecordId,
  ResourceIdentifierObject,
  StoredAttributeName,
  StoredRelationshipName,
  TargetOf,
  TypeName,
  UpdateInput,
} from '@linkage/core';
import type { Awaitable, LinkageChange, SourceCall, SourceRecord } from '../sources/data-source.ts';

/**
 * The fields that a condition of a `read` rule can use, even if clients cannot read them or filter by them: the id, the
 * fields of the type, fields of related resources such as `order.owner`, and data that the API does not declare, whose
 * names begin with `@`. Ids and relationships are compared with ids, by `eq` or `ne`; null is an empty relationship. A
 * relationship with several target types is compared with identifiers, because an id does not contain its type.
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

/** Whether a type is a union of several types. */
type IsUnion<Value, Whole = Value> = Value extends unknown ? ([Whole] extends [Value] ? false : true) : never;

/** The relationships with several target types. */
type PolymorphicName<A extends Api, Type extends TypeName<A>> = {
  [Name in StoredRelationshipName<A, Type>]: IsUnion<TargetOf<A, Type, Name>> extends true ? Name : never;
}[StoredRelationshipName<A, Type>];

/** A condition of a `read` rule on some fields. */
interface TermOn<Field extends string, Value> {
  readonly field: Field;
  /** The comparison operator. Default: `eq`. */
  readonly operator?: FilterOperator | undefined;
  /**
   * The condition matches if any of these values matches: values as in your records, or ids. For a relationship with
   * several target types, identifiers: `{ type, id }`. `between` has two values, and `ne` matches if none of the values is
   * equal.
   */
  readonly values: readonly Value[];
}

/** One condition of a `read` rule on a field. */
export type ReadTerm<A extends Api = Api, Type extends TypeName<A> = TypeName<A>> =
  | TermOn<Exclude<ReadConditionField<A, Type>, PolymorphicName<A, Type>>, unknown>
  | {
      [Name in PolymorphicName<A, Type>]: TermOn<
        Name,
        { readonly type: TargetOf<A, Type, Name>; readonly id: RecordId } | null
      >;
    }[PolymorphicName<A, Type>];

/** The subject of a `create` rule. */
export interface CreateSubject<A extends Api = Api, Type extends TypeName<A> = TypeName<A>, Context = unknown> {
  readonly input: CreateInput<A, Type>;
  /**
   * The call, to read other data in the transaction of the write. A rule that takes it sees what earlier operations of the request have
   * written.
   */
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
  /**
   * The attributes and relationships in the request. If the rule decides on a request for a relationship URL, because
   * there is no rule `relate`, it is the linkage after the request, without members that the caller cannot read.
   */
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
 * The access rules of one resource type. An action without a rule is denied, unless the option `defaultAccess` is
 * `allow`. Without `relate`, the rule `update` decides on changes of relationships, and `create` on those of a new
 * resource. Without `fields`, the caller can read all fields.
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
  /**
   * Whether the caller can change this relationship, at its own URL or as part of a create or update request. Default: the
   * rule `update`, or `create` for a new resource.
   */
  relate?(context: Context, subject: RelateSubject<A, Type, Context>): Awaitable<boolean>;
}

/** The access rules of an API by resource type. */
export type AccessRules<A extends Api = Api, Context = unknown> = {
  readonly [Type in TypeName<A>]?: AccessRule<A, Type, Context>;
};
