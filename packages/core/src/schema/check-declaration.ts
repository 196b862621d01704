import type { Attribute } from './attribute.ts';
import type { Relationship } from './relationship.ts';
import type { StandardSchema } from './standard-schema.ts';

type Reserved =
  | ('+' | ',' | '.' | '[' | ']' | '!' | '"' | '#' | '$' | '%' | '&' | "'" | '(' | ')' | '*' | '/' | ':')
  | ('\t' | '\n' | '\r' | '\0' | '\u007f')
  | (';' | '<' | '=' | '>' | '?' | '@' | '\\' | '^' | '`' | '{' | '|' | '}' | '~');

type OnlyInside = '-' | '_' | ' ';

type IllegalName =
  | ''
  | OnlyInside
  | `${OnlyInside}${string}`
  | `${string}${OnlyInside}`
  | `${string}${Reserved}${string}`;

type NameOf<Key> = Key extends string | number ? `${Key}` : never;

type CheckFieldName<Name> = Name extends 'type' | 'id'
  ? `A field cannot be named "${Name}": the specification takes that name`
  : Name extends IllegalName
    ? `"${Name & string}" is no legal member name`
    : unknown;

/** The fields a type declares under a member; none when it has no such member. */
type FieldsIn<Type, Member extends string> = Type extends { readonly [Key in Member]: infer Fields }
  ? Fields
  : Record<never, never>;

type CheckAttribute<Type, Name, Declared> = Name extends keyof FieldsIn<Type, 'relationships'>
  ? `"${NameOf<Name>}" is declared as a relationship too: fields share one namespace`
  : Declared extends StandardSchema | Attribute
    ? CheckFieldName<NameOf<Name>>
    : `"${NameOf<Name>}" has no schema: an attribute is declared with a Standard Schema, such as z.string()`;

type CheckTargets<Declaration, Target> = [Target] extends [never]
  ? 'The relationship names no target type'
  : string extends Target
    ? unknown
    : [Exclude<Target, keyof Declaration>] extends [never]
      ? unknown
      : `"${Exclude<Target, keyof Declaration> & string}" is no resource type of this API`;

type CheckRelationship<Declaration, Name, Declared> =
  Declared extends Relationship<'to-one' | 'to-many', infer Target>
    ? CheckFieldName<NameOf<Name>> extends infer Problem extends string
      ? Problem
      : CheckTargets<Declaration, Target>
    : `"${NameOf<Name>}" is no relationship: it is declared with toOne or toMany`;

type CheckType<Declaration, Type> = {
  readonly [Member in keyof Type]: Member extends 'attributes'
    ? { readonly [Name in keyof Type[Member]]: CheckAttribute<Type, Name, Type[Member][Name]> }
    : Member extends 'relationships'
      ? { readonly [Name in keyof Type[Member]]: CheckRelationship<Declaration, Name, Type[Member][Name]> }
      : Member extends 'clientGeneratedIds'
        ? Type[Member] extends boolean | undefined
          ? unknown
          : '"clientGeneratedIds" is true or false'
        : `"${NameOf<Member>}" is no part of a type declaration: attributes, relationships, clientGeneratedIds`;
};

/**
 * What a declaration has to satisfy beyond its shape. Where it does not, the property at fault gets a sentence as its
 * type, so the compiler reports that property and prints the sentence.
 */
export type CheckDeclaration<Declaration> = {
  readonly [Name in keyof Declaration]: NameOf<Name> extends IllegalName
    ? `"${NameOf<Name>}" is no legal name for a resource type`
    : CheckType<Declaration, Declaration[Name]>;
};
