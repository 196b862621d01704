import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import type { DateFor } from './date-for.ts';
import type { FilterOperator } from './filter-operator.ts';
import type { FilterMembers, MemberPath } from './member-place.ts';
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
  readonly onDemand?: boolean;
  /**
   * Computes the value from the fields that `needs` lists: the input or the output of the schema, or a Date for a date and time. The
   * attribute is not part of a record, and requests cannot set it. It is absent if the record lacks one of the fields.
   */
  // biome-ignore lint/suspicious/noExplicitAny: what records hold is the application's business
  readonly compute?: ((record: any) => unknown) | undefined;
  /** The fields of the same type that `compute` reads. A server requests them from the data source. */
  readonly needs?: readonly string[] | undefined;
  /** Whether `sort` accepts the attribute. Default: false. */
  readonly sort?: boolean;
  /** Where orders by the attribute place null, in both directions. Default: null is less than all values, so it comes first, or last in descending order. */
  readonly nulls?: 'first' | 'last' | undefined;
  /**
   * Whether `filter` accepts the attribute: with all operators that its type supports, or only with these. Only a list of operators adds `has`, for a schema
   * of lists, and `search`, for strings. For an object, the members that it accepts: `{ city: true, 'address.zip': ['eq'] }`. Default: false.
   */
  readonly filter?: boolean | readonly FilterOperator[] | FilterMembers;
  /**
   * Converts the value of a record, the output of the schema, to a JSON value, its input: for example `(value) => z.encode(schema, value)` for a codec of
   * zod. Not called for null and undefined. Default: the value itself, or ISO 8601 for a Date.
   */
  // biome-ignore lint/suspicious/noExplicitAny: what records hold is the application's business
  readonly encode?: ((value: any) => unknown) | undefined;
  /**
   * The member of a row that contains the value, such as the column `head_line`. `serialize`, `buildDocument`, and streams read rows, and
   * `toRow` returns one. Data sources of a server do not read it: their records have the names of the API. Default: the name of the attribute.
   */
  readonly from?: string | undefined;
  /** The meaning of the attribute, for descriptions of the API. Default: the description in the schema. */
  readonly description?: string | undefined;
  /** Whether clients should stop using the attribute, for descriptions of the API. A string says what to use instead. */
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
  onDemand: 'boolean',
  compute: 'function',
  needs: 'array',
  sort: 'boolean',
  nulls: ['first', 'last'],
  // `readOperators` checks the value.
  filter: 'any',
  encode: 'function',
  from: 'string',
  description: 'string',
  deprecated: 'any',
  jsonSchema: 'any',
});

/** Gives unknown options a sentence as their type, so that the compiler reports them. */
type CheckOptions<Options> = {
  readonly [Name in Exclude<
    keyof Options,
    keyof AttributeOptions
  >]: `"${Name & string}" is not an option of an attribute. Known options: write, read, onDemand, compute, needs, sort, nulls, filter, encode, from, description, deprecated, jsonSchema`;
};

type TypesOf<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>;

/** The value of an attribute in documents and applications: a Date where a document contains a date and time. */
type ComputedValue<Input, Output, Schema> = Input | Output | DateFor<Input, Schema>;

/** The value that `encode` receives, which is never null or undefined. A schema without types says nothing of it. */
// biome-ignore lint/suspicious/noExplicitAny: without a type, what records hold is the application's business
type Encoded<Output> = unknown extends Output ? any : NonNullable<Output>;

/** The fields that `compute` receives. Their types are not known where one attribute is declared. */
// biome-ignore lint/suspicious/noExplicitAny: the application can declare the types of these fields
type RecordWith<Need extends string> = { readonly [Name in Need]: any };

/** Declared as a method, so that an application can declare a narrower parameter: only `defineApi` knows the fields of a record. */
type Conversion<Value, Result> = { of(value: Value): Result }['of'];

/** The fields that `compute` reads. An editor shows this type by its name, and an object type in three lines. */
interface Needs<Need extends string> {
  readonly needs?: readonly Need[] | undefined;
}

/** The operators of members by their paths. None without paths: an empty object type would accept every value. */
type MemberFilters<Path extends string> = [Path] extends [never]
  ? never
  : { readonly [Each in Path]?: true | readonly FilterOperator[] };

/** The options of an attribute, with functions that its schema and `needs` type. */
interface TypedOptions<Schema extends StandardSchema, Need extends string>
  extends Omit<AttributeOptions, 'compute' | 'encode' | 'needs' | 'filter'>,
    Needs<Need> {
  readonly filter?: boolean | readonly FilterOperator[] | MemberFilters<MemberPath<TypesOf<Schema>['output']>>;
  readonly compute?:
    | Conversion<RecordWith<Need>, ComputedValue<TypesOf<Schema>['input'], TypesOf<Schema>['output'], Schema>>
    | undefined;
  readonly encode?: Conversion<Encoded<TypesOf<Schema>['output']>, TypesOf<Schema>['input']> | undefined;
}

/**
 * Declares an attribute with options. Without options, the schema alone is enough.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-attributes
 */
export function attribute<
  const Schema extends StandardSchema,
  const Options extends TypedOptions<Schema, Need> & CheckOptions<Options>,
  const Need extends string = never,
>(schema: Schema, options: Options & Needs<Need>): Attribute<Schema, Options> {
  const checked = Object.freeze(readOptions('attribute', options, attributeOptions)) as Options;
  return Object.freeze({ kind: 'attribute', schema, options: checked });
}
