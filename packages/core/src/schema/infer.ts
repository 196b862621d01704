import type { Api } from './api.ts';
import type { Relationship } from './relationship.ts';
import type { DateOf, DocumentValue, InputOf, OutputOf } from './value-types.ts';

type NoFields = Record<never, never>;

/** The names of the resource types of an API. */
export type TypeName<A extends Api> = Extract<keyof A['declaration'], string>;

/** The declared attributes of a type. */
export type AttributesOf<A extends Api, Type extends TypeName<A>> = A['declaration'][Type] extends {
  readonly attributes: infer Fields;
}
  ? Fields
  : NoFields;

/** The declared relationships of a type. */
export type RelationshipsOf<A extends Api, Type extends TypeName<A>> = A['declaration'][Type] extends {
  readonly relationships: infer Fields;
}
  ? Fields
  : NoFields;

// The compiler keeps the result of a condition, also of one that is always true: names are then found once for each type.
/** The names of the fields that have a form, and of all other fields. */
export type NamesThat<Fields, Wanted> = Fields extends unknown
  ? { [Name in keyof Fields]: Fields[Name] extends Wanted ? Name : never }[keyof Fields] & string
  : never;
export type NamesExcept<Fields, Unwanted> = Fields extends unknown
  ? { [Name in keyof Fields]: Fields[Name] extends Unwanted ? never : Name }[keyof Fields] & string
  : never;

/** Fields that documents do not contain. */
type Unread = { readonly options: { readonly read: false } };
/** Attributes that are computed from other fields. */
type Computed = { readonly options: { readonly compute: (record: never) => unknown } };

/**
 * The names of the attributes of a type that documents can contain, or of each type if there are several. Attributes with
 * `read: false` are not among them.
 */
export type AttributeName<A extends Api, Type extends TypeName<A>> = Type extends unknown
  ? NamesExcept<AttributesOf<A, Type>, Unread>
  : never;

/** The names of the attributes that documents contain without a fieldset for the type. */
export type DefaultAttributeName<A extends Api, Type extends TypeName<A>> = Type extends unknown
  ? NamesExcept<AttributesOf<A, Type>, Unread | { readonly options: { readonly onDemand: true } }>
  : never;

/** The names of the attributes that are computed from other fields, so records do not contain them. */
export type ComputedName<A extends Api, Type extends TypeName<A>> = NamesThat<AttributesOf<A, Type>, Computed>;

/** The names of the attributes that records contain: all but the computed ones, also those with `read: false`. */
export type StoredAttributeName<A extends Api, Type extends TypeName<A>> = Type extends unknown
  ? NamesExcept<AttributesOf<A, Type>, Computed>
  : never;

/** The names of `Fields` that requests of a kind can set. */
export type WritableName<Fields, Request extends 'create' | 'update'> = NamesExcept<Fields, Unwritable[Request]>;

interface Unwritable {
  readonly create: { readonly options: { readonly compute: unknown } | { readonly write: false | 'update' } };
  readonly update: { readonly options: { readonly compute: unknown } | { readonly write: false | 'create' } };
}

/**
 * The names of the relationships of a type that documents can contain, or of each type if there are several.
 * Relationships with `read: false` are not among them.
 */
export type RelationshipName<A extends Api, Type extends TypeName<A>> = Type extends unknown
  ? NamesExcept<RelationshipsOf<A, Type>, Unread>
  : never;

/** The names of the relationships that records contain: all, also those with `read: false`. */
export type StoredRelationshipName<A extends Api, Type extends TypeName<A>> = Type extends unknown
  ? keyof RelationshipsOf<A, Type> & string
  : never;

/** The names of the fields of a type: its attributes and its relationships. */
// Declared as a lookup instead of a union, so that the compiler prints the names themselves.
export type FieldName<A extends Api, Type extends TypeName<A>> = {
  [Key in Type]: AttributeName<A, Key> | RelationshipName<A, Key>;
}[Type];

/** The target types of a relationship. */
export type TargetOf<A extends Api, Type extends TypeName<A>, Name extends string> = Type extends unknown
  ? Name extends keyof RelationshipsOf<A, Type>
    ? RelationshipsOf<A, Type>[Name] extends Relationship<'to-one' | 'to-many', infer Target>
      ? Target & TypeName<A>
      : never
    : never
  : never;

/** Whether a relationship is to-one or to-many, or both if there are several. */
export type KindOf<A extends Api, Type extends TypeName<A>, Name extends string> = Type extends unknown
  ? Name extends keyof RelationshipsOf<A, Type>
    ? RelationshipsOf<A, Type>[Name] extends Relationship<infer Kind>
      ? Kind
      : never
    : never
  : never;

/** An attribute as it appears in a document: the input of its schema. */
export type AttributeInput<A extends Api, Type extends TypeName<A>, Name extends keyof AttributesOf<A, Type>> = InputOf<
  AttributesOf<A, Type>[Name]
>;

/** An attribute as the application uses it: the output of its schema. */
export type AttributeOutput<
  A extends Api,
  Type extends TypeName<A>,
  Name extends keyof AttributesOf<A, Type>,
> = OutputOf<AttributesOf<A, Type>[Name]>;

/** The declared data of each membership of a to-many relationship. Never without any. */
export type MemberOf<A extends Api, Type extends TypeName<A>, Name extends string> = Type extends unknown
  ? Name extends keyof RelationshipsOf<A, Type>
    ? RelationshipsOf<A, Type>[Name] extends { readonly options: { readonly member: infer Member } }
      ? Member
      : never
    : never
  : never;

/** An attribute in a document that a server has built. */
export type DocumentAttribute<
  A extends Api,
  Type extends TypeName<A>,
  Name extends keyof AttributesOf<A, Type>,
> = DocumentValue<AttributesOf<A, Type>[Name]>;

/** A Date where documents contain a date and time, otherwise never. */
export type AttributeDate<A extends Api, Type extends TypeName<A>, Name extends keyof AttributesOf<A, Type>> = DateOf<
  AttributesOf<A, Type>[Name]
>;

/** The options of an attribute or a relationship. A bare schema does not have options. */
export type OptionsOf<Declared> = Declared extends { readonly options: infer Options } ? Options : Record<never, never>;

/** The names of `Fields` whose option is true, or a list. */
// Two uses with unknown fields are compared by their form, so this is not a condition.
export type NamesWith<Fields, Option extends 'sort' | 'filter'> = {
  [Name in keyof Fields]: Fields[Name] extends Enabled[Option] ? Name : never;
}[keyof Fields] &
  string;

interface Enabled {
  readonly sort: { readonly options: { readonly sort: true | readonly unknown[] } };
  readonly filter: { readonly options: { readonly filter: true | readonly unknown[] } };
}

/** The names of the relationships that `include` accepts. */
type IncludableName<Relationships> = NamesExcept<
  Relationships,
  Unread | { readonly options: { readonly include: false } }
>;

/** The target types of the declaration of a relationship. */
export type TargetsOf<Declared> = Declared extends Relationship<'to-one' | 'to-many', infer Target> ? Target : never;

/**
 * The valid relationship paths from a type, up to three steps, which is also the default limit for requests.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-includes
 */
export type IncludePath<A extends Api, Type extends TypeName<A>, Depth extends readonly unknown[] = [1, 2, 3]> = {
  [Each in Type]: PathFrom<A['declaration'], Each, Depth>;
}[Type];

// A lookup above: while the compiler does not know the type, it would find the paths of all types for a condition.
type PathFrom<Declaration, Type, Depth extends readonly unknown[]> = Depth extends readonly [unknown, ...infer Rest]
  ? Type extends keyof Declaration
    ? Declaration[Type] extends { readonly relationships: infer Fields }
      ? Rest extends readonly []
        ? IncludableName<Fields>
        :
            | IncludableName<Fields>
            | {
                [Name in keyof Fields]: Name extends IncludableName<Fields>
                  ? `${Name}.${PathFrom<Declaration, TargetsOf<Fields[Name]>, Rest>}`
                  : never;
              }[keyof Fields]
      : never
    : never
  : never;

/** The types that relationship paths can include in a compound document. */
export type IncludedType<A extends Api, Type extends TypeName<A>, Path extends string> = Path extends unknown
  ? Path extends `${infer Name}.${infer Rest}`
    ? TargetOf<A, Type, Name> | IncludedType<A, TargetOf<A, Type, Name>, Rest>
    : TargetOf<A, Type, Path>
  : never;
