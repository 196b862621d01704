import type { Action } from './action.ts';
import type { ApiDeclaration } from './api.ts';
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
  ? `A field must not be named "${Name}": the specification reserves this name`
  : Name extends IllegalName
    ? `"${Name & string}" is not a valid member name`
    : unknown;

/** The fields that a type declares in a member, or no fields if the member is absent. */
type FieldsIn<Type, Member extends string> = Type extends { readonly [Key in Member]: infer Fields }
  ? Fields
  : Record<never, never>;

type FieldsOf<Type> = keyof FieldsIn<Type, 'attributes'> | keyof FieldsIn<Type, 'relationships'>;

/** Whether `needs` names fields of the type. A list whose names the compiler does not know is checked at run time only. */
type CheckNeeds<Name, Unknown, Need> = string extends Need
  ? CheckFieldName<NameOf<Name>>
  : [Unknown] extends [never]
    ? CheckFieldName<NameOf<Name>>
    : `"${NameOf<Name>}" needs "${Unknown & string}", which is not a field of its type`;

type CheckAttribute<Type, Name, Declared> = Name extends keyof FieldsIn<Type, 'relationships'>
  ? `"${NameOf<Name>}" is also declared as a relationship: attributes and relationships must not have the same name`
  : Declared extends StandardSchema | Attribute
    ? Declared extends { readonly options: { readonly needs: readonly (infer Need)[] } }
      ? CheckNeeds<Name, Exclude<Need, FieldsOf<Type>>, Need>
      : CheckFieldName<NameOf<Name>>
    : `"${NameOf<Name>}" must be a Standard Schema, such as z.string()`;

type CheckTargets<Declaration, Target> = [Target] extends [never]
  ? 'The relationship must have a target type'
  : string extends Target
    ? unknown
    : [Exclude<Target, keyof Declaration>] extends [never]
      ? unknown
      : `"${Exclude<Target, keyof Declaration> & string}" is not a resource type of this API`;

/** Options that name fields of the target. */
type NamesFields =
  | { readonly inverse: string }
  | { readonly filter: readonly unknown[] }
  | { readonly sort: readonly unknown[] };

/** The fields of the target that the options `filter` and `sort` name. */
type PathField<Options> =
  | (Options extends { readonly filter: readonly (infer Field)[] } ? Field : never)
  | (Options extends { readonly sort: readonly (infer Field)[] } ? Field : never);

/** A sentence about a name that a target does not have, or never. Names that the compiler does not know are checked at run time only. */
type MissingName<Unknown, Part extends string, Target> = string extends Unknown
  ? never
  : Unknown extends string
    ? `"${Unknown}" is not a ${Part} of "${Target & string}"`
    : never;

/** The sentences about each of the targets. */
type MissingNames<Declaration, Target, Options> = Target extends keyof Declaration
  ?
      | MissingName<Exclude<PathField<Options>, 'id' | FieldsOf<Declaration[Target]>>, 'field', Target>
      | (Options extends { readonly inverse: infer Inverse }
          ? MissingName<Exclude<Inverse, keyof FieldsIn<Declaration[Target], 'relationships'>>, 'relationship', Target>
          : never)
  : never;

type CheckNames<Declaration, Target, Options> = [MissingNames<Declaration, Target, Options>] extends [never]
  ? CheckTargets<Declaration, Target>
  : MissingNames<Declaration, Target, Options>;

type CheckRelationship<Declaration, Name, Declared> = Name extends 'type' | 'id' | IllegalName
  ? CheckFieldName<Name>
  : Declared extends Relationship<'to-one' | 'to-many', infer Target>
    ? Declared extends { readonly options: NamesFields }
      ? CheckNames<Declaration, Target, Declared['options']>
      : CheckTargets<Declaration, Target>
    : `"${NameOf<Name>}" must be declared with toOne or toMany`;

/** A path is checked at run time only. */
type CheckDefaultSort<Type, Keys> = Keys extends readonly (infer Key)[] | undefined
  ? string extends Key
    ? unknown
    : [Exclude<Key, SortKey<'id' | (keyof FieldsIn<Type, 'attributes'> & string) | `${string}.${string}`>>] extends [
          never,
        ]
      ? unknown
      : `"${Exclude<Key, SortKey<'id' | (keyof FieldsIn<Type, 'attributes'> & string) | `${string}.${string}`>> & string}" is not a field to sort by: use "id", an attribute, or a path of to-one relationships`
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
    ? { readonly [Name in keyof Type[Member]]: CheckAttribute<Type, Name, Type[Member][Name]> }
    : Member extends 'relationships'
      ? { readonly [Name in keyof Type[Member]]: CheckRelationship<Declaration, Name, Type[Member][Name]> }
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
                : '"description" must be a text'
              : Member extends 'deprecated'
                ? Type[Member] extends string | boolean | undefined
                  ? unknown
                  : '"deprecated" must be true, false, or a text'
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
