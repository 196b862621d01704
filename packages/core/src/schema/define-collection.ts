import { assertArray } from '../internal/assert-array.ts';
import { describeValue } from '../internal/describe-value.ts';
import { frozenList } from '../internal/freeze.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import { isMemberName } from '../spec/member/member-name.ts';
import type { Api } from './api.ts';
import type { AttributeOutput, AttributesOf, NamesWith, TypeName } from './infer.ts';
import { resourceType } from './resource-type.ts';

type Option = 'sort' | 'filter';

/** The values of an attribute in any of these types. */
type ValueIn<A extends Api, Type extends TypeName<A>, Name> = {
  [Each in Type]: Name extends keyof AttributesOf<A, Each> ? AttributeOutput<A, Each, Name> : never;
}[Type];

/** The attributes of one of several types that have an option, and the same values in all of them. An order needs a value in each resource. */
type ComparableName<A extends Api, Type extends TypeName<A>, Each extends Type, Enabled extends Option> = {
  [Name in NamesWith<AttributesOf<A, Each>, Enabled>]: [ValueIn<A, Type, Name>] extends [
    AttributeOutput<A, Each, Name & keyof AttributesOf<A, Each>>,
  ]
    ? Enabled extends 'filter'
      ? Name
      : [Extract<ValueIn<A, Type, Name>, null | undefined>] extends [never]
        ? Name
        : never
    : never;
}[NamesWith<AttributesOf<A, Each>, Enabled>];

/** The attributes that all of these types have, with an option, and with the same values. */
export type CommonName<A extends Api, Type extends TypeName<A>, Enabled extends Option> = {
  [Each in Type]: (name: ComparableName<A, Type, Each, Enabled>) => void;
}[Type] extends (name: infer Name) => void
  ? Name & string
  : never;

/** A collection whose resources are of several types. `Sort` and `Filter` are the fields that requests can name. */
export interface Collection<
  Type extends string = string,
  Sort extends string = string,
  Filter extends string = string,
> {
  readonly kind: 'collection';
  /** The name in descriptions, hooks, and traces. */
  readonly name: string;
  /** The path below the base URL. */
  readonly path: string;
  readonly types: readonly Type[];
  /** The fields that `sort` can name, of which a request names one. The first one, in its direction, is the order without `sort`. */
  readonly sort: readonly (Sort | `-${Sort}`)[];
  /** The fields that `filter` can name. */
  readonly filter: readonly Filter[];
}

/** The members of a collection of several types. */
export interface CollectionOptions<Type extends string, Sort extends string, Filter extends string> {
  /** Two types or more. Resources with equal values are in the order of their types in this list. */
  readonly types: readonly Type[];
  /**
   * Attributes with `sort: true` that all types have, with the same values, and a value in each resource. The first one, in its direction, is the
   * order without `sort`.
   */
  readonly sort: readonly [Sort, ...Sort[]];
  /** Attributes with `filter: true` that all types have, with the same values. Default: none. */
  readonly filter?: readonly Filter[] | undefined;
  /** The path below the base URL. Default: a slash and the name. */
  readonly path?: string | undefined;
}

/** A field of an order without its direction. */
type Bare<Field extends string> = Field extends `-${infer Name}` ? Name : Field;

const options: OptionTable = optionTable({ types: 'array', sort: 'array', filter: 'array', path: 'string' });

/**
 * Declares a collection of several types, such as a feed. The option `collections` of `createServer` serves it.
 *
 * @throws {TypeError} If there are fewer than two types, a type is unknown, a type lacks a field or its option, or the path is not valid.
 * @example
 * const feed = defineCollection(api, 'feed', { types: ['articles', 'comments'], sort: ['-createdAt'] });
 */
export function defineCollection<
  A extends Api,
  const Type extends TypeName<A>,
  const Sort extends CommonName<A, Type, 'sort'> | `-${CommonName<A, Type, 'sort'>}`,
  const Filter extends CommonName<A, Type, 'filter'> = never,
>(api: A, name: string, given: CollectionOptions<Type, Sort, Filter>): Collection<Type, Bare<Sort>, Filter> {
  const where = `defineCollection: ${describeValue(name)}`;
  if (!isMemberName(name)) throw new TypeError(`${where} is not a valid name.`);
  const { types, sort, filter = [], path = `/${name}` } = readOptions(where, given, options);
  for (const [list, values] of Object.entries<unknown>({ types, sort, filter }))
    assertArray(`${where}: \`${list}\``, values);
  if (new Set(types).size < 2) throw new TypeError(`${where}: \`types\` must contain at least two types.`);
  if (sort.length === 0) throw new TypeError(`${where}: \`sort\` must contain at least one field.`);
  if (!/^(?:\/[A-Za-z0-9._~-]+)+$/.test(path))
    throw new TypeError(`${where}: \`path\` must be a path such as "/feed", but it is ${describeValue(path)}.`);
  const assertField = (field: string, option: Option): void => {
    for (const type of types) {
      if (resourceType(api, type).attributes.get(field)?.[option] === true) continue;
      throw new TypeError(
        `${where}: \`${option}\` contains ${describeValue(field)}, so ${describeValue(type)} must have this attribute with \`${option}: true\`.`,
      );
    }
  };
  for (const field of sort) assertField(field.replace(/^-/, ''), 'sort');
  for (const field of filter) assertField(field, 'filter');
  return Object.freeze({
    kind: 'collection',
    name,
    path,
    types: frozenList([...new Set(types)]),
    sort: frozenList([...sort]),
    filter: frozenList([...filter]),
  }) as never;
}
