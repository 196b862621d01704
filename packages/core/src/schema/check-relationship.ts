/** The types that check the relationships of a declaration. */
import type { CheckFieldName, FieldsIn, FieldsOf, NameOf } from './check-name.ts';
import type { Relationship } from './relationship.ts';

/** A sentence about a target that does not exist. A target whose name the compiler does not know is checked at run time only. */
type CheckTargets<Declaration, Target> = string extends Target
  ? unknown
  : [Exclude<Target, keyof Declaration>] extends [never]
    ? unknown
    : `"${Exclude<Target, keyof Declaration> & string}" is not a type of this API`;

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

type AnyKind = 'to-one' | 'to-many';
type TargetOf<Declared> = Declared extends Relationship<AnyKind, infer Target> ? Target : never;

/** Relationships of which more than the name and the targets can be wrong. */
type Detailed = Relationship<AnyKind, never> | { readonly options: NamesFields };

/** Where an editor completes a target, its type is never: the names come from the relationship beside the sentence. */
type CheckDetails<Declaration, Name, Declared> =
  Declared extends Relationship<AnyKind, never>
    ? 'The relationship must have a target type' | Relationship<never, keyof Declaration & string>
    : Declared extends { readonly options: NamesFields }
      ? CheckFieldName<Name, CheckNames<Declaration, TargetOf<Declared>, Declared['options']>>
      : never;

type CheckRelationship<Declaration, Name, Declared> =
  Declared extends Relationship<AnyKind, keyof Declaration & string>
    ? Declared extends Detailed
      ? CheckDetails<Declaration, Name, Declared>
      : CheckFieldName<Name>
    : Declared extends Relationship
      ? CheckTargets<Declaration, TargetOf<Declared>>
      : `"${NameOf<Name>}" must be declared with toOne or toMany`;

export type CheckRelationships<Declaration, Fields> = {
  readonly [Name in keyof Fields]: CheckRelationship<Declaration, Name, Fields[Name]>;
};
