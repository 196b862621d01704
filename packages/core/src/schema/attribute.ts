import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import type { FilterOperator } from './filter-operator.ts';
import type { StandardSchema } from './standard-schema.ts';

/** Options of an attribute. */
export interface AttributeOptions {
  /** Whether requests can set the attribute. Default: true. */
  readonly write?: boolean;
  /** Whether `sort` accepts the attribute. Default: false. */
  readonly sort?: boolean;
  /**
   * Whether `filter` accepts the attribute: with all operators that its type supports, or only with these. Default:
   * false.
   */
  readonly filter?: boolean | readonly FilterOperator[];
  /**
   * Converts the value of a record to a JSON value, for example `(value) => z.encode(schema, value)` for a codec of
   * zod. Not called for null and undefined. Default: the value itself, or ISO 8601 for a Date.
   */
  // biome-ignore lint/suspicious/noExplicitAny: what records hold is the application's business
  readonly encode?: ((value: any) => unknown) | undefined;
}

/** An attribute: its schema and options. */
export interface Attribute<
  Schema extends StandardSchema = StandardSchema,
  Options extends AttributeOptions = AttributeOptions,
> {
  readonly kind: 'attribute';
  readonly schema: Schema;
  readonly options: Options;
}

export const attributeOptions: OptionTable = optionTable({
  write: 'boolean',
  sort: 'boolean',
  // `readOperators` checks the value.
  filter: 'any',
  encode: 'function',
});

/** Gives unknown options a sentence as their type, so that the compiler reports them. */
type CheckOptions<Options> = {
  readonly [Name in Exclude<
    keyof Options,
    keyof AttributeOptions
  >]: `"${Name & string}" is not an option of an attribute. Known options: write, sort, filter, encode`;
};

/**
 * Declares an attribute with options. Without options, the schema alone is enough.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-attributes
 */
export function attribute<
  const Schema extends StandardSchema,
  const Options extends AttributeOptions & CheckOptions<Options>,
>(schema: Schema, options: Options): Attribute<Schema, Options> {
  const given = Object.freeze(readOptions('attribute', options, attributeOptions)) as Options;
  return Object.freeze({ kind: 'attribute', schema, options: given });
}
