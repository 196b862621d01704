/** The types of the conditions that `read` rules return. */
import type {
  Api,
  ConditionOrGroup,
  FilterOperator,
  RecordId,
  StoredAttributeName,
  StoredRelationshipName,
  TargetOf,
  TypeName,
} from '@linkage/core';
import type {
  AttributeDate,
  AttributeInput,
  AttributeOutput,
  AttributesOf,
  OperatorFor,
  TextOperator,
} from '@linkage/core/internal';

/** Whether a type is a union of several types. */
type IsUnion<Value, Whole = Value> = Value extends unknown ? ([Whole] extends [Value] ? false : true) : never;

/** The relationships with several target types. */
type PolymorphicName<A extends Api, Type extends TypeName<A>> = {
  [Name in StoredRelationshipName<A, Type>]: IsUnion<TargetOf<A, Type, Name>> extends true ? Name : never;
}[StoredRelationshipName<A, Type>];

/** The relationships with one target type, through which a path can continue. */
type SingleName<A extends Api, Type extends TypeName<A>> = Exclude<
  StoredRelationshipName<A, Type>,
  PolymorphicName<A, Type>
>;

/** The relationships with one target type, also behind another one. */
type SinglePath<A extends Api, Type extends TypeName<A>> = {
  [Name in SingleName<A, Type>]: Name | `${Name}.${SingleName<A, TargetOf<A, Type, Name>>}`;
}[SingleName<A, Type>];

/** Fields without a type: data that the API does not declare, and fields behind two relationships. The server checks them. */
type UntypedField<A extends Api, Type extends TypeName<A>> =
  | `@${string}`
  | {
      [Name in SingleName<A, Type>]:
        | `${Name}.@${string}`
        | `${Name}.${SingleName<A, TargetOf<A, Type, Name>>}.${string}`;
    }[SingleName<A, Type>];

/** A condition on some fields. */
interface TermOn<Field extends string, Value, Operator extends FilterOperator = OperatorFor<Value>> {
  readonly field: Field;
  /** The comparison operator. Default: `eq`. */
  readonly operator?: Operator | undefined;
  /**
   * The condition matches if any of these values matches: values as in your records, or ids. For a relationship with
   * several target types, identifiers: `{ type, id }`. `between` has two values, and `ne` matches if none of the values is
   * equal.
   */
  readonly values: readonly Value[];
}

/** The values of an attribute in records. One that can be absent is compared with null. */
type RecordValue<Input, Output, DateOrNever> =
  | Exclude<Input | Output, undefined>
  | (undefined extends Input | Output ? null : never)
  | DateOrNever;

/** The condition on an attribute. Operators for texts compare parts of a text, which an enumeration need not contain. */
type AttributeTerm<Field extends string, Value> =
  | TermOn<Field, Value>
  | (string extends Value
      ? never
      : [Extract<Value, string>] extends [never]
        ? never
        : { readonly field: Field; readonly operator: TextOperator; readonly values: readonly string[] });

/** The conditions on the attributes of a type, at the end of a path. */
type AttributeTerms<A extends Api, Type extends TypeName<A>, Prefix extends string> = {
  [Name in StoredAttributeName<A, Type>]: AttributeTerm<
    `${Prefix}${Name}`,
    RecordValue<
      AttributeInput<A, Type, Name & keyof AttributesOf<A, Type>>,
      AttributeOutput<A, Type, Name & keyof AttributesOf<A, Type>>,
      AttributeDate<A, Type, Name & keyof AttributesOf<A, Type>>
    >
  >;
}[StoredAttributeName<A, Type>];

/** The conditions on the relationships with several target types, at the end of a path. */
type PolymorphicTerms<A extends Api, Type extends TypeName<A>, Prefix extends string> = {
  [Name in PolymorphicName<A, Type>]: TermOn<
    `${Prefix}${Name}`,
    { readonly type: TargetOf<A, Type, Name>; readonly id: RecordId } | null,
    'eq' | 'ne'
  >;
}[PolymorphicName<A, Type>];

type TypedTerm<A extends Api, Type extends TypeName<A>> =
  | TermOn<'id' | `${SingleName<A, Type>}.id`, RecordId, 'eq' | 'ne'>
  | TermOn<SinglePath<A, Type>, RecordId | null, 'eq' | 'ne'>
  | PolymorphicTerms<A, Type, ''>
  | AttributeTerms<A, Type, ''>
  | {
      [Name in SingleName<A, Type>]:
        | AttributeTerms<A, TargetOf<A, Type, Name>, `${Name}.`>
        | PolymorphicTerms<A, TargetOf<A, Type, Name>, `${Name}.`>;
    }[SingleName<A, Type>]
  | TermOn<UntypedField<A, Type>, unknown>;

/** One condition of a `read` rule on a field: the operators that the field supports, and values of its type. */
export type ReadTerm<A extends Api = Api, Type extends TypeName<A> = TypeName<A>> =
  string extends TypeName<A> ? TermOn<string, unknown> : TypedTerm<A, Type>;

/**
 * The fields that a condition of a `read` rule can use, even if clients cannot read them or filter by them: the id, the
 * fields of the type, fields of related resources such as `order.owner`, and data that the API does not declare, whose
 * names begin with `@`. Ids and relationships are compared with ids, by `eq` or `ne`; null is an empty relationship. A
 * relationship with several target types is compared with identifiers, because an id does not contain its type.
 */
export type ReadConditionField<A extends Api = Api, Type extends TypeName<A> = TypeName<A>> = ReadTerm<
  A,
  Type
>['field'];

/**
 * One condition of a `read` rule: a condition on a field, such as `{ field: 'author', values: [user.id] }`, or a group,
 * such as `{ or: [published, mine] }`.
 */
export type ReadCondition<A extends Api = Api, Type extends TypeName<A> = TypeName<A>> = ConditionOrGroup<
  ReadTerm<A, Type>
>;
