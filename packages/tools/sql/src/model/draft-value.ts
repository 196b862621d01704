import type { SearchMapping } from '@linkage/kysely';

/** The values of an attribute. */
export type DraftValue =
  | { readonly kind: 'text'; readonly minLength?: number; readonly maxLength?: number }
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
        | 'json'
        /** Bytes, as a string in base64. */
        | 'bytes';
    }
  | { readonly kind: 'enum'; readonly labels: readonly string[] }
  | { readonly kind: 'array'; readonly of: DraftValue };

/** Where requests search for the words of an attribute. */
export interface DraftSearch {
  /** The mapping of the search; undefined if the words are those of the column in its own index. */
  readonly mapping: SearchMapping | undefined;
  /** The columns whose words are found. */
  readonly covers: readonly string[];
}
