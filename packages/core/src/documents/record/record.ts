import type { Api } from '../../schema/api.ts';
import type {
  AttributeDate,
  AttributeInput,
  AttributeName,
  AttributeOutput,
  AttributesOf,
  ComputedName,
  DefaultAttributeName,
  KindOf,
  MemberOf,
  RelationshipName,
  RelationshipsOf,
  StoredAttributeName,
  StoredRelationshipName,
  TargetOf,
  TypeName,
} from '../../schema/infer.ts';
import type { IdMember, RowMember } from '../../schema/rows.ts';
import type { IsUnion, RecordValue } from '../../schema/value-types.ts';
import type { AdditionalMembers, MetaObject } from '../../spec/document/links-object.ts';

/** An id in an application. In a document, the id is a string. */
export type RecordId = string | number | bigint;

/** The attribute names that a fieldset allows. Without a fieldset for the type, those that documents contain by default. */
export type FieldsetAttribute<A extends Api, Type extends TypeName<A>, Fields> = Fields extends {
  readonly [Key in Type]: readonly (infer Name)[];
}
  ? Name & AttributeName<A, Type>
  : DefaultAttributeName<A, Type>;

/** The relationship names that a fieldset allows. Without a fieldset for the type, all relationship names. */
export type FieldsetRelationship<A extends Api, Type extends TypeName<A>, Fields> = Fields extends {
  readonly [Key in Type]: readonly (infer Name)[];
}
  ? Name & RelationshipName<A, Type>
  : RelationshipName<A, Type>;

/** The names of the attributes in a record with a fieldset. */
type RecordAttributeName<A extends Api, Type extends TypeName<A>, Fields> = Exclude<
  FieldsetAttribute<A, Type, Fields>,
  ComputedName<A, Type>
>;

/** The attribute name if it is in the fieldset, and its schema neither accepts nor returns undefined. */
type RequiredKey<A extends Api, Type extends TypeName<A>, Key extends keyof AttributesOf<A, Type>, Fields> =
  Key extends RecordAttributeName<A, Type, Fields>
    ? undefined extends AttributeInput<A, Type, Key> | AttributeOutput<A, Type, Key>
      ? never
      : Key
    : never;

/** The attribute name if it is in the fieldset, and its schema accepts or returns undefined. */
type OptionalKey<A extends Api, Type extends TypeName<A>, Key extends keyof AttributesOf<A, Type>, Fields> = Exclude<
  Key & RecordAttributeName<A, Type, Fields>,
  RequiredKey<A, Type, Key, Fields>
>;

/**
 * The attributes of a record: the input or the output type of the schema. The union is written twice, because the
 * compiler then prints it. The names are filtered with `as`: for computed unions of names, the comparison of two data
 * sources of any API takes seven times as many instantiations.
 */
type RecordAttributes<A extends Api, Type extends TypeName<A>, Fields> = {
  readonly [Key in keyof AttributesOf<A, Type> as RequiredKey<A, Type, Key, Fields>]:
    | AttributeInput<A, Type, Key>
    | AttributeOutput<A, Type, Key>
    | AttributeDate<A, Type, Key>;
} & {
  readonly [Key in keyof AttributesOf<A, Type> as OptionalKey<A, Type, Key, Fields>]?:
    | AttributeInput<A, Type, Key>
    | AttributeOutput<A, Type, Key>
    | AttributeDate<A, Type, Key>;
};

/** A resource identifier in a record. */
interface RecordIdentifier<Target extends string> extends AdditionalMembers {
  readonly type: Target;
  readonly id: RecordId;
  readonly meta?: MetaObject | undefined;
}

declare const linked: unique symbol;

/** A related record with the data of its membership: the result of `membership`. */
export interface RecordMembership<Related, Data> {
  readonly [linked]: readonly [Related, Data];
}

/** The data of a membership in a record. */
type RecordData<Declared> = {
  readonly [Name in keyof Declared as undefined extends RecordValue<Declared[Name]> ? never : Name]: RecordValue<
    Declared[Name]
  >;
} & {
  readonly [Name in keyof Declared as undefined extends RecordValue<Declared[Name]> ? Name : never]?: RecordValue<
    Declared[Name]
  >;
};

/** A member of a to-many relationship. Records of a data source contain the data in identifiers. */
type Member<Value, Declared, Row> = Row extends true
  ? [Declared] extends [never]
    ? Value
    : Value | RecordMembership<Value, RecordData<Declared>>
  : Value;

type Related<A extends Api, Target extends TypeName<A>, Fields, Row> =
  | RecordIdentifier<Target>
  | (Target extends unknown
      ? Row extends true
        ? RowRecord<A, Target, Fields>
        : NamedRecord<A, Target, Fields>
      : never)
  // A bare id is allowed only if the relationship has one target type.
  | (IsUnion<Target> extends true ? never : RecordId);

// The compiler reports a target that does not exist in the declaration, and not at each record as well.
type RelationshipValue<A extends Api, Type extends TypeName<A>, Name extends string, Fields, Row> = [
  TargetOf<A, Type, Name>,
] extends [never]
  ? unknown
  : KindOf<A, Type, Name> extends 'to-one'
    ? Related<A, TargetOf<A, Type, Name>, Fields, Row> | null
    : readonly Member<Related<A, TargetOf<A, Type, Name>, Fields, Row>, MemberOf<A, Type, Name>, Row>[];

/** A record with the names of the API. */
type NamedRecord<A extends Api, Type extends TypeName<A>, Fields> = {
  readonly id: RecordId;
} & RecordAttributes<A, Type, Fields> & {
    readonly [Name in RelationshipName<A, Type>]?: RelationshipValue<A, Type, Name, Fields, false> | undefined;
  };

/** Like `NamedRecord`, with the names of rows. */
type RowRecord<A extends Api, Type extends TypeName<A>, Fields> = {
  readonly [Key in IdMember<A, Type>]: RecordId;
} & {
  readonly [Key in keyof AttributesOf<A, Type> as RequiredKey<A, Type, Key, Fields> extends never
    ? never
    : RowMember<AttributesOf<A, Type>, Key>]:
    | AttributeInput<A, Type, Key>
    | AttributeOutput<A, Type, Key>
    | AttributeDate<A, Type, Key>;
} & {
  readonly [Key in keyof AttributesOf<A, Type> as OptionalKey<A, Type, Key, Fields> extends never
    ? never
    : RowMember<AttributesOf<A, Type>, Key>]?:
    | AttributeInput<A, Type, Key>
    | AttributeOutput<A, Type, Key>
    | AttributeDate<A, Type, Key>;
} & {
  readonly [Name in RelationshipName<A, Type> as Name extends keyof RelationshipsOf<A, Type>
    ? RowMember<RelationshipsOf<A, Type>, Name>
    : never]?: RelationshipValue<A, Type, Name, Fields, true> | undefined;
};

/**
 * A record of a type: an object of the application, for example as its ORM returns it. Contains an id and the
 * attributes. A relationship that is absent or undefined is not loaded; null and [] mean that it is empty; otherwise,
 * it contains ids, identifiers, or nested records. The members have the names that `id` of the type and the options `from` declare.
 */
// The condition is always true. Without it, the compiler resolves the record before it knows the type, for all types of the API.
export type ResourceRecord<A extends Api, Type extends TypeName<A>, Fields = unknown> = A extends Api
  ? { [Each in Type]: RowRecord<A, Each, Fields> }[Type]
  : never;

/** A record of which only the id and some relationships are known. */
export type IdentifiedRecord<A extends Api, Type extends TypeName<A>, Name extends string> = {
  [Each in Type]: { readonly [Key in IdMember<A, Each>]: RecordId };
}[Type] & { readonly [Field in Name]?: unknown };

/**
 * A record as a data source stores it. The members have the names of the API. It can also contain the fields that documents do not contain
 * by default, such as attributes with `read: false` or `onDemand`.
 */
export type StoredRecord<A extends Api, Type extends TypeName<A>> = NamedRecord<A, Type, unknown> & {
  readonly [Key in keyof AttributesOf<A, Type> as Key extends StoredAttributeName<A, Type>
    ? Key extends DefaultAttributeName<A, Type>
      ? never
      : Key
    : never]?: AttributeInput<A, Type, Key> | AttributeOutput<A, Type, Key> | AttributeDate<A, Type, Key>;
} & {
  readonly [Name in Exclude<StoredRelationshipName<A, Type>, RelationshipName<A, Type>>]?:
    | RelationshipValue<A, Type, Name, unknown, false>
    | undefined;
};
