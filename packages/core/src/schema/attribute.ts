import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import type { FilterOperator } from './filter-operator.ts';
import type { JsonSchema, StandardSchema } from './standard-schema.ts';

/** Options of an attribute. */
export interface AttributeOptions {
  /**
   * Whether requests can set the attribute: always, never, or only requests that create or only requests that update the
   * resource. Default: true.
   */
  readonly write?: boolean | 'create' | 'update';
  /**
   * Whether documents contain the attribute. With `false`, requests can set it, but no response shows it, such as a
   * password. Default: true.
   */
  readonly read?: boolean;
  /** Whether a response contains the attribute only if `fields` lists it, such as a long text. Default: false. */
  readonly onRequest?: boolean;
  /**
   * Computes the value from the fields that `needs` lists. The attribute is not part of a record, and requests cannot set
   * it. It is absent if the record lacks one of the fields.
   */
  // biome-ignore lint/suspicious/noExplicitAny: what records hold is the application's business
  readonly compute?: ((record: any) => unknown) | undefined;
  /** The fields of the same type that `compute` reads. A server requests them from the data source. */
  readonly needs?: readonly string[] | undefined;
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
  /** The meaning of the attribute, for descriptions of the API. Default: the description in the schema. */
  readonly description?: string | undefined;
  /** Whether clients should stop using the attribute, for descriptions of the API. A text says what to use instead. */
  readonly deprecated?: boolean | string | undefined;
  /**
   * The JSON Schema of the values in documents, for descriptions of the API. Default: the result of Standard JSON Schema,
   * if the schema implements it.
   */
  readonly jsonSchema?: JsonSchema | undefined;
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
  write: [true, false, 'create', 'update'],
  read: 'boolean',
  onRequest: 'boolean',
  compute: 'function',
  needs: 'array',
  sort: 'boolean',
  // `readOperators` checks the value.
  filter: 'any',
  encode: 'function',
  description: 'string',
  deprecated: 'any',
  jsonSchema: 'any',
});

/** Gives unknown options a sentence as their type, so that the compiler reports them. */
type CheckOptions<Options> = {
  readonly [Name in Exclude<
    keyof Options,
    keyof AttributeOptions
  >]: `"${Name & string}" is not an option of an attribute. Known options: write, read, onRequest, compute, needs, sort, filter, encode, description, deprecated, jsonSchema`;
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
  const checked = Object.freeze(readOptions('attribute', options, attributeOptions)) as Options;
  return Object.freeze({ kind: 'attribute', schema, options: checked });
}
