/** The types that check the names of a declaration. */
type Reserved =
  | ('+' | ',' | '.' | '[' | ']' | '!' | '"' | '#' | '$' | '%' | '&' | "'" | '(' | ')' | '*' | '/' | ':')
  | ('\t' | '\n' | '\r' | '\0' | '\u007f')
  | (';' | '<' | '=' | '>' | '?' | '@' | '\\' | '^' | '`' | '{' | '|' | '}' | '~');

type OnlyInside = '-' | '_' | ' ';

export type IllegalName =
  | ''
  | OnlyInside
  | `${OnlyInside}${string}`
  | `${string}${OnlyInside}`
  | `${string}${Reserved}${string}`;

export type NameOf<Key> = Key extends string | number ? `${Key}` : never;

/** A sentence about the name of a field, or `Valid`. */
export type CheckFieldName<Name, Valid = unknown> = Name extends 'type' | 'id' | IllegalName
  ? Name extends 'type' | 'id'
    ? `A field must not be named "${Name}": the specification reserves this name`
    : `"${Name & string}" is not a valid member name`
  : Valid;

/** The fields that a type declares in a member, or no fields if the member is absent. */
export type FieldsIn<Type, Member extends string> = Type extends { readonly [Key in Member]: infer Fields }
  ? Fields
  : Record<never, never>;

export type FieldsOf<Type> = keyof FieldsIn<Type, 'attributes'> | keyof FieldsIn<Type, 'relationships'>;
