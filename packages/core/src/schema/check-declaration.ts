import type { Action } from './action.ts';
import type { ApiDeclaration } from './api.ts';
import type { Attribute } from './attribute.ts';
import type { CheckAttributes } from './check-attribute.ts';
import type { FieldsIn, IllegalName, NameOf } from './check-name.ts';
import type { CheckRelationships } from './check-relationship.ts';
import type { Relationship } from './relationship.ts';
import type { StandardSchema } from './standard-schema.ts';

/** A path is checked at run time only. */
type CheckDefaultSort<Type, Keys> = Keys extends readonly (infer Key)[] | undefined
  ? string extends Key
    ? unknown
    : readonly SortKey<'id' | (keyof FieldsIn<Type, 'attributes'> & string) | `${string}.${string}`>[] | undefined
  : '"defaultSort" must be an array of fields';
type SortKey<Field extends string> = Field | `-${Field}`;

type CheckAction<Type, Name, Declared> =
  Declared extends Action<infer Options>
    ? Name extends keyof FieldsIn<Type, 'relationships'>
      ? Options extends { readonly on: 'collection' | 'filter' }
        ? `"${NameOf<Name>}" is also declared as a relationship: an action on a collection must have another name`
        : unknown
      : NameOf<Name> extends IllegalName
        ? `"${NameOf<Name>}" is not a valid member name`
        : unknown
    : `"${NameOf<Name>}" must be declared with defineAction`;

type CheckType<Declaration, Type> = {
  readonly [Member in keyof Type]: Member extends 'attributes'
    ? CheckAttributes<Type, Type[Member], keyof FieldsIn<Type, 'relationships'>>
    : Member extends 'relationships'
      ? CheckRelationships<Declaration, Type[Member]>
      : Member extends 'id'
        ? Type[Member] extends string | undefined
          ? unknown
          : '"id" must be the name of a member of a row'
        : Member extends 'clientGeneratedIds'
          ? Type[Member] extends boolean | undefined
            ? unknown
            : '"clientGeneratedIds" must be true or false'
          : Member extends 'defaultSort'
            ? CheckDefaultSort<Type, Type[Member]>
            : Member extends 'description'
              ? Type[Member] extends string | undefined
                ? unknown
                : '"description" must be a string'
              : Member extends 'deprecated'
                ? Type[Member] extends string | boolean | undefined
                  ? unknown
                  : '"deprecated" must be true, false, or a string'
                : Member extends 'actions'
                  ? { readonly [Name in keyof Type[Member]]: CheckAction<Type, Name, Type[Member][Name]> }
                  : `"${NameOf<Member>}" is not a member of a type declaration. Known members: id, attributes, relationships, actions, clientGeneratedIds, defaultSort, description, deprecated`;
};

/**
 * The checks of a declaration beyond its shape. The type of an invalid property is a sentence, so that the compiler
 * reports the property and prints the sentence.
 */
export type CheckDeclaration<Declaration> = {
  readonly [Name in keyof Declaration]: NameOf<Name> extends IllegalName
    ? `"${NameOf<Name>}" is not a valid name for a resource type`
    : CheckType<Declaration, Declaration[Name]>;
};

declare const given: unique symbol;

/**
 * Remembers a declaration. If it does not pass the checks, the compiler infers the constraint in its place, and
 * `DeclarationOf` returns what was declared: one mistake must not lead to errors wherever the API is used.
 */
export interface Remember<Declaration> {
  readonly [given]?: Declaration;
}

/** The declared fields that can be used, and a replacement for each of the others, so that records can contain them. */
type UsableFields<Fields, Usable, Replacement> = {
  readonly [Name in keyof Fields as Exclude<Name, 'id' | 'type'>]: Fields[Name] extends Usable
    ? Fields[Name]
    : Replacement;
};

/** A declaration with errors, as far as it can be used. */
type Repaired<Declaration> = {
  readonly [Type in keyof Declaration]: {
    readonly attributes: UsableFields<
      FieldsIn<Declaration[Type], 'attributes'>,
      StandardSchema | Attribute,
      // biome-ignore lint/suspicious/noExplicitAny: the compiler reports the attribute, and not its values as well
      StandardSchema<any>
    >;
    readonly relationships: UsableFields<
      FieldsIn<Declaration[Type], 'relationships'>,
      Relationship,
      Relationship<'to-one', never>
    >;
    readonly actions: UsableFields<FieldsIn<Declaration[Type], 'actions'>, Action, Action>;
    readonly clientGeneratedIds: Declaration[Type] extends { readonly clientGeneratedIds: true } ? true : false;
  };
};

/** The declaration that `defineApi` received. */
export type DeclarationOf<Declaration extends ApiDeclaration> = typeof given extends keyof Declaration
  ? NonNullable<Declaration[typeof given]> extends infer Given
    ? Extract<Repaired<Given>, ApiDeclaration>
    : never
  : Declaration;
