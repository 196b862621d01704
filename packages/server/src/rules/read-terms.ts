/** The types of the conditions that `read` rules return. */
import type { Api, ConditionOrGroup, FilterOperator, RecordId, Relationship, TypeName } from '@linkage/core';
import type {
  AttributesOf,
  DeclaredOperator,
  MemberName,
  OperatorFor,
  RecordValue,
  RelationshipsOf,
  TextOperator,
} from '@linkage/core/internal';

/** Whether a type is a union of several types. */
type IsUnion<Value, Whole = Value> = Value extends unknown ? ([Whole] extends [Value] ? false : true) : never;

type TargetsOf<Declared> = Declared extends Relationship<'to-one' | 'to-many', infer Target> ? Target : never;

// The compiler keeps the result of a condition, also of one that is always true: each of these is then found once for each type.
/** The relationships with one target type, through which a path can continue. */
type SingleName<Relationships> = Relationships extends unknown
  ? {
      [Name in keyof Relationships]: IsUnion<TargetsOf<Relationships[Name]>> extends false ? Name : never;
    }[keyof Relationships] &
      string
  : never;

/** The relationships with several target types. */
type SeveralName<Relationships> = Relationships extends unknown
  ? Exclude<keyof Relationships & string, SingleName<Relationships>>
  : never;

/** The fields that a target declares. None if it does not exist, which the compiler reports where it is declared. */
type FieldsAt<Declaration, Target, Part extends 'attributes' | 'relationships'> = Target extends keyof Declaration
  ? Part extends keyof Declaration[Target]
    ? Declaration[Target][Part]
    : never
  : never;

/** The paths of two relationships with one target type. */
type LongPath<Declaration, Relationships, Single extends keyof Relationships & string> = {
  [Name in Single]: `${Name}.${SingleName<FieldsAt<Declaration, TargetsOf<Relationships[Name]>, 'relationships'>>}`;
}[Single];

/** A condition on some fields. */
interface TermOn<Field extends string, Value, Operator extends FilterOperator> {
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

// An interface: the compiler resolves its members only where a condition names the field, and a rule names few of many fields.
/** A condition on an attribute, at the end of a path. Computed attributes cannot be compared: the type of their values is `never`. */
interface AttributeTerm<Declared, Field extends string> {
  readonly field: Field;
  /** The comparison operator. Default: `eq`. */
  readonly operator?: Compared<Declared>['operator'];
  /** The condition matches if any of these values matches. `between` has two values, and `ne` matches if none of the values is equal. */
  readonly values: Compared<Declared>['values'];
}

// The compiler finds these once for all attributes with one declaration, on whatever path.
interface Compared<Declared> {
  readonly operator: OperatorFor<RecordValue<Declared>> | undefined;
  readonly values: readonly RecordValue<Declared>[];
}

/** The attributes whose strings are an enumeration. */
type EnumerationName<Attributes> = Attributes extends unknown
  ? { [Name in keyof Attributes]: IfEnumeration<RecordValue<Attributes[Name]>, Name> }[keyof Attributes] & string
  : never;
type IfEnumeration<Value, Name> = string extends Value
  ? never
  : [Extract<Value, string>] extends [never]
    ? never
    : Name;

/** Operators for strings compare parts of a string, which an enumeration need not contain. */
interface TextTerm<Field extends string> {
  readonly field: Field;
  readonly operator: Exclude<TextOperator, DeclaredOperator>;
  readonly values: readonly string[];
}

/** The conditions on attributes, at the end of a path. */
type AttributeTerms<Attributes, Prefix extends string, Enumeration extends string> =
  | { [Name in keyof Attributes & string]: AttributeTerm<Attributes[Name], `${Prefix}${Name}`> }[keyof Attributes &
      string]
  | ([Enumeration] extends [never] ? never : TextTerm<`${Prefix}${Enumeration}`>);

/** The conditions on the relationships with several target types, at the end of a path. */
type SeveralTerms<Relationships, Prefix extends string, Several extends keyof Relationships & string> = {
  [Name in Several]: TermOn<
    `${Prefix}${Name}`,
    { readonly type: TargetsOf<Relationships[Name]>; readonly id: RecordId } | null,
    'eq' | 'ne'
  >;
}[Several];

/** The conditions on the fields of a type, at the end of a path. */
type FieldTerms<Attributes, Relationships, Prefix extends string> =
  | AttributeTerms<Attributes, Prefix, EnumerationName<Attributes>>
  | SeveralTerms<Relationships, Prefix, SeveralName<Relationships>>;

/** The conditions on fields of the target of a relationship. */
type RelatedTerms<Declaration, Target, Prefix extends string> = FieldTerms<
  FieldsAt<Declaration, Target, 'attributes'>,
  FieldsAt<Declaration, Target, 'relationships'>,
  Prefix
>;

/** The last of them are fields without a type: data that the API does not declare, fields behind two relationships, and members of objects. The server checks them. */
type TypedTerm<
  Declaration,
  Attributes,
  Relationships,
  Single extends keyof Relationships & string = SingleName<Relationships>,
  Path extends string = LongPath<Declaration, Relationships, Single>,
> =
  | TermOn<'id' | `${Single}.id`, RecordId, 'eq' | 'ne'>
  | TermOn<Single | Path, RecordId | null, 'eq' | 'ne'>
  | FieldTerms<Attributes, Relationships, ''>
  | { [Name in Single]: RelatedTerms<Declaration, TargetsOf<Relationships[Name]>, `${Name}.`> }[Single]
  | TermOn<
      `@${string}` | `${Single}.@${string}` | `${Path}.${string}` | MemberName<Attributes>,
      unknown,
      FilterOperator
    >;

/** One condition of a `read` rule on a field: the operators that the field supports, and values of its type. */
export type ReadTerm<A extends Api = Api, Type extends TypeName<A> = TypeName<A>> =
  string extends TypeName<A>
    ? TermOn<string, unknown, FilterOperator>
    : TypedTerm<A['declaration'], AttributesOf<A, Type>, RelationshipsOf<A, Type>>;

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

/** Conditions that a resource must match, all of them. */
// The compiler resolves the items of an array in an alias only where a rule returns conditions.
export type ReadConditions<A extends Api, Type extends TypeName<A>> = readonly ReadCondition<A, Type>[];
