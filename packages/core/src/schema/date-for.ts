/**
 * A Date where documents contain the text of a schema. It becomes a date with a time, so a string with another format, also `z.iso.date()`, has
 * none. Zod declares the format in its type; for other schemas, any text can be such a date.
 */
export type DateFor<Input, Schema> = string extends Input ? DateOf<Schema> : never;

type DateOf<Schema> = Schema extends { readonly _zod: { readonly def: infer Definition } }
  ? DateOfDefinition<Definition>
  : Date;

/** Wrappers, such as those of `nullable` and `default`, contain the schema of the text. What is not known, such as `z.lazy`, can be a date. */
type DateOfDefinition<Definition> = Definition extends { readonly format: infer Format }
  ? Format extends 'datetime'
    ? Date
    : never
  : Definition extends { readonly innerType: infer Inner } | { readonly in: infer Inner }
    ? DateOf<Inner>
    : Definition extends { readonly options: readonly (infer Option)[] }
      ? DateOf<Option>
      : Definition extends { readonly type: infer Kind }
        ? [Extract<Kind, 'lazy' | 'custom' | 'intersection'>] extends [never]
          ? never
          : Date
        : Date;
