import type { Api, FilterInput, FilterName, FilterOperator, RecordId, TargetOf, TypeName } from '@linkage/core';
import type {
  AttributeDate,
  AttributeInput,
  AttributeOutput,
  AttributesOf,
  DeclaredOperator,
  ListOperator,
  MembersOf,
  MemberValue,
  OperatorFor,
  OptionsOf,
  PairOperator,
  RelationshipsOf,
  TextOperator,
} from '@linkage/core/internal';

/** The operators for ids. */
type IdOperator = 'eq' | 'ne';
/** The operators that compare strings with a list of them, and those that compare other values with a list. */
type TextListOperator = ListOperator & TextOperator;
type ValueListOperator = Exclude<ListOperator, TextOperator | DeclaredOperator>;

/** The values of an attribute as the application or a document has them, and a Date for a date and time. */
// `infer`: errors print the values.
type ValueOf<A extends Api, Type extends TypeName<A>, Name extends keyof AttributesOf<A, Type>> = [
  Exclude<AttributeInput<A, Type, Name> | AttributeOutput<A, Type, Name>, undefined> | AttributeDate<A, Type, Name>,
] extends [infer Value]
  ? Value
  : never;

/** The operators of an attribute: those that its option lists, or all that its values support. */
type OperatorOf<Declared, Value> =
  OptionsOf<Declared> extends { readonly filter: readonly (infer Listed extends FilterOperator)[] }
    ? Listed
    : OperatorFor<Value>;

/** The values that a list can contain. */
type ElementOf<Value> = Value extends readonly (infer Element)[] ? Element : never;

type Condition<Field, Operator, Values> = [Operator] extends [never]
  ? never
  : { readonly field: Field; readonly operator: Operator; readonly values: Values };

/** The conditions on a field. The operator determines the number of values; `eq` is the default if the field has it. */
type Conditions<Field, Value, Operator> =
  | ('eq' extends Operator
      ? {
          readonly field: Field;
          readonly operator?: Extract<Operator, ValueListOperator>;
          readonly values: readonly Value[];
        }
      : Condition<Field, Extract<Operator, ValueListOperator>, readonly Value[]>)
  | Condition<Field, Extract<Operator, PairOperator>, readonly [Exclude<Value, null>, Exclude<Value, null>]>
  | Condition<Field, Exclude<Operator, ListOperator | PairOperator | TextOperator>, readonly [Exclude<Value, null>]>
  | Condition<Field, Extract<Operator, Exclude<DeclaredOperator, TextOperator>>, readonly ElementOf<Value>[]>
  | Condition<Field, Extract<Operator, TextListOperator>, readonly string[]>
  | Condition<Field, Extract<Operator, Exclude<TextOperator, ListOperator>>, readonly [string]>;

type AttributeConditions<
  A extends Api,
  Type extends TypeName<A>,
  Name extends keyof AttributesOf<A, Type>,
  Field,
> = Conditions<Field, ValueOf<A, Type, Name>, OperatorOf<AttributesOf<A, Type>[Name], ValueOf<A, Type, Name>>>;

/** The operators of a member of an object: those that the option of its attribute lists for it, or all that its values support. */
type MemberOperator<Declared, Path, Value> =
  OptionsOf<Declared> extends {
    readonly filter: { readonly [Key in Path & string]: readonly (infer Listed extends FilterOperator)[] };
  }
    ? Listed
    : OperatorFor<Value>;

/** The conditions on a member of the objects of an attribute. */
type MemberConditions<Declared, Output, Path, Field> =
  Path extends MembersOf<Declared>
    ? Conditions<Field, MemberValue<Output, Path>, MemberOperator<Declared, Path, MemberValue<Output, Path>>>
    : never;

/** The conditions on a field of a type: on its id, on the ids of related resources, or on an attribute. */
type FieldConditions<A extends Api, Type extends TypeName<A>, Name, Field> = Type extends unknown
  ? Name extends keyof AttributesOf<A, Type>
    ? AttributeConditions<A, Type, Name, Field>
    : Name extends 'id'
      ? Conditions<Field, RecordId, IdOperator>
      : Name extends keyof RelationshipsOf<A, Type>
        ? Conditions<Field, RecordId | null, IdOperator>
        : never
  : never;

/** The conditions on a field or on a field of a related resource. Those behind two relationships are not typed. */
type ConditionsOn<A extends Api, Type extends TypeName<A>, Field> = Field extends `${infer Name}.${infer Path}`
  ? Name extends keyof AttributesOf<A, Type>
    ? MemberConditions<AttributesOf<A, Type>[Name], AttributeOutput<A, Type, Name>, Path, Field>
    : PathConditions<A, Type, Field>
  : FieldConditions<A, Type, Field, Field>;

type PathConditions<A extends Api, Type extends TypeName<A>, Field> = Field extends `${string}.${string}.${string}`
  ? FilterInput<Field>
  : Field extends `${infer First}.${infer Second}`
    ? FieldConditions<A, TargetOf<A, Type, First>, Second, Field>
    : never;

/** A condition, or a group. Without the second member, the compiler would report a wrong operator or value at the whole condition: it could be a group. */
export type FilterPart<A extends Api, Type extends TypeName<A>, Field extends string> =
  | Extract<FieldFilter<A, Type>, { readonly field: Field }>
  | ((
      | { readonly and: readonly FilterPart<A, Type, Field>[] }
      | { readonly or: readonly FilterPart<A, Type, Field>[] }
      | { readonly not: FilterPart<A, Type, Field> }
    ) & { readonly field?: never });

/** One condition of a filter: the operators that the field accepts, and values of its type. */
type FieldFilter<A extends Api, Type extends TypeName<A>> = ConditionsOn<A, Type, FilterName<A, Type>>;
