import { isObject } from '../internal/is-object.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { show } from '../internal/show.ts';

/** What clients may do with a to-many relationship. */
export interface ToManyOptions {
  /** Whether requests may change it. Default true. */
  readonly write?: boolean;
  /** Whether `include` may name it. Default true. */
  readonly include?: boolean;
  /** Whether `filter` may name it: with ids, and on the way to fields of its target that may be filtered by. Default false. */
  readonly filter?: boolean;
}

/** What clients may do with a relationship. */
export interface RelationshipOptions extends ToManyOptions {
  /** Whether `sort` may name it on the way to attributes of its target that may be sorted by; to-one only. Default false. */
  readonly sort?: boolean;
}

/** A relationship: how many, and to resources of which types. */
export interface Relationship<
  Kind extends 'to-one' | 'to-many' = 'to-one' | 'to-many',
  Target extends string = string,
  Options extends RelationshipOptions = RelationshipOptions,
> {
  readonly kind: Kind;
  /** The types it may lead to. */
  readonly targets: readonly Target[];
  readonly options: Options;
}

const toManyKinds = { write: 'boolean', include: 'boolean', filter: 'boolean' } as const;

/** The options of relationships, by their kind. */
export const relationshipOptions: Readonly<Record<Relationship['kind'], OptionTable>> = {
  'to-one': optionTable({ ...toManyKinds, sort: 'boolean' }),
  'to-many': optionTable(toManyKinds),
};

/** Gives options that do not exist a sentence as their type, so the compiler reports them. */
type CheckOptions<Options> = {
  readonly [Name in Exclude<
    keyof Options,
    keyof RelationshipOptions
  >]: `"${Name & string}" is no option of a to-one relationship: write, include, filter, sort`;
};
type CheckToManyOptions<Options> = {
  readonly [Name in Exclude<
    keyof Options,
    keyof ToManyOptions
  >]: `"${Name & string}" is no option of a to-many relationship: write, include, filter`;
};

function relationship<Kind extends 'to-one' | 'to-many', Target extends string, Options extends RelationshipOptions>(
  kind: Kind,
  target: Target | readonly Target[],
  options: Options,
): Relationship<Kind, Target, Options> {
  const name = kind === 'to-one' ? 'toOne' : 'toMany';
  if (typeof target !== 'string' && !Array.isArray(target)) {
    throw new TypeError(`${name} takes a resource type, or a list of them, not ${show(target)}.`);
  }
  if (!isObject(options)) {
    throw new TypeError(`${name} takes options after its targets, not ${show(options)}: several targets are one list.`);
  }
  const targets = Object.freeze(typeof target === 'string' ? [target] : [...new Set(target)]);
  return Object.freeze({
    kind,
    targets,
    options: Object.freeze(readOptions(name, options, relationshipOptions[kind])),
  });
}

/**
 * Declares a relationship to at most one resource. Targets are named by their type; give a list when there are several.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-relationships
 */
export function toOne<
  const Target extends string,
  const Options extends RelationshipOptions & CheckOptions<Options> = Record<never, never>,
>(
  target: Target | readonly Target[],
  options: Options = {} as Options,
): Relationship<'to-one', Target, NoInfer<Options>> {
  return relationship('to-one', target, options);
}

/**
 * Declares a relationship to any number of resources. Targets are named by their type; give a list when there are several.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-relationships
 */
export function toMany<
  const Target extends string,
  const Options extends ToManyOptions & CheckToManyOptions<Options> = Record<never, never>,
>(
  target: Target | readonly Target[],
  options: Options = {} as Options,
): Relationship<'to-many', Target, NoInfer<Options>> {
  return relationship('to-many', target, options);
}
