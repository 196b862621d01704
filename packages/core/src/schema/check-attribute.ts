/** The types that check the attributes of a declaration. */
import type { Attribute } from './attribute.ts';
import type { CheckFieldName, FieldsOf, NameOf } from './check-name.ts';
import type { StandardSchema } from './standard-schema.ts';

/** Whether `needs` names fields of the type. A list whose names the compiler does not know is checked at run time only. */
type CheckNeeds<Name, Unknown, Need> = string extends Need
  ? CheckFieldName<Name>
  : [Unknown] extends [never]
    ? CheckFieldName<Name>
    : `"${NameOf<Name>}" needs "${Unknown & string}", which is not a field of its type`;

/** Values that JSON does not have. */
// biome-ignore lint/suspicious/noExplicitAny: the items do not matter
type InMemory = Date | bigint | symbol | ReadonlyMap<any, any> | ReadonlySet<any> | ((...given: never) => unknown);

/** A schema whose documents could only contain such values. */
interface InMemorySchema {
  readonly '~standard': { readonly types?: { readonly input: InMemory | null | undefined } | undefined };
}

/** The message for a schema whose input is such a value. A schema without types says nothing about it, and `any` says everything. */
type CheckInput<Name, Input> = 0 extends 1 & Input
  ? CheckFieldName<Name>
  : [Extract<Input, InMemory>] extends [never]
    ? CheckFieldName<Name>
    : [Extract<Input, Date>] extends [never]
      ? [Extract<Input, bigint>] extends [never]
        ? 'Not JSON: use z.array(), z.object(), or z.string()'
        : 'Not JSON: use z.string()'
      : 'Not JSON: use z.iso.datetime(), or a codec from it to z.date()';

type InputOf<Declared> = Declared extends { readonly schema: infer Schema extends StandardSchema }
  ? InputOf<Schema>
  : Declared extends StandardSchema
    ? NonNullable<Declared['~standard']['types']>['input']
    : never;

/** Attributes of which more than the name can be wrong. */
type DetailedAttribute =
  | { readonly options: { readonly needs: readonly unknown[] } }
  | InMemorySchema
  | { readonly schema: InMemorySchema };

type CheckAttributeDetails<Type, Name, Declared> = Declared extends {
  readonly options: { readonly needs: readonly (infer Need)[] };
}
  ? CheckNeeds<Name, Exclude<Need, FieldsOf<Type>>, Need>
  : CheckInput<Name, InputOf<Declared>>;

/** `Taken` are the names of the relationships of the type. */
type CheckAttribute<Type, Taken, Name, Declared> = Declared extends StandardSchema | Attribute
  ? Name extends Taken
    ? `"${NameOf<Name>}" is also the name of a relationship of this type`
    : Declared extends DetailedAttribute
      ? CheckAttributeDetails<Type, Name, Declared>
      : CheckFieldName<Name>
  : `"${NameOf<Name>}" must be a Standard Schema, such as z.string()`;

export type CheckAttributes<Type, Fields, Taken> = {
  readonly [Name in keyof Fields]: CheckAttribute<Type, Taken, Name, Fields[Name]>;
};
