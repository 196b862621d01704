/** The values of an attribute. */
export type DraftValue =
  | { readonly kind: 'text'; readonly maxLength?: number }
  | { readonly kind: 'integer'; readonly min?: number; readonly max?: number }
  | {
      readonly kind: /** An integer that a number of JavaScript does not hold exactly, as a string. */
        | 'large integer'
        /** A decimal number, as a string. */
        | 'decimal'
        | 'number'
        | 'boolean'
        | 'uuid'
        | 'date'
        | 'instant'
        | 'local time'
        | 'json';
    }
  | { readonly kind: 'enum'; readonly labels: readonly string[] }
  | { readonly kind: 'array'; readonly of: DraftValue };
