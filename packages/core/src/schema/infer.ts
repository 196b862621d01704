import type { Api } from './api.ts';
import type { Attribute } from './attribute.ts';
import type { Relationship } from './relationship.ts';
import type { StandardSchema } from './standard-schema.ts';

type SchemaTypes<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>;
type SchemaOf<Declared> =
  Declared extends Attribute<infer Schema> ? Schema : Declared extends StandardSchema ? Declared : never;
type Member<Declaration, Name extends string> = Declaration extends { readonly [Key in Name]: infer Value }
  ? Value
  : Record<never, never>;

/** The names of the resource types of an API. */
export type TypeName<A extends Api> = Extract<keyof A['declaration'], string>;

/** The declared attributes of a type. */
export type AttributesOf<A extends Api, Type extends TypeName<A>> = Member<A['declaration'][Type], 'attributes'>;

/** The declared relationships of a type. */
export type RelationshipsOf<A extends Api, Type extends TypeName<A>> = Member<A['declaration'][Type], 'relationships'>;

/** The names of the attributes of a type; of each, when several types are given. */
export type AttributeName<A extends Api, Type extends TypeName<A>> = Type extends unknown
  ? keyof AttributesOf<A, Type> & string
  : never;

/** The names of the relationships of a type; of each, when several types are given. */
export type RelationshipName<A extends Api, Type extends TypeName<A>> = Type extends unknown
  ? keyof RelationshipsOf<A, Type> & string
  : never;

/** The names of the fields of a type: its attributes and its relationships. */
// Looked up instead of joined, so that the compiler prints the names themselves where one of them is wrong.
export type FieldName<A extends Api, Type extends TypeName<A>> = {
  [Key in Type]: AttributeName<A, Key> | RelationshipName<A, Key>;
}[Type];

/** The types a relationship leads to. */
export type TargetOf<A extends Api, Type extends TypeName<A>, Name extends string> = Type extends unknown
  ? Name extends keyof RelationshipsOf<A, Type>
    ? RelationshipsOf<A, Type>[Name] extends Relationship<'to-one' | 'to-many', infer Target>
      ? Target & TypeName<A>
      : never
    : never
  : never;

/** Whether a relationship is to-one or to-many. */
export type KindOf<A extends Api, Type extends TypeName<A>, Name extends string> = Name extends keyof RelationshipsOf<
  A,
  Type
>
  ? RelationshipsOf<A, Type>[Name] extends Relationship<infer Kind>
    ? Kind
    : never
  : never;

/** An attribute as it stands in a document. */
export type AttributeInput<
  A extends Api,
  Type extends TypeName<A>,
  Name extends keyof AttributesOf<A, Type>,
> = SchemaTypes<SchemaOf<AttributesOf<A, Type>[Name]>>['input'];

/** An attribute as the application uses it. */
export type AttributeOutput<
  A extends Api,
  Type extends TypeName<A>,
  Name extends keyof AttributesOf<A, Type>,
> = SchemaTypes<SchemaOf<AttributesOf<A, Type>[Name]>>['output'];

/** The options given for an attribute or a relationship; none for a bare schema. */
export type OptionsOf<Declared> = Declared extends { readonly options: infer Options } ? Options : Record<never, never>;

/** Those names of `Fields` whose option is switched on, or, for options that are on by default, not switched off. */
export type NamesWith<Fields, Option extends string, Default extends boolean> = {
  [Name in keyof Fields]: OptionsOf<Fields[Name]> extends { readonly [Key in Option]: infer Value }
    ? Value extends true
      ? Name
      : never
    : Default extends true
      ? Name
      : never;
}[keyof Fields] &
  string;

/** The names of the relationships of a type that `include` may name. */
type IncludableName<A extends Api, Type extends TypeName<A>> = NamesWith<RelationshipsOf<A, Type>, 'include', true>;

/**
 * The legal relationship paths from a type, up to three steps deep, which is also the default limit for requests.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-includes
 */
export type IncludePath<
  A extends Api,
  Type extends TypeName<A>,
  Depth extends readonly unknown[] = [1, 2, 3],
> = Depth extends readonly [unknown, ...infer Rest]
  ? Type extends unknown
    ? {
        [Name in IncludableName<A, Type>]: Name | `${Name}.${IncludePath<A, TargetOf<A, Type, Name>, Rest>}`;
      }[IncludableName<A, Type>]
    : never
  : never;

/** The types that a list of relationship paths brings into a compound document. */
export type IncludedType<A extends Api, Type extends TypeName<A>, Path extends string> = Path extends unknown
  ? Path extends `${infer Name}.${infer Rest}`
    ? TargetOf<A, Type, Name> | IncludedType<A, TargetOf<A, Type, Name>, Rest>
    : TargetOf<A, Type, Path>
  : never;
