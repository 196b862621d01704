import { describeValue } from '../internal/describe-value.ts';
import { isObject } from '../internal/members.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import type { Attribute } from './attribute.ts';
import type { StandardSchema } from './standard-schema.ts';

/** The data of each membership by name: a Standard Schema, or `attribute(schema, options)`. */
export interface MemberData {
  readonly [name: string]: StandardSchema | Attribute;
}

/** Options of a to-many relationship. */
export interface ToManyOptions extends SharedOptions {
  /**
   * The data of each membership, such as the role of a doctor in a clinic: a Standard Schema, or `attribute(schema, options)`, by name. It is
   * `meta` of the identifiers. A relationship and its inverse declare the same names. Default: a member has no data.
   */
  readonly member?: MemberData;
}

/** Options of every relationship. */
interface SharedOptions {
  /**
   * Whether requests can change the relationship: always, never, only when they create the resource, or only afterward.
   * Default: true.
   */
  readonly write?: boolean | 'create' | 'update';
  /**
   * Whether responses show the relationship. With `false`, requests that create or update the resource can set it, but
   * it does not have links, linkage, or URLs. Default: true.
   */
  readonly read?: boolean;
  /**
   * Whether a response contains the relationship only if `fields` or `include` lists it, such as a relationship that is
   * expensive to load. Default: false.
   */
  readonly onDemand?: boolean;
  /**
   * Whether each resource must have a related resource. Requests that omit or clear it fail with 422, and requests that
   * remove the last member of a to-many relationship with 403. Default: false.
   */
  readonly required?: boolean;
  /** Whether `include` accepts the relationship. Default: true. */
  readonly include?: boolean;
  /**
   * Whether `filter` accepts the relationship: with ids, and in paths to filterable fields of its target. An array
   * limits the fields that can follow in a path; with `id`, the ids of the relationship. Default: false.
   */
  readonly filter?: boolean | readonly string[];
  /**
   * The relationship of the target types that contains the same links from the inverse relationship. It is enough to declare it on
   * one of both relationships. A data source must keep both equal. Default: the relationship has no inverse relationship.
   */
  readonly inverse?: string | undefined;
  /**
   * The member of a row that contains the value: a foreign key, or related rows. Of several members, the first that is not undefined counts,
   * and the last is the column that `toRow` writes: `['author', 'author_id']`. As the option `from` of an attribute, data sources of a server
   * do not read it. Default: the name of the relationship.
   */
  readonly from?: string | readonly string[] | undefined;
  /** The meaning of the relationship, for descriptions of the API. */
  readonly description?: string | undefined;
  /** Whether clients should stop using the relationship, for descriptions of the API. A string says what to use instead. */
  readonly deprecated?: boolean | string | undefined;
}

/** Options of a to-one relationship. */
export interface RelationshipOptions extends SharedOptions {
  /**
   * Whether `sort` accepts the relationship in paths to sortable fields of its target. An array limits the fields that
   * can follow in a path. Default: false.
   */
  readonly sort?: boolean | readonly string[];
  /**
   * The effect of deleting the related resource: `restrict` rejects the deletion, `cascade` also deletes the resource that
   * has the relationship, and `clear` empties the relationship. Default: the data source decides.
   */
  readonly onDelete?: 'restrict' | 'cascade' | 'clear' | undefined;
}

/** Options of relationships of both kinds. */
interface AnyOptions extends RelationshipOptions, ToManyOptions {}

/** A relationship: its kind, its target types, and its options. */
export interface Relationship<
  Kind extends 'to-one' | 'to-many' = 'to-one' | 'to-many',
  Target extends string = string,
  Options extends AnyOptions = AnyOptions,
> {
  readonly kind: Kind;
  /** The target types. */
  readonly targets: readonly Target[];
  readonly options: Options;
}

// `defineApi` checks the values of `filter` and `sort`.
const sharedKinds = {
  write: [true, false, 'create', 'update'],
  read: 'boolean',
  onDemand: 'boolean',
  required: 'boolean',
  include: 'boolean',
  filter: 'any',
  inverse: 'string',
  // `rowsOf` checks the value.
  from: 'any',
  description: 'string',
  deprecated: 'any',
} as const;

/** The options of relationships, by their kind. */
export const relationshipOptions: Readonly<Record<Relationship['kind'], OptionTable>> = {
  'to-one': optionTable({
    ...sharedKinds,
    sort: 'any',
    onDelete: ['restrict', 'cascade', 'clear'],
  }),
  'to-many': optionTable({ ...sharedKinds, member: 'object' }),
};

/** Gives unknown options a sentence as their type, so that the compiler reports them. */
type CheckOptions<Options> = {
  readonly [Name in Exclude<
    keyof Options,
    keyof RelationshipOptions
  >]: `"${Name & string}" is not an option of a to-one relationship. Known options: write, read, onDemand, required, include, filter, inverse, from, description, deprecated, sort, onDelete`;
};
type CheckToManyOptions<Options> = {
  readonly [Name in Exclude<
    keyof Options,
    keyof ToManyOptions
  >]: `"${Name & string}" is not an option of a to-many relationship. Known options: write, read, onDemand, required, include, filter, inverse, from, description, deprecated, member`;
};

/**
 * The options, or those of any relationship if the compiler reports an error for them: it reports them once then. A lookup, so that it does
 * not infer the options from where the relationship is used, and prints no name for them.
 */
type ValidOptions<Options> = [Options, AnyOptions][Options extends AnyOptions ? 0 : 1];

function relationship<Kind extends 'to-one' | 'to-many', Target extends string, Options extends AnyOptions>(
  kind: Kind,
  target: Target | readonly Target[],
  options: Options,
): Relationship<Kind, Target, Options> {
  const name = kind === 'to-one' ? 'toOne' : 'toMany';
  if (typeof target !== 'string' && !Array.isArray(target)) {
    throw new TypeError(
      `${name}: the target must be a resource type or an array of resource types, but it is ${describeValue(target)}.`,
    );
  }
  if (!isObject(options)) {
    throw new TypeError(
      `${name}: \`options\` must be an object, but it is ${describeValue(options)}. Pass several targets as one array.`,
    );
  }
  const targets = Object.freeze(typeof target === 'string' ? [target] : [...new Set(target)]);
  return Object.freeze({
    kind,
    targets,
    options: Object.freeze(readOptions(name, options, relationshipOptions[kind])),
  });
}

/**
 * Declares a relationship to at most one resource. Pass the target type, or an array of several target types.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-relationships
 */
export function toOne<
  const Target extends string = never,
  const Options extends RelationshipOptions & CheckOptions<Options> = Record<never, never>,
>(
  target: Target | readonly Target[],
  // Without the second type, an editor would offer the options of the default: none.
  options: Options & RelationshipOptions = {} as Options,
): Relationship<'to-one', Target, ValidOptions<Options>> {
  return relationship('to-one', target, options as ValidOptions<Options>);
}

/**
 * Declares a relationship to any number of resources. Pass the target type, or an array of several target types.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-relationships
 */
export function toMany<
  const Target extends string = never,
  const Options extends ToManyOptions & CheckToManyOptions<Options> = Record<never, never>,
>(
  target: Target | readonly Target[],
  options: Options & ToManyOptions = {} as Options,
): Relationship<'to-many', Target, ValidOptions<Options>> {
  return relationship('to-many', target, options as ValidOptions<Options>);
}
