import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import type { StandardSchema } from './standard-schema.ts';

/** What clients may do with an attribute. */
export interface AttributeOptions {
  /** Whether requests may set it. Default true. */
  readonly write?: boolean;
  /** Whether `sort` may name it. Default false. */
  readonly sort?: boolean;
  /** Whether `filter` may name it. Default false. */
  readonly filter?: boolean;
  /**
   * Gives the JSON value of what records hold, for instance `(value) => z.encode(schema, value)` for a codec of zod. It is
   * not asked about null and undefined. Default: values go into documents as they are, a Date as ISO 8601.
   */
  // biome-ignore lint/suspicious/noExplicitAny: what records hold is the application's business
  readonly encode?: ((value: any) => unknown) | undefined;
}

/** An attribute: its schema and what clients may do with it. */
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
  filter: 'boolean',
  encode: 'function',
});

/** Gives options that do not exist a sentence as their type, so the compiler reports them. */
type CheckOptions<Options> = {
  readonly [Name in Exclude<
    keyof Options,
    keyof AttributeOptions
  >]: `"${Name & string}" is no option of an attribute: write, sort, filter, encode`;
};

/**
 * Declares an attribute with options; without options the schema alone is enough.
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
